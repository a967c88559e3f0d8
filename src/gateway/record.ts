import { type AlertBundle, type WeatherBundle, parseJson } from '@isobar/providers/port'
import {
  type Alert,
  type AlertList,
  type CellScope,
  type Extent,
  type GroupName,
  type PlaceClock,
  type ScopeData,
  type SupplementedScope,
  agreeWithHours,
  findExtent,
  findHoles,
  findMinuteFall,
  findZoneOffsetSeconds,
  gradeAlert,
  groupHoursByDay,
  isSupplemented,
  listLackingGroups,
  withFormerHours,
} from '@isobar/weather'
import { copyOwnBytes } from '../platform/own-bytes.ts'
import { MAX_POINTS } from './columns.ts'
import { isFlag, isInstant, checkList, isEpochMs, isNumber, checkObject, isText, allowNull } from './shapes.ts'
import { encodeData, isAlert, parseData } from './stored-data.ts'

/**
 * One scope of one cell from one source as it is cached: provenance, and the canonical data as JSON bytes, which take a third of the memory of
 * parsed objects and are parsed once per rendering.
 */
export interface ScopeRecord<S extends CellScope = CellScope> extends PlaceClock {
  readonly scope: S
  /** Provider id. */
  readonly source: string
  /** True when the upstream marked its data as simulated. */
  readonly simulated: boolean
  /** Epoch milliseconds, whole seconds, rounded down. */
  readonly fetchedAt: number
  /** The height of the terrain that its temperatures are for, in metres; omitted if the source does not say. */
  readonly height?: number
  /** False for a series that the source does not have at this place. */
  readonly available: boolean
  /** What no point of the series has, although others may (`supply.ts`). Omitted if it lacks nothing. */
  readonly lacks?: readonly GroupName[]
  /** The times of hours that lack what makes them weather, although others may have it. Omitted if there are none. */
  readonly holes?: readonly string[]
  /** Fields that were computed where the source has not sent them. Omitted if there are none. */
  readonly computed?: readonly string[]
  /** How far an extended series reaches; omitted in the other scopes. */
  readonly extent?: Extent
  /**
   * Epoch milliseconds: since then, people are shown this source here, because the sources before it had been asked for one of them and could
   * not answer. For them, the data is as old as that. Omitted until then; the first source of a scope needs none.
   */
  readonly admittedAt?: number
  /** What a blended record is made of: the source that people would be shown otherwise, then the others; it is not stored. Omitted in all others. */
  readonly blend?: { readonly at: number; readonly of: readonly BlendPart[] }
  readonly json: Buffer
}

/** A source of a blended record, and the fields that it has a part in. */
export interface BlendPart {
  readonly source: string
  /** Epoch milliseconds. */
  readonly fetchedAt: number
  readonly fields: readonly string[]
}

/** The official alerts at a place from one source. */
export type AlertRecord = ScopeRecord<'alert'>

/** The canonical data of a record, whose bytes were checked when it was read. Parses on every call; callers cache what they derive. */
export function parseRecordData<S extends CellScope>(record: ScopeRecord<S>): ScopeData[S] {
  if (record.scope !== 'extended') return JSON.parse(record.json.toString()) as ScopeData[S]
  return parseData(record.scope, record.json) ?? (NOTHING_MORE as ScopeData[S])
}

const NOTHING_MORE: ScopeData['extended'] = { available: false, hours: [], days: [] }

/** The alerts of a record. */
export function listRecordAlerts(record: AlertRecord): readonly Alert[] {
  return parseRecordData(record).alerts
}

/** What records are made of; `computed` names fields by scope. */
export interface BundleToRecord extends Omit<WeatherBundle, 'follow'> {
  /** Where days were made whole, what the source sent: that says what it lacks. */
  readonly sent?: WeatherBundle['scopes']
  readonly computed?: { readonly [S in CellScope]?: readonly string[] }
}

/** The records of one fetch. `fetchedAt` is epoch milliseconds of a whole second not after it. */
export function buildRecords(bundle: BundleToRecord, source: string, fetchedAt: number): ScopeRecord[] {
  const { timezone, utcOffsetSeconds, simulated, height, sent = bundle.scopes } = bundle
  return (Object.entries(withMinuteFall(bundle.scopes)) as [CellScope, ScopeData[CellScope]][]).map(([scope, data]) => ({
    scope,
    source,
    simulated,
    fetchedAt,
    timezone,
    utcOffsetSeconds,
    ...(height === undefined ? {} : { height }),
    available: !('available' in data) || data.available,
    ...lackOf(scope, sent),
    ...computedIn(bundle.computed?.[scope]),
    ...describeExtent(scope, data),
    json: copyOwnBytes(encodeData(scope, data)),
  }))
}

/** Minutes have rates alone: what falls in them is known from the other scopes of the fetch. */
function withMinuteFall(scopes: WeatherBundle['scopes']): WeatherBundle['scopes'] {
  const { minutely } = scopes
  const fall = findMinuteFall(scopes)
  return minutely === undefined || fall === undefined ? scopes : { ...scopes, minutely: { ...minutely, fall } }
}

function describeExtent(scope: CellScope, data: ScopeData[CellScope]): Pick<ScopeRecord, 'extent'> {
  return scope === 'extended' ? { extent: findExtent(data as ScopeData['extended']) } : {}
}

/**
 * A fetch with whole days: the extended series takes the past hours of the source's former one that the source itself did not send, and the days agree
 * with their hours. `former`: undefined if there is none.
 */
export function withWholeDays(
  bundle: BundleToRecord,
  former: ScopeRecord<'extended'> | undefined,
  fetchedAt: number,
  now: number,
): BundleToRecord {
  const { scopes: sent, simulated, timezone, computed } = bundle
  if (sent.extended === undefined) return bundle
  const isAlike = former?.simulated === simulated && former.fetchedAt <= fetchedAt
  const extended = former !== undefined && isAlike ? withFormerHours(sent.extended, parseRecordData(former), now) : sent.extended
  const hoursByDay = groupHoursByDay(extended.hours, timezone)
  const { data: days } = agreeWithHours({ available: true, points: extended.days }, hoursByDay)
  const scopes = { ...sent, extended: { ...extended, days: days.points } }
  if (sent.daily?.available !== true) return { ...bundle, scopes, sent }
  const daily = agreeWithHours(sent.daily, hoursByDay)
  const names = daily.data === sent.daily ? computed?.daily : [...new Set([...(computed?.daily ?? []), ...daily.computed])].toSorted()
  return { ...bundle, scopes: { ...scopes, daily: daily.data }, sent, computed: { ...computed, ...(names && { daily: names }) } }
}

function computedIn(names: readonly string[] = []): Pick<ScopeRecord, 'computed'> {
  return names.length === 0 ? {} : { computed: names }
}

/**
 * What a scope lacks. One moment says little: current weather lacks only what the hours that came with it lack, too.
 */
function lackOf(scope: CellScope, sent: WeatherBundle['scopes']): Pick<ScopeRecord, 'lacks' | 'holes'> {
  const { [scope]: data, hourly } = sent
  if (!isSupplemented(scope) || data === undefined) return {}
  const groups = listLackingGroups(scope, data as ScopeData[SupplementedScope])
  const ofHours = scope === 'current' ? (hourly?.available === true ? listLackingGroups('hourly', hourly) : []) : groups
  const lacks = groups.filter((group) => ofHours.includes(group))
  const holes = scope === 'hourly' ? findHoles((data as ScopeData['hourly']).points) : []
  return { ...(lacks.length === 0 ? {} : { lacks }), ...(holes.length === 0 ? {} : { holes }) }
}

/** The record of alerts from a source that delivers nothing else. Its clock is a placeholder. */
export function buildAlertRecord(
  { alerts, simulated, ...rest }: AlertBundle & Pick<AlertList, 'incomplete' | 'sources'>,
  source: string,
  fetchedAt: number,
): AlertRecord {
  return {
    scope: 'alert',
    source,
    simulated,
    fetchedAt,
    timezone: 'UTC',
    utcOffsetSeconds: 0,
    available: true,
    json: copyOwnBytes(JSON.stringify({ alerts, ...rest } satisfies AlertList)),
  }
}

/** One line of provenance, then the data unchanged. */
export function encodeRecord({ json, ...provenance }: ScopeRecord): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...provenance, shape: SHAPE })}\n`), json])
}

/** What a record says of its data. */
const isProvenance = checkObject({
  source: isText,
  simulated: isFlag,
  fetchedAt: isEpochMs,
  timezone: (value) => typeof value === 'string' && value.length < 100 && findZoneOffsetSeconds(value, 0) !== null,
  utcOffsetSeconds: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 86_400,
  height: allowNull(isNumber),
  available: isFlag,
  lacks: allowNull(checkList(isText, 100)),
  holes: allowNull(checkList(isInstant, MAX_POINTS)),
  computed: allowNull(checkList(isText, 100)),
  extent: allowNull(checkObject({ hours: isEpochMs, steps: isEpochMs, days: isEpochMs })),
  admittedAt: allowNull(isEpochMs),
})
/** The first line of a record: far more than its provenance takes. */
const MAX_HEAD_BYTES = 10_000

/**
 * The inverse of `encodeRecord`, as that scope; null for bytes that are no such record: of a release with another canonical model, cut off, or
 * written by anything else. Nothing of them is believed before it was checked.
 */
export function decodeRecord<S extends CellScope>(bytes: Buffer, scope: S): ScopeRecord<S> | null {
  const end = bytes.subarray(0, MAX_HEAD_BYTES).indexOf(0x0a)
  const head = end < 0 ? undefined : parseJson(bytes.subarray(0, end))
  if (!isProvenance(head)) return null
  const { shape, ...provenance } = head as Omit<ScopeRecord<S>, 'json'> & { readonly shape: unknown }
  if (scope === 'extended' && provenance.extent === undefined) return null
  const sent = bytes.subarray(end + 1)
  const json = shape === SHAPE ? copyOwnBytes(sent) : shape === FORMER_SHAPE ? upgraded(sent, scope) : null
  if (json === null || parseData(scope, json) === null) return null
  // A place had one record of a scope, whatever its source: what people were shown.
  return { ...(shape === FORMER_SHAPE ? { admittedAt: provenance.fetchedAt } : {}), ...provenance, scope, json }
}

/** Incremented with every change of the canonical model that makes stored data unreadable. */
const SHAPE = 4
/** The one of release 0.1.0, where current weather had no `kind`, and alerts had `unknown` if no severity was stated. */
const FORMER_SHAPE = 1

/** Null for bytes that are none of that release. */
function upgraded(sent: Buffer, scope: CellScope): Buffer | null {
  const data = parseJson(sent)
  if (typeof data !== 'object' || data === null) return null
  if (scope === 'current') return copyOwnBytes(JSON.stringify(withKind(data)))
  if (scope !== 'alert') return copyOwnBytes(sent)
  const { alerts } = data as { readonly alerts?: unknown }
  if (!Array.isArray(alerts) || !alerts.every(isAlert)) return null
  return copyOwnBytes(JSON.stringify({ ...data, alerts: (alerts as readonly Alert[]).map(upgradeAlert) }))
}

/** In that release, no source measured anything itself. */
function withKind(current: object): object {
  return { kind: 'analysis', ...current }
}

/** Upgrades an alert written by an older release. */
export function upgradeAlert(alert: Alert): Alert {
  return 'severitySource' in alert ? alert : { ...(alert as Alert), ...gradeAlert((alert as Alert).severity, alert) }
}
