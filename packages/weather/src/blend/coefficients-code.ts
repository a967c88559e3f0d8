import type { Calibration, ChanceCoefficients } from './chance.ts'
import { BLEND_BANDS, HOUR_CLASSES } from './constants.ts'
import type { PlaceCoefficients } from './place.ts'
import type { QuantityCoefficients } from './quantity.ts'

/** Coefficients as JSON, by band: of temperatures their biases, weights and spread. */
export interface EncodedCoefficients {
  /** By source. */
  readonly sources: readonly string[]
  readonly bands: readonly {
    /** By source: the intercepts of all hour classes, then slope and n. */
    readonly biases: readonly (readonly number[])[]
    readonly weights: readonly number[]
    /** Variance, slope, disagreement, low, high; null: no band. */
    readonly spread: readonly number[] | null
  }[]
  /** Of the chance of rain of an hour, by band; omitted before any case of it. */
  readonly hourOfRain?: readonly EncodedChance[]
}

interface EncodedChance {
  /** By source, then of the pool: intercept and slope. */
  readonly calibrations: readonly (readonly number[])[]
  readonly weights: readonly number[]
  /** By source, its cases. */
  readonly n: readonly number[]
}

/** More sources than one place has. */
export const MAX_BLEND_SOURCES = 8
const MAX_ID_LENGTH = 60
const DIGITS = 5
/** Nothing of temperatures is larger. */
const MAX_NUMBER = 1e6
const SPREAD = ['variance', 'slope', 'disagreement', 'low', 'high'] as const

/** What is stored with a place's records. Null if a band of temperatures is missing; the chance of rain is left out if one of it is. */
export function encodeCoefficients({ sources, quantities, events }: PlaceCoefficients): EncodedCoefficients | null {
  const bands = [...BLEND_BANDS.keys()].map((band) => quantities.get(`temperature ${band}`))
  if (bands.includes(undefined)) return null
  const rain = [...BLEND_BANDS.keys()].flatMap((band) => events.get(`hourOfRain ${band}`) ?? [])
  return {
    sources: sources.map(({ id }) => id),
    bands: (bands as readonly QuantityCoefficients[]).map(({ biases, weights, spread }) => ({
      biases: biases.map(({ intercepts, slope, n }) => [...intercepts, slope, n].map(shorten)),
      weights: weights.map(shorten),
      spread: spread === null ? null : SPREAD.map((name) => shorten(spread[name])),
    })),
    ...(rain.length === BLEND_BANDS.length ? { hourOfRain: rain.map(encodeChance) } : {}),
  }
}

function encodeChance({ calibrations, pooled, weights, n }: ChanceCoefficients): EncodedChance {
  return {
    calibrations: [...calibrations, pooled].map(({ intercept, slope }) => [intercept, slope].map(shorten)),
    weights: weights.map(shorten),
    n: n.map(shorten),
  }
}

/** The inverse, of JSON that anybody may have written: null unless it is of that shape, with bounded numbers and weights that sum to 1. */
export function decodeCoefficients(packed: unknown): PlaceCoefficients | null {
  const { sources, bands, hourOfRain = null } = (isRecord(packed) ? packed : {}) as Readonly<Record<string, unknown>>
  if (!Array.isArray(sources) || sources.length === 0 || sources.length > MAX_BLEND_SOURCES) return null
  if (!sources.every((id) => typeof id === 'string' && id.length <= MAX_ID_LENGTH) || new Set(sources).size !== sources.length) return null
  if (!Array.isArray(bands) || bands.length !== BLEND_BANDS.length) return null
  const read = (bands as readonly unknown[]).map((band) => readBand(band, sources.length))
  const rain = hourOfRain === null ? [] : readRain(hourOfRain, sources.length)
  if (read.includes(null) || rain === null) return null
  return {
    sources: (sources as readonly string[]).map((id) => ({ id, family: id, rain: 'probability' })),
    quantities: new Map((read as readonly QuantityCoefficients[]).map((each, band) => [`temperature ${band}`, each])),
    events: new Map(rain.map((each, band) => [`hourOfRain ${band}`, each])),
  }
}

function readBand(band: unknown, count: number): QuantityCoefficients | null {
  if (!isRecord(band)) return null
  const { biases, weights, spread } = band
  if (!Array.isArray(biases) || biases.length !== count || !biases.every((each) => isRow(each, HOUR_CLASSES + 2))) return null
  if (!areWeights(weights, count)) return null
  const read = spread === null ? null : isRow(spread, SPREAD.length) ? readSpread(spread) : undefined
  if (read === undefined) return null
  const rows = biases as readonly (readonly number[])[]
  if (rows.some((row) => (row.at(-1) as number) < 0)) return null
  return {
    biases: rows.map((row) => ({
      intercepts: row.slice(0, HOUR_CLASSES),
      slope: row[HOUR_CLASSES] as number,
      n: row[HOUR_CLASSES + 1] as number,
    })),
    weights,
    spread: read,
  }
}

/** By band; null unless all are there. */
function readRain(bands: unknown, count: number): (ChanceCoefficients & { readonly maps: readonly null[] })[] | null {
  if (!Array.isArray(bands) || bands.length !== BLEND_BANDS.length) return null
  const read = (bands as readonly unknown[]).flatMap((band) => readChance(band, count) ?? [])
  return read.length === bands.length ? read : null
}

function readChance(band: unknown, count: number) {
  if (!isRecord(band)) return null
  const { calibrations, weights, n } = band
  if (!Array.isArray(calibrations) || calibrations.length !== count + 1 || !calibrations.every((each) => isRow(each, 2))) return null
  const read = (calibrations as readonly (readonly number[])[]).map(([intercept = 0, slope = 0]): Calibration => ({ intercept, slope }))
  if (!areWeights(weights, count) || !isRow(n, count) || n.some((each) => each < 0) || read.some(({ slope }) => slope < 0)) return null
  return {
    kinds: Array.from({ length: count }, () => 'probability' as const),
    calibrations: read.slice(0, count),
    pooled: read[count] as Calibration,
    weights,
    n,
    // No source states amounts.
    maps: Array.from({ length: count }, () => null),
  }
}

function areWeights(value: unknown, count: number): value is readonly number[] {
  return isRow(value, count) && value.every((each) => each >= 0) && Math.abs(sumOf(value) - 1) <= 0.01
}

function readSpread([variance = -1, slope = 0, disagreement = 0, low = 0, high = 0]: readonly number[]) {
  return variance < 0 || low > high ? undefined : { variance, slope, disagreement, low, high }
}

function isRow(value: unknown, length: number): value is readonly number[] {
  return Array.isArray(value) && value.length === length && value.every((each) => typeof each === 'number' && Math.abs(each) <= MAX_NUMBER)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
const shorten = (each: number): number => Number(each.toPrecision(DIGITS))
