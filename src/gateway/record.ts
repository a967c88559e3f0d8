import { ownBytes } from '../platform/own-bytes.ts'
import type { AlertBundle, WeatherBundle } from '../providers/provider.ts'
import type { Alert } from '../domain/alert.ts'
import { gradeOf } from '../domain/hazards/index.ts'
import type { FreshnessWindow, FreshnessWindows } from '../domain/freshness.ts'
import type { AlertList, PlaceClock, ScopeData } from '../domain/model.ts'
import { CELL_SCOPES, type CellScope } from '../domain/scope.ts'

/**
 * The scopes of a cell that may be in memory: those of the weather providers, the national feed's alerts, and the official warnings that
 * the service itself keeps.
 */
export const MEMORY_SCOPES = [...CELL_SCOPES, 'national_alert', 'official_alert'] as const
/**
 * Fallback data from another provider. It never replaces what people are shown: crawlers and jobs read it, and a person gets it only after
 * the first provider was called and could not answer.
 */
const STAND_IN_SCOPES = ['second_current', 'second_hourly', 'second_daily', 'second_minutely'] as const
export type FallbackScope = (typeof STAND_IN_SCOPES)[number]
/** All scopes stored for a cell. */
export const KEPT_SCOPES = [...MEMORY_SCOPES, ...STAND_IN_SCOPES] as const
export type KeptScope = (typeof KEPT_SCOPES)[number]

interface KeptData extends ScopeData {
  readonly national_alert: ScopeData['alert']
  readonly official_alert: ScopeData['alert']
  readonly second_current: ScopeData['current']
  readonly second_hourly: ScopeData['hourly']
  readonly second_daily: ScopeData['daily']
  readonly second_minutely: ScopeData['minutely']
}

/**
 * The stored form of one scope of one cell: provenance, and the canonical data as JSON bytes, which take a third of the memory of parsed
 * objects and are parsed once per rendering.
 */
export interface ScopeRecord<S extends KeptScope = KeptScope> extends PlaceClock {
  readonly scope: S
  /** Provider id. */
  readonly source: string
  /** True when the upstream marked its data as simulated. */
  readonly simulated: boolean
  /** Epoch milliseconds, whole seconds, rounded down. */
  readonly fetchedAt: number
  /** False for a series that the source does not have at this place. */
  readonly available: boolean
  readonly json: Buffer
}

/** The scopes of alerts. */
export const ALERT_SCOPES = ['alert', 'national_alert', 'official_alert'] as const
/** Alerts of any kind. */
export type AlertRecord = { [S in (typeof ALERT_SCOPES)[number]]: ScopeRecord<S> }[(typeof ALERT_SCOPES)[number]]

/** The canonical data of a record. Parses on every call; callers cache what they derive. */
export function dataOf<S extends KeptScope>(record: ScopeRecord<S>): KeptData[S] {
  return JSON.parse(record.json.toString()) as KeptData[S]
}

/** The alerts of a record of any kind. */
export function alertsIn(record: AlertRecord): readonly Alert[] {
  return dataOf<AlertRecord['scope']>(record).alerts
}

/** The public scope of each stored scope, whatever the source. */
const KIND_OF: Readonly<Record<KeptScope, CellScope>> = {
  current: 'current',
  hourly: 'hourly',
  daily: 'daily',
  minutely: 'minutely',
  alert: 'alert',
  national_alert: 'alert',
  official_alert: 'alert',
  second_current: 'current',
  second_hourly: 'hourly',
  second_daily: 'daily',
  second_minutely: 'minutely',
}

/** The freshness window of a record. */
export function windowOf(scope: KeptScope, windows: FreshnessWindows): FreshnessWindow {
  return windows[KIND_OF[scope]]
}

/** The scope under which a fallback's record is stored; undefined for a scope without a fallback. */
export function fallbackScopeOf(scope: KeptScope): FallbackScope | undefined {
  return STAND_IN_SCOPES.find((each) => KIND_OF[each] === scope)
}

/** The public scope of a record, whatever the source. */
export function kindOf(scope: KeptScope): CellScope {
  return KIND_OF[scope]
}

/** The record under its fallback scope; empty for a scope without a fallback. */
export function asFallback(record: ScopeRecord): ScopeRecord[] {
  const scope = fallbackScopeOf(record.scope)
  return scope === undefined ? [] : [{ ...record, scope }]
}

/** A fallback's record under its ordinary scope. */
export function asOrdinary<S extends CellScope>(record: ScopeRecord): ScopeRecord<S> {
  return { ...record, scope: KIND_OF[record.scope] } as ScopeRecord<S>
}

/** The records of one fetch. `fetchedAt` is epoch milliseconds of a whole second not after it. */
export function recordsOf(bundle: Omit<WeatherBundle, 'follow'>, source: string, fetchedAt: number): ScopeRecord<CellScope>[] {
  const { timezone, utcOffsetSeconds, simulated } = bundle
  return (Object.entries(bundle.scopes) as [CellScope, ScopeData[CellScope]][]).map(([scope, data]) => ({
    scope,
    source,
    simulated,
    fetchedAt,
    timezone,
    utcOffsetSeconds,
    available: !('available' in data) || data.available,
    json: ownBytes(JSON.stringify(data)),
  }))
}

/**
 * The record of alerts from sources other than the weather provider; null: the source says nothing about the place. The record's clock is a
 * placeholder.
 */
export function alertRecordOf<S extends 'national_alert' | 'official_alert'>(
  scope: S,
  bundle: (AlertBundle & Pick<AlertList, 'incomplete' | 'sources'>) | null,
  source: string,
  fetchedAt: number,
): ScopeRecord<S> {
  const { alerts = [], simulated = false, ...rest } = bundle ?? {}
  return {
    scope,
    source,
    simulated,
    fetchedAt,
    timezone: 'UTC',
    utcOffsetSeconds: 0,
    available: bundle !== null,
    json: ownBytes(JSON.stringify({ alerts, ...rest } satisfies AlertList)),
  }
}

/** One line of provenance, then the data unchanged. */
export function encodeRecord({ json, ...provenance }: ScopeRecord): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...provenance, shape: SHAPE })}\n`), json])
}

/** The inverse of `encodeRecord`; null for bytes written by a release with an incompatible canonical model. */
export function decodeRecord(bytes: Buffer): ScopeRecord | null {
  const end = bytes.indexOf(0x0a)
  try {
    const { shape, ...provenance } = JSON.parse(bytes.toString('utf8', 0, Math.max(0, end))) as Omit<ScopeRecord, 'json'> & {
      shape: number
    }
    const json = ownBytes(bytes.subarray(end + 1))
    if (shape < OLDEST_SHAPE || shape > SHAPE) return null
    return { ...provenance, json: upgraded(json, KIND_OF[provenance.scope], shape) }
  } catch {
    return null
  }
}

/** Incremented with every change of the canonical model that makes stored data unreadable. */
const SHAPE = 3
/** In this shape, current weather had no `kind`. */
const KINDLESS_SHAPE = 2
/** In this shape, furthermore, alerts had `unknown` if no severity was stated. */
const UNGRADED_SHAPE = 1
const OLDEST_SHAPE = UNGRADED_SHAPE

function upgraded(json: Buffer, scope: CellScope, shape: number): Buffer {
  if (scope === 'alert' && shape <= UNGRADED_SHAPE) return gradeAlerts(json)
  return scope === 'current' && shape <= KINDLESS_SHAPE ? withKind(json) : json
}

/** In the releases that wrote these shapes, no source measured anything itself. */
function withKind(json: Buffer): Buffer {
  const current = JSON.parse(json.toString()) as Omit<ScopeData['current'], 'kind'>
  return ownBytes(JSON.stringify({ kind: 'analysis', ...current } satisfies ScopeData['current']))
}

function gradeAlerts(json: Buffer): Buffer {
  const list = JSON.parse(json.toString()) as ScopeData['alert']
  return ownBytes(JSON.stringify({ ...list, alerts: list.alerts.map(graded) }))
}

/** Upgrades an alert written by an older release. */
export function graded(alert: Alert): Alert {
  return 'severitySource' in alert ? alert : { ...(alert as Alert), ...gradeOf((alert as Alert).severity, alert) }
}
