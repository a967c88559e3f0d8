import { type IssuedChance, MAX_LOGIT } from '@isobar/weather/blend'

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
  /** By source, the chance of rain that it stated of the hour, 0–1; null: none, as in all issues of before these were frozen. */
  readonly stated: readonly (number | null)[]
  /** Null if the blend knew nothing of rain there then, or the first source stated no chance. */
  readonly rain: IssuedRain | null
}

/** A chance of rain as the blend issued it. */
export interface IssuedRain extends IssuedChance {
  /** 0–1. */
  readonly chance: number
}

/** How an hour is laid out: numbers of its own, then numbers of each source. */
interface Form {
  readonly own: number
  readonly perSource: number
}

/**
 * Forms by the number that stands before the hours: negative, as no hour begins, how many numbers each source has. Before weights were frozen there was none. Issues are
 * read for twelve days.
 */
const FORMS = {
  /** What a source has: its value, that value corrected, its weight; the chance that it stated, and the one that it meant. */
  current: { own: 8, perSource: 5 },
  withoutChances: { own: 6, perSource: 3 },
  withoutWeights: { own: 6, perSource: 2 },
} as const satisfies Readonly<Record<string, Form>>

const FLOAT_BYTES = 4
/** An hour every three hours of a week. */
export const MAX_FROZEN_HOURS = 56
const MAX_OFFSET_HOURS = 170
const HOUR_CLASSES = 8
/** No temperature, and no variance of temperatures, is larger. */
const MAX_NUMBER = 1e5

/** As they are stored: in single precision, null as NaN. At most `MAX_FROZEN_HOURS`. */
export function encodeFrozenHours(hours: readonly FrozenHour[], sources: number): Buffer {
  const { own, perSource } = FORMS.current
  const width = own + perSource * sources
  const numbers = new Float32Array(1 + Math.min(MAX_FROZEN_HOURS, hours.length) * width)
  numbers[0] = -perSource
  for (const [index, { offsetHours, hourClass, raw, issued, stated, rain }] of hours.slice(0, MAX_FROZEN_HOURS).entries()) {
    const { value, sigma, disagreement, confidence, corrected = [], weights } = issued ?? {}
    const all = [
      offsetHours,
      hourClass,
      value,
      sigma,
      disagreement,
      confidence,
      rain?.logit,
      rain?.chance,
      ...raw,
      ...raw.map((_, at) => corrected[at]),
      ...raw.map((_, at) => weights?.[at]),
      ...raw.map((_, at) => stated[at]),
      ...raw.map((_, at) => rain?.chances[at]),
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
  const form = findForm(all[0])
  const numbers = form === FORMS.withoutWeights ? all : all.subarray(1)
  const width = form.own + form.perSource * sources
  const count = numbers.length / width
  if (!Number.isInteger(count) || count > MAX_FROZEN_HOURS) return null
  const hours: FrozenHour[] = []
  for (let at = 0; at < numbers.length; at += width) {
    const offset = numbers[at] as number
    if (!(offset >= 0)) return null
    if (offset < from || offset >= until) continue
    const hour = readHour(numbers.subarray(at, at + width), sources, form)
    if (hour === null) return null
    hours.push(hour)
  }
  return hours
}

function findForm(first: number | undefined): Form {
  return [FORMS.current, FORMS.withoutChances].find(({ perSource }) => first === -perSource) ?? FORMS.withoutWeights
}

function readHour(numbers: Float32Array, sources: number, { own, perSource }: Form): FrozenHour | null {
  for (const each of numbers) if (Math.abs(each) > MAX_NUMBER) return null
  const [offsetHours, hourClass] = [numbers[0] as number, numbers[1] as number]
  if (!isWithin(offsetHours, MAX_OFFSET_HOURS) || !isWithin(hourClass, HOUR_CLASSES - 1)) return null
  /** The values of all sources that are this many after the first. */
  const readAll = (index: number) => readValues(numbers, own + index * sources, sources)
  const [raw, weights] = [readAll(0), perSource > 2 ? readAll(2).map((each) => each ?? 0) : null]
  const hasChances = perSource > 3
  const stated = hasChances ? readAll(3) : raw.map(() => null)
  const rain = hasChances ? readRain(numbers, readAll(4)) : null
  if (rain === undefined || !stated.every(isShareOrNull)) return null
  const hour = { offsetHours, hourClass, raw, stated, rain }
  const [value, sigma] = [readNumber(numbers, 2), readNumber(numbers, 3)]
  if (value === null) return { ...hour, issued: null }
  const [disagreement, confidence] = [numbers[4] as number, numbers[5] as number]
  if (!(disagreement >= 0) || !(confidence >= 0 && confidence <= 1) || (sigma ?? 1) <= 0) return null
  if (weights?.every(isShareOrNull) === false) return null
  return { ...hour, issued: { value, sigma, disagreement, confidence, corrected: readAll(1), weights } }
}

/** Null: none was issued; undefined: what is there is none. */
function readRain(numbers: Float32Array, chances: readonly (number | null)[]): IssuedRain | null | undefined {
  const [logit, chance] = [readNumber(numbers, 6), readNumber(numbers, 7)]
  if (logit === null && chance === null) return null
  if (logit === null || chance === null || Math.abs(logit) > MAX_LOGIT) return undefined
  return isShareOrNull(chance) && chances.every(isShareOrNull) ? { logit, chance, chances } : undefined
}

function isShareOrNull(value: number | null): boolean {
  return value === null || (value >= 0 && value <= 1)
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
