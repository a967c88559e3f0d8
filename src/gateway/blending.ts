import { type Cell, type CellScope, type HourlyPoint, listGroupFields, type ScopeData, WEATHER_GROUPS } from '@isobar/weather'
import {
  addDayChanges,
  addHourChances,
  addHourShifts,
  type BlendedRain,
  type BlendedTemperature,
  blendHourlyChances,
  blendTemperatures,
  type HourShift,
  USABLE_HOURS,
} from '@isobar/weather/blend'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../platform/clock.ts'
import { copyOwnBytes } from '../platform/own-bytes.ts'
import { HOUR_MS } from '../time.ts'
import { BLEND_SOURCE, type CellBlend } from './cell-blend.ts'
import { type BlendPart, parseRecordData, type ScopeRecord } from './record.ts'
import { encodeData } from './stored-data.ts'

/** What operators want of the blend at a place: `auto`: temperatures and chances of rain, each while it is proved to be better. */
export type BlendMode = 'on' | 'off' | 'auto'

export interface BlendingOptions {
  readonly modeAt: (cell: Cell) => BlendMode
  readonly clock: Clock
}

/** The blend of a cell as it is served. */
export type Blending = ReturnType<typeof createBlending>

/** What of a cell is needed. */
export interface BlendedCell {
  readonly records: { readonly [S in CellScope]?: readonly ScopeRecord<S>[] }
  readonly blend?: CellBlend
}

/** What goes into a blend: the whole series of the source that people are shown, and the hours of others that are young enough. */
export interface BlendRecords {
  readonly base: ScopeRecord<'extended'>
  readonly others: readonly ScopeRecord<'hourly'>[]
}

/** A base whose series comes with another fetch than its hours may be as much older. */
const SAME_FETCH_MS = HOUR_MS
const BLENDED_SCOPES: ReadonlySet<CellScope> = new Set(['hourly', 'daily', 'extended'])
const BASE_FIELDS = WEATHER_GROUPS.flatMap(listGroupFields)

/** The blended hours of a base: before, after, and what was changed. They are large: only the last bases' are at hand, until all scopes are made. */
interface BlendedHours {
  readonly of: MadeOf
  readonly before: readonly HourlyPoint[]
  readonly after: readonly HourlyPoint[]
  readonly shifts: ReadonlyMap<string, HourShift>
  /** 0–1. */
  readonly chances: ReadonlyMap<string, number>
  /** What the base has of its own: all but what is blended. */
  readonly baseFields: readonly string[]
  readonly parts: readonly BlendPart[]
}

/** What of a place is blended at present. */
interface BlendSwitches {
  readonly temperature: boolean
  readonly chance: boolean
}

/** What a blended record is made of; while these are the same, so is the record. */
interface MadeOf extends BlendRecords {
  readonly blend: CellBlend
  readonly switches: BlendSwitches
}

/** What a blend makes of a base's hours, whether or not it is shown. */
export interface BlendedSeries {
  readonly temperatures: readonly BlendedTemperature[]
  readonly chances: readonly BlendedRain[]
}

/** Where nothing is known of a place. */
export const NOTHING_BLENDED: BlendedSeries = { temperatures: [], chances: [] }

const MAX_BASES = 32

/**
 * Puts blended temperatures and chances of rain into records that are about to be served. What people are shown, how old it is and who is called for it is decided before,
 * by the records as they came: a blend never causes a call. Made once for the same records and coefficients.
 */
export function createBlending({ modeAt, clock }: BlendingOptions) {
  const hours = new LRUCache<ScopeRecord, BlendedHours>({ max: MAX_BASES })
  const made = new WeakMap<ScopeRecord, { readonly of: MadeOf; readonly record: ScopeRecord }>()

  function readSwitches(cell: Cell, blend: CellBlend): BlendSwitches {
    const mode = clock.now() >= blend.until ? 'off' : modeAt(cell)
    return { temperature: isSwitchedOn(mode, blend), chance: isSwitchedOn(mode, blend.chance) }
  }

  function isOn(cell: Cell, blend: CellBlend | undefined): blend is CellBlend {
    const { temperature, chance } = blend === undefined ? OFF : readSwitches(cell, blend)
    return temperature || chance
  }

  function hoursOf(of: MadeOf): BlendedHours {
    const known = hours.get(of.base)
    if (known !== undefined && isSame(known.of, of)) return known
    const before = parseRecordData(of.base).hours
    const series = blendRecords(of, of.blend, before)
    const temperatures = of.switches.temperature ? series.temperatures : []
    const rain = of.switches.chance ? series.chances : []
    const shifts = new Map(temperatures.map(({ time, shift }) => [time, shift]))
    const chances = new Map(rain.map(({ time, blended }) => [time, blended.chance]))
    const blended = new Map<string, BlendedSeries['temperatures' | 'chances']>([
      [TEMPERATURE, temperatures],
      [CHANCE, rain],
    ])
    const ids = of.blend.coefficients.sources.map(({ id }) => id)
    const parts = of.others.flatMap((other) => {
      const at = ids.indexOf(other.source)
      const fields = [...blended].flatMap(([field, hours]) => (hours.some((hour) => (hour.blended.weights[at] ?? 0) > 0) ? [field] : []))
      return fields.length === 0 ? [] : [toPart(other, fields)]
    })
    const baseFields = BASE_FIELDS.filter((field) => (blended.get(field)?.length ?? 0) === 0)
    const after = addHourChances(addHourShifts(before, shifts), chances)
    const next = { of, before, after, shifts, chances, baseFields, parts }
    hours.set(of.base, next)
    return next
  }

  function blendRecord(record: ScopeRecord, of: MadeOf): ScopeRecord {
    const known = made.get(record)
    if (known !== undefined && isSame(known.of, of)) return known.record
    const { parts, baseFields, ...series } = hoursOf(of)
    // A base that the coefficients do not know stays as it came.
    const next =
      series.shifts.size + series.chances.size === 0
        ? record
        : { ...record, ...blendData(record, series), blend: { at: of.blend.at, of: [toPart(record, baseFields), ...parts] } }
    made.set(record, { of, record: next })
    return next
  }

  return {
    /** Whether the cell's records are blended at present: all of them must then be at hand. */
    isOn,
    /** Whether a blend changes records of the scope. */
    hasScope: (scope: CellScope): boolean => BLENDED_SCOPES.has(scope),

    /** The record as it is served: blended, or itself where there is no blend. */
    apply<S extends CellScope>(cell: Cell, entry: BlendedCell | undefined, record: ScopeRecord<S>): ScopeRecord<S> {
      const blend = entry?.blend
      if (entry === undefined || !BLENDED_SCOPES.has(record.scope) || !isOn(cell, blend) || record.source === BLEND_SOURCE) return record
      const records = selectBlendRecords(entry, record)
      if (records === undefined || blend.simulated !== record.simulated) return record
      // What is proved against one source proves nothing against another that stands in for it.
      if (modeAt(cell) === 'auto' && record.source !== blend.first) return record
      return blendRecord(record, { ...records, blend, switches: readSwitches(cell, blend) }) as ScopeRecord<S>
    },
  }
}

const OFF: BlendSwitches = { temperature: false, chance: false }

function isSwitchedOn(mode: BlendMode, { isProved }: Pick<CellBlend, 'isProved'>): boolean {
  return mode === 'on' || (mode === 'auto' && isProved)
}

/** The source and the data of a record with blended values. */
function blendData(
  record: ScopeRecord,
  { before, after, shifts, chances }: Pick<BlendedHours, 'before' | 'after' | 'shifts' | 'chances'>,
): Pick<ScopeRecord, 'source' | 'json' | 'computed'> {
  const { scope, timezone, computed = [] } = record
  const data = parseRecordData(record) as ScopeData['hourly'] | ScopeData['daily'] | ScopeData['extended']
  const days = (points: ScopeData['daily']['points']) => addDayChanges(points, before, after, timezone)
  const changed =
    'hours' in data
      ? { ...data, hours: after, days: days(data.days) }
      : scope === 'hourly'
        ? { ...data, points: addHourChances(addHourShifts((data as ScopeData['hourly']).points, shifts), chances) }
        : { ...data, points: days((data as ScopeData['daily']).points) }
  return {
    source: BLEND_SOURCE,
    ...(scope === 'daily' || shifts.size === 0 ? {} : { computed: [...new Set([...computed, 'feelsLike', 'humidity'])].toSorted() }),
    json: copyOwnBytes(encodeData(scope, changed as ScopeData[CellScope])),
  }
}

const [TEMPERATURE, CHANCE] = ['temperature', 'precipitationProbability'] as const

/** What a record that is shown is blended from; undefined without a whole series of its source. */
export function selectBlendRecords(entry: Pick<BlendedCell, 'records'>, shown: ScopeRecord): BlendRecords | undefined {
  const base =
    shown.scope === 'extended'
      ? (shown as ScopeRecord as ScopeRecord<'extended'>)
      : entry.records.extended?.find(
          ({ source, fetchedAt }) => source === shown.source && Math.abs(fetchedAt - shown.fetchedAt) <= SAME_FETCH_MS,
        )
  if (base?.available !== true) return undefined
  const others = (entry.records.hourly ?? []).filter(
    ({ source, fetchedAt, simulated, available }) =>
      source !== base.source && available && simulated === base.simulated && base.fetchedAt - fetchedAt < USABLE_HOURS * HOUR_MS,
  )
  return { base, others }
}

/** The temperatures and chances of rain of the base's `hours`, blended; each with what went in. */
export function blendRecords(
  { base, others }: BlendRecords,
  { coefficients }: Pick<CellBlend, 'coefficients'>,
  hours: readonly HourlyPoint[] = parseRecordData(base).hours,
): BlendedSeries {
  const own = toInput(base, hours)
  const inputs = others.map((other) => toInput(other, parseRecordData(other).points))
  return {
    temperatures: blendTemperatures(coefficients, own, inputs, base.timezone),
    chances: blendHourlyChances(coefficients, own, inputs),
  }
}

function toPart({ source, fetchedAt }: ScopeRecord, fields: readonly string[]): BlendPart {
  return { source, fetchedAt, fields }
}

function toInput({ source, fetchedAt }: ScopeRecord, hours: readonly HourlyPoint[]) {
  return { source, issuedAt: fetchedAt, hours }
}

function isSame(one: MadeOf, other: MadeOf): boolean {
  const isAlike = one.base === other.base && one.blend === other.blend && one.others.length === other.others.length
  const [{ temperature, chance }, switches] = [one.switches, other.switches]
  if (temperature !== switches.temperature || chance !== switches.chance) return false
  return isAlike && one.others.every((each, index) => each === other.others[index])
}
