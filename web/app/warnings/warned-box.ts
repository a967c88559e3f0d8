import { type Box, computeBoundingBox } from '@isobar/weather'
import type { Warning } from './collection.ts'
import { rankColour } from './fold.ts'

interface Warned {
  readonly outline: readonly (readonly [lon: number, lat: number])[]
  readonly color: Warning['color']
}

/** The cells in which warnings are counted, in degrees, and how many of them a small map shows side by side and one above the other. */
const CELL = 10
const [ACROSS, DOWN] = [4, 3]
const [COLUMNS, ROWS] = [360 / CELL, 180 / CELL]
/** A box that is shown whole: the widest country but for its islands. */
const [MAX_WIDTH, MAX_HEIGHT] = [65, 45]
/** What an area counts, by its rank from the most severe on. */
const WEIGHTS = [8, 8, 4, 2, 1]

/**
 * The box around the areas; of areas that are farther apart than a country is wide, around those of the part, 40° wide and 30° high, in which most count, the more severe the
 * more. Between continents there is nothing but the sea. Null without an outline.
 */
export function findWarnedBox(areas: readonly Warned[]): Box | null {
  const known = areas.filter(({ outline }) => outline.length > 0)
  if (known.length === 0) return null
  const boxes = known.map(({ outline, color }) => ({ box: computeBoundingBox(outline), weight: WEIGHTS[rankColour(color)] ?? 1 }))
  const whole = joinBoxes(boxes)
  if (whole.east - whole.west <= MAX_WIDTH && whole.north - whole.south <= MAX_HEIGHT) return whole
  const counts = new Float64Array(COLUMNS * ROWS)
  for (const { box, weight } of boxes) counts[cellOf(box)] = (counts[cellOf(box)] ?? 0) + weight
  let best = { column: 0, row: 0, count: -1 }
  for (let row = 0; row <= ROWS - DOWN; row++)
    for (let column = 0; column <= COLUMNS - ACROSS; column++) {
      const count = countOf(counts, column, row)
      if (count > best.count) best = { column, row, count }
    }
  return joinBoxes(
    boxes.filter(({ box }) => {
      const { column, row } = placeOf(box)
      return column >= best.column && column < best.column + ACROSS && row >= best.row && row < best.row + DOWN
    }),
  )
}

const joinBoxes = (boxes: readonly { readonly box: Box }[]): Box =>
  computeBoundingBox(
    boxes.flatMap(({ box }) => [
      [box.west, box.south],
      [box.east, box.north],
    ]),
  )

function countOf(counts: Float64Array, column: number, row: number): number {
  let sum = 0
  for (let y = row; y < row + DOWN; y++) for (let x = column; x < column + ACROSS; x++) sum += counts[y * COLUMNS + x] ?? 0
  return sum
}

const cellOf = (box: Box): number => placeOf(box).row * COLUMNS + placeOf(box).column

const within = (value: number, most: number): number => Math.min(most - 1, Math.max(0, Math.floor(value)))

function placeOf({ south, west, north, east }: Box): { readonly column: number; readonly row: number } {
  return { column: within(((west + east) / 2 + 180) / CELL, COLUMNS), row: within(((south + north) / 2 + 90) / CELL, ROWS) }
}
