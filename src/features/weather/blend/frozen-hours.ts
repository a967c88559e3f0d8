/** An hour as it was issued: what each source said, and what the blend made of it. */
export interface FrozenHour {
  /** From the full hour of the issue to the hour that it is for. */
  readonly offsetHours: number
  readonly hourClass: number
  /** By source, °C; null: missing. */
  readonly raw: readonly (number | null)[]
  /** Null if the blend knew nothing of the place then. */
  readonly issued: {
    readonly value: number
    readonly sigma: number | null
    readonly disagreement: number
    readonly confidence: number
    /** By source, its value less what was subtracted; null: missing. */
    readonly corrected: readonly (number | null)[]
  } | null
}

const HEAD = 6
const FLOAT_BYTES = 4
/** An hour every three hours of a week. */
export const MAX_FROZEN_HOURS = 56
const MAX_OFFSET_HOURS = 170
const HOUR_CLASSES = 8
/** No temperature, and no variance of temperatures, is larger. */
const MAX_NUMBER = 1e5

/** As they are stored: in single precision, null as NaN. At most `MAX_FROZEN_HOURS`. */
export function encodeFrozenHours(hours: readonly FrozenHour[], sources: number): Buffer {
  const width = HEAD + 2 * sources
  const numbers = new Float32Array(Math.min(MAX_FROZEN_HOURS, hours.length) * width)
  for (const [index, { offsetHours, hourClass, raw, issued }] of hours.slice(0, MAX_FROZEN_HOURS).entries()) {
    const { value, sigma, disagreement, confidence, corrected = [] } = issued ?? {}
    const all = [offsetHours, hourClass, value, sigma, disagreement, confidence, ...raw, ...raw.map((_, at) => corrected[at])]
    numbers.set(
      all.map((each) => each ?? NaN),
      index * width,
    )
  }
  return Buffer.from(numbers.buffer)
}

/**
 * The inverse, of bytes that anybody may have written: null unless they are whole hours with bounded numbers. Only those that are at least `from` and less than `until`
 * hours after the full hour of the issue are read.
 */
export function decodeFrozenHours(bytes: Buffer, sources: number, from = 0, until = Infinity): FrozenHour[] | null {
  const width = HEAD + 2 * sources
  const count = bytes.length / FLOAT_BYTES / width
  if (!Number.isInteger(count) || count > MAX_FROZEN_HOURS) return null
  // Bytes from the database need not begin where numbers may.
  const numbers = new Float32Array(new Uint8Array(bytes).buffer)
  if (!numbers.every((each) => Number.isNaN(each) || Math.abs(each) <= MAX_NUMBER)) return null
  const hours: FrozenHour[] = []
  for (let at = 0; at < count * width; at += width) {
    const offset = numbers[at] as number
    if (!(offset >= 0)) return null
    if (offset < from || offset >= until) continue
    const hour = readHour([...numbers.subarray(at, at + width)], sources)
    if (hour === null) return null
    hours.push(hour)
  }
  return hours
}

function readHour(numbers: readonly number[], sources: number): FrozenHour | null {
  const [offsetHours = NaN, hourClass = NaN, value = NaN, sigma = NaN, disagreement = NaN, confidence = NaN, ...rest] = numbers
  if (!isWithin(offsetHours, MAX_OFFSET_HOURS) || !isWithin(hourClass, HOUR_CLASSES - 1)) return null
  const raw = rest.slice(0, sources).map(orNull)
  if (Number.isNaN(value)) return { offsetHours, hourClass, raw, issued: null }
  if (!(disagreement >= 0) || !(confidence >= 0 && confidence <= 1) || sigma <= 0) return null
  return {
    offsetHours,
    hourClass,
    raw,
    issued: { value, sigma: orNull(sigma), disagreement, confidence, corrected: rest.slice(sources).map(orNull) },
  }
}

function isWithin(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
