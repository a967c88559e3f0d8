/**
 * The grid cell is the identity of a place: coordinates rounded to two decimals (about 1 km), half away from zero, judged on the decimal
 * digits as written. Cache, history, subscriptions and single flight all compare cells, never raw coordinates.
 */
export interface Cell {
  /** A non-negative 32-bit integer, unique per cell: the database's key. */
  readonly id: number
  /** Degrees, two decimals, −90…90, never −0. */
  readonly lat: number
  /** Degrees, two decimals, −180…179.99, never −0: the antimeridian is written −180. */
  readonly lon: number
}

const COLUMNS = 36_000

/** Whole hundredths of a degree. The tiny addend rounds 1.005, whose binary value is slightly lower, as it is written. */
function hundredths(degrees: number): number {
  const magnitude = Math.abs(degrees) * 100
  const rounded = Math.floor(magnitude + 0.5 + magnitude * Number.EPSILON * 2)
  return degrees < 0 ? 0 - rounded : rounded
}

/** The cell of a coordinate pair. `lat` must be −90…90 and `lon` −180…180; the caller checks that. */
export function toCell(lat: number, lon: number): Cell {
  return cellAt(hundredths(lat), hundredths(lon))
}

/** The cell with this id, as read from the database. */
export function decodeCellId(id: number): Cell {
  const row = Math.floor(id / COLUMNS)
  return cellAt(row - 9_000, id - row * COLUMNS - 18_000)
}

function cellAt(latHundredths: number, lonHundredths: number): Cell {
  const lon = lonHundredths === 18_000 ? -18_000 : lonHundredths
  return { id: (latHundredths + 9_000) * COLUMNS + lon + 18_000, lat: latHundredths / 100, lon: lon / 100 }
}
