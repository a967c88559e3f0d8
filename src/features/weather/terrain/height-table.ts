/** The side of a cell in degrees. */
const STEP = 0.1
const COLUMNS = 360 / STEP
const ROWS = 180 / STEP
const KM_PER_DEGREE = 111.2

/** The heights of the cells in which there is a town: the number of each cell (row by row from the south pole), in order, and its height in metres. */
export interface HeightTable {
  readonly cells: Uint32Array
  readonly heights: Int16Array
}

/** The number of the cell of a point. */
function numberOf(lat: number, lon: number): number {
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor((lat + 90) / STEP)))
  const column = (((Math.floor((lon + 180) / STEP) % COLUMNS) + COLUMNS) % COLUMNS) | 0
  return row * COLUMNS + column
}

/** The middle one of some heights. */
function middle(found: readonly { readonly height: number }[]): number {
  return found.map(({ height }) => height).toSorted((one, other) => one - other)[Math.floor(found.length / 2)] as number
}

/** The table of places with heights in metres: of several in a cell, the middle one. */
export function buildHeightTable(places: readonly { readonly lat: number; readonly lon: number; readonly height: number }[]): HeightTable {
  const byCell = Map.groupBy(places, ({ lat, lon }) => numberOf(lat, lon))
  const sorted = [...byCell].toSorted(([one], [other]) => one - other)
  return { cells: Uint32Array.from(sorted, ([cell]) => cell), heights: Int16Array.from(sorted, ([, found]) => middle(found)) }
}

/** The differences from one entry to the next, each in as few bytes as it needs. */
export function encodeHeights({ cells, heights }: HeightTable): Uint8Array {
  const bytes: number[] = []
  const push = (value: number): void => {
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
    bytes.push(rest)
  }
  let [cell, height] = [0, 0]
  for (const [index, next] of cells.entries()) {
    const rise = (heights[index] as number) - height
    push(next - cell)
    push(rise >= 0 ? rise * 2 : -rise * 2 - 1)
    ;[cell, height] = [next, heights[index] as number]
  }
  return Uint8Array.from(bytes)
}

/** The table that was encoded. */
export function decodeHeights(bytes: Uint8Array): HeightTable {
  let at = 0
  // The first answer of a process waits for this, so that it makes no list of the numbers.
  function next(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++] as number
      if (byte < 128) return value + byte * scale
      value += (byte - 128) * scale
    }
  }
  let count = 0
  for (let index = 0; index < bytes.length; index += 1) if ((bytes[index] as number) < 128) count += 1
  const table: HeightTable = { cells: new Uint32Array(count / 2), heights: new Int16Array(count / 2) }
  let cell = 0
  let height = 0
  for (let index = 0; index < table.cells.length; index += 1) {
    cell += next()
    const rise = next()
    height += rise % 2 === 0 ? rise / 2 : -(rise + 1) / 2
    table.cells[index] = cell
    table.heights[index] = height
  }
  return table
}

/** The height of the nearest cell with a town, in metres; null without one within so many kilometres. */
export function findNearestHeight({ cells, heights }: HeightTable, lat: number, lon: number, withinKm: number): number | null {
  const cellsAway = Math.ceil(withinKm / KM_PER_DEGREE / STEP)
  const row = Math.floor(numberOf(lat, lon) / COLUMNS)
  const narrowing = Math.max(0.02, Math.cos((lat * Math.PI) / 180))
  const wide = Math.min(COLUMNS / 2, Math.ceil(cellsAway / narrowing))
  let [nearest, height] = [withinKm, null as number | null]
  for (let at = Math.max(0, row - cellsAway); at <= Math.min(ROWS - 1, row + cellsAway); at += 1) {
    const northKm = ((at + 0.5) * STEP - 90 - lat) * KM_PER_DEGREE
    if (Math.abs(northKm) - STEP * KM_PER_DEGREE > nearest) continue
    for (const [first, last] of spansOf(Math.floor((lon + 180) / STEP), wide)) {
      for (let index = indexOf(cells, at * COLUMNS + first); (cells[index] ?? Infinity) <= at * COLUMNS + last; index += 1) {
        const centre = ((cells[index] as number) % COLUMNS) * STEP + STEP / 2 - 180
        const apart = Math.abs(centre - lon)
        const eastKm = Math.min(apart, 360 - apart) * KM_PER_DEGREE * narrowing
        const distance = Math.hypot(northKm, eastKm)
        if (distance < nearest) [nearest, height] = [distance, heights[index] as number]
      }
    }
  }
  return height
}

/** The columns within cellsAway of one, in one or two pieces, as the last one is next to the first. */
function spansOf(column: number, cellsAway: number): readonly (readonly [first: number, last: number])[] {
  const [first, last] = [column - cellsAway, column + cellsAway]
  if (last - first >= COLUMNS) return [[0, COLUMNS - 1]]
  if (first < 0)
    return [
      [first + COLUMNS, COLUMNS - 1],
      [0, last],
    ]
  if (last >= COLUMNS)
    return [
      [first, COLUMNS - 1],
      [0, last - COLUMNS],
    ]
  return [[first, last]]
}

/** The index of the first cell with that number or a higher one. */
function indexOf(cells: Uint32Array, cell: number): number {
  let [low, high] = [0, cells.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cells[middle] as number) < cell) low = middle + 1
    else high = middle
  }
  return low
}
