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
    /** By source, its share of the value; null: in issues of before these were frozen. */
    readonly weights: readonly number[] | null
  } | null
}

const HEAD = 6
/** What each source has: its value, that value corrected, its weight. In front of the hours, as a negative number, which no hour begins with. */
const PER_SOURCE = 3
/** In issues of before weights were frozen, which do not say so. */
const PER_SOURCE_BEFORE = 2
const FLOAT_BYTES = 4
/** An hour every three hours of a week. */
export const MAX_FROZEN_HOURS = 56
const MAX_OFFSET_HOURS = 170
const HOUR_CLASSES = 8
/** No temperature, and no variance of temperatures, is larger. */
const MAX_NUMBER = 1e5

/** As they are stored: in single precision, null as NaN. At most `MAX_FROZEN_HOURS`. */
export function encodeFrozenHours(hours: readonly FrozenHour[], sources: number): Buffer {
  const width = HEAD + PER_SOURCE * sources
  const numbers = new Float32Array(1 + Math.min(MAX_FROZEN_HOURS, hours.length) * width)
  numbers[0] = -PER_SOURCE
  for (const [index, { offsetHours, hourClass, raw, issued }] of hours.slice(0, MAX_FROZEN_HOURS).entries()) {
    const { value, sigma, disagreement, confidence, corrected = [], weights } = issued ?? {}
    const all = [
      offsetHours,
      hourClass,
      value,
      sigma,
      disagreement,
      confidence,
      ...raw,
      ...raw.map((_, at) => corrected[at]),
      ...raw.map((_, at) => weights?.[at]),
    ]
    numbers.set(
      all.map((each) => each ?? NaN),
      1 + index * width,
    )
  }
  return Buffer.from(numbers.buffer)
}

/**
 * The inverse, of bytes that anybody may have written: null unless they are whole hours, and those that are read have bounded numbers. Only those that are at least
 * `from` and less than `until` hours after the full hour of the issue are read.
 */
export function decodeFrozenHours(bytes: Buffer, sources: number, from = 0, until = Infinity): FrozenHour[] | null {
  if (bytes.length % FLOAT_BYTES !== 0) return null
  // Bytes from the database need not begin where numbers may.
  const all = new Float32Array(new Uint8Array(bytes).buffer)
  const hasWeights = all[0] === -PER_SOURCE
  const numbers = hasWeights ? all.subarray(1) : all
  const width = HEAD + (hasWeights ? PER_SOURCE : PER_SOURCE_BEFORE) * sources
  const count = numbers.length / width
  if (!Number.isInteger(count) || count > MAX_FROZEN_HOURS) return null
  const hours: FrozenHour[] = []
  for (let at = 0; at < numbers.length; at += width) {
    const offset = numbers[at] as number
    if (!(offset >= 0)) return null
    if (offset < from || offset >= until) continue
    const hour = readHour(numbers, at, sources, hasWeights)
    if (hour === null) return null
    hours.push(hour)
  }
  return hours
}

function readHour(numbers: Float32Array, at: number, sources: number, hasWeights: boolean): FrozenHour | null {
  const end = at + HEAD + (hasWeights ? PER_SOURCE : PER_SOURCE_BEFORE) * sources
  for (let index = at; index < end; index += 1) if (Math.abs(numbers[index] as number) > MAX_NUMBER) return null
  const [offsetHours, hourClass] = [numbers[at] as number, numbers[at + 1] as number]
  if (!isWithin(offsetHours, MAX_OFFSET_HOURS) || !isWithin(hourClass, HOUR_CLASSES - 1)) return null
  const raw = readValues(numbers, at + HEAD, sources)
  const [value, sigma] = [readNumber(numbers, at + 2), readNumber(numbers, at + 3)]
  if (value === null) return { offsetHours, hourClass, raw, issued: null }
  const [disagreement, confidence] = [numbers[at + 4] as number, numbers[at + 5] as number]
  if (!(disagreement >= 0) || !(confidence >= 0 && confidence <= 1) || (sigma ?? 1) <= 0) return null
  const corrected = readValues(numbers, at + HEAD + sources, sources)
  const weights = hasWeights ? readValues(numbers, at + HEAD + 2 * sources, sources).map((each) => each ?? 0) : null
  if (weights?.some((each) => each < 0 || each > 1) === true) return null
  return { offsetHours, hourClass, raw, issued: { value, sigma, disagreement, confidence, corrected, weights } }
}

function readValues(numbers: Float32Array, from: number, count: number): (number | null)[] {
  const values: (number | null)[] = []
  for (let index = from; index < from + count; index += 1) values.push(readNumber(numbers, index))
  return values
}

function readNumber(numbers: Float32Array, index: number): number | null {
  const each = numbers[index] as number
  return Number.isNaN(each) ? null : each
}

function isWithin(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most
}
