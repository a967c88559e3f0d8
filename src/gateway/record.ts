import type { Alert } from '../domain/alert.ts'
import { gradeOf } from '../domain/hazards/index.ts'
import type { AlertList, PlaceClock, ScopeData } from '../domain/model.ts'
import type { CellScope } from '../domain/scope.ts'
import { type FieldGroup, isSupplemented, lackingGroups, type SupplementedScope } from '../domain/supplement.ts'
import { ownBytes } from '../platform/own-bytes.ts'
import type { AlertBundle, WeatherBundle } from '../providers/provider.ts'

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
  readonly lacks?: readonly FieldGroup[]
  /**
   * Epoch milliseconds: since then, people are shown this source here, because the sources before it had been asked for one of them and could
   * not answer. For them, the data is as old as that. Omitted until then; the first source of a scope needs none.
   */
  readonly admittedAt?: number
  readonly json: Buffer
}

/** The official alerts at a place from one source. */
export type AlertRecord = ScopeRecord<'alert'>

/** The canonical data of a record. Parses on every call; callers cache what they derive. */
export function dataOf<S extends CellScope>(record: ScopeRecord<S>): ScopeData[S] {
  return JSON.parse(record.json.toString()) as ScopeData[S]
}

/** The alerts of a record. */
export function alertsIn(record: AlertRecord): readonly Alert[] {
  return dataOf(record).alerts
}

/** The records of one fetch. `fetchedAt` is epoch milliseconds of a whole second not after it. */
export function recordsOf(bundle: Omit<WeatherBundle, 'follow'>, source: string, fetchedAt: number): ScopeRecord[] {
  const { timezone, utcOffsetSeconds, simulated, height } = bundle
  return (Object.entries(bundle.scopes) as [CellScope, ScopeData[CellScope]][]).map(([scope, data]) => ({
    scope,
    source,
    simulated,
    fetchedAt,
    timezone,
    utcOffsetSeconds,
    ...(height === undefined ? {} : { height }),
    available: !('available' in data) || data.available,
    ...lackOf(scope, data, bundle.scopes.hourly),
    json: ownBytes(JSON.stringify(data)),
  }))
}

/**
 * What a scope lacks. One moment says little: current weather lacks only what the hours that came with it lack, too.
 */
function lackOf(scope: CellScope, data: ScopeData[CellScope], hourly: ScopeData['hourly'] | undefined): Pick<ScopeRecord, 'lacks'> {
  if (!isSupplemented(scope)) return {}
  const groups = lackingGroups(scope, data as ScopeData[SupplementedScope])
  const ofHours = scope === 'current' ? (hourly?.available === true ? lackingGroups('hourly', hourly) : []) : groups
  const lacks = groups.filter((group) => ofHours.includes(group))
  return lacks.length === 0 ? {} : { lacks }
}

/** The record of alerts from a source that delivers nothing else. Its clock is a placeholder. */
export function alertRecordOf(
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
    json: ownBytes(JSON.stringify({ alerts, ...rest } satisfies AlertList)),
  }
}

/** One line of provenance, then the data unchanged. */
export function encodeRecord({ json, ...provenance }: ScopeRecord): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...provenance, shape: SHAPE })}\n`), json])
}

/** The inverse of `encodeRecord`, as that scope; null for bytes written by a release with an incompatible canonical model. */
export function decodeRecord<S extends CellScope>(bytes: Buffer, scope: S): ScopeRecord<S> | null {
  const end = bytes.indexOf(0x0a)
  try {
    const { shape, ...provenance } = JSON.parse(bytes.toString('utf8', 0, Math.max(0, end))) as Omit<ScopeRecord, 'json'> & {
      shape: number
    }
    const json = ownBytes(bytes.subarray(end + 1))
    if (shape === SHAPE) return { ...provenance, scope, json }
    // A place had one record of a scope, whatever its source: what people were shown.
    return shape === FORMER_SHAPE ? { admittedAt: provenance.fetchedAt, ...provenance, scope, json: upgraded(json, scope) } : null
  } catch {
    return null
  }
}

/** Incremented with every change of the canonical model that makes stored data unreadable. */
const SHAPE = 4
/** The one of release 0.1.0, where current weather had no `kind`, and alerts had `unknown` if no severity was stated. */
const FORMER_SHAPE = 1

function upgraded(json: Buffer, scope: CellScope): Buffer {
  return scope === 'alert' ? gradeAlerts(json) : scope === 'current' ? withKind(json) : json
}

/** In that release, no source measured anything itself. */
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
