import { createHash } from 'node:crypto'
import { localDays } from '../places/zone.ts'
import { seconds } from '../times.ts'
import { type Warning, warningByKey, warningsAt } from '../warnings/warnings.ts'
import { json, round, type WireAnswer, type WireRequest } from '../wire.ts'
import type { World } from '../world.ts'
import { currentBlock, hourBlock, observationTime, type OwContext, readContext } from './blocks.ts'
import { dayBlock } from './daily.ts'
import { badParameters, keyProblem, notFound } from './errors.ts'
import { hasRadar, minutes } from './minutely.ts'

const HOUR = 3_600_000
const DAY = 86_400_000

interface Step {
  readonly ms: number
  readonly pageSize: number
  /** How far back and ahead of now records exist. */
  readonly behindMs: number
  readonly aheadMs: number
  readonly record: (context: OwContext, at: number, nowMs: number) => Record<string, unknown>
  readonly withAlerts: boolean
}

/** History begins in 1979. */
const HISTORY_MS = 47 * 365 * DAY

const STEPS: Readonly<Record<string, Step>> = {
  '1h': { ms: HOUR, pageSize: 20, behindMs: HISTORY_MS, aheadMs: 48 * HOUR, record: hourRecord, withAlerts: true },
  '1day': { ms: DAY, pageSize: 10, behindMs: HISTORY_MS, aheadMs: 548 * DAY, record: dayRecord, withAlerts: false },
}

interface Open {
  readonly context: OwContext
  readonly envelope: Readonly<Record<string, unknown>>
  readonly alerts: readonly string[]
  readonly offsetMs: number
}

function open(world: World, request: WireRequest): Open | WireAnswer {
  const context = readContext(world, request, '4.0', (problem, parameter) => badParameters(problem, [parameter]))
  if ('status' in context) return context
  const { lat, lon, zone } = context
  const offset = zone.offsetAt(request.now)
  return {
    context,
    envelope: { lat: round(lat, 4), lon: round(lon, 4), timezone: zone.id, timezone_offset: offset },
    alerts: warningsAt(world, lat, lon, request.now)
      .filter((warning) => request.now < warning.cancelledAt)
      .map(alertIdOf),
    offsetMs: offset * 1000,
  }
}

const withAlerts = (alerts: readonly string[]): { alerts?: readonly string[] } => (alerts.length === 0 ? {} : { alerts })

/** `GET /data/4.0/onecall/current` */
export function current4(world: World, request: WireRequest): WireAnswer {
  const place = open(world, request)
  if ('status' in place) return place
  const { context, envelope, alerts, offsetMs } = place
  const dt = observationTime(context.lat, context.lon, request.now)
  const noon = Math.floor((dt + offsetMs) / DAY) * DAY - offsetMs + 12 * HOUR
  return json(200, { ...envelope, data: [{ ...currentBlock(context, dt, noon), ...withAlerts(alerts) }] })
}

/**
 * `GET /data/4.0/onecall/timeline/{1min,1h,1day}`. Every page is a separate call; the links contain the key, over plain http, as recorded.
 */
export function timeline4(world: World, request: WireRequest, name: string): WireAnswer {
  const place = open(world, request)
  if ('status' in place) return place
  const { context, envelope, alerts, offsetMs } = place
  if (name === '1min') {
    const data = hasRadar(context.zone.id)
      ? minutes(context.series, request.now, 0).map((minute) => Object.assign(minute, withAlerts(alerts)))
      : []
    return json(200, { ...envelope, data })
  }
  const step = STEPS[name]
  if (step === undefined) return notFound('Internal error')
  const asked = request.query.get('start')
  if (asked !== null && !/^\d{1,11}$/.test(asked)) return badParameters('Invalid start', ['start'])
  // A day is listed at 00:00 UTC of its local date.
  const base = name === '1day' ? request.now + offsetMs : request.now
  const first = Math.floor((asked === null ? base : Number(asked) * 1000) / step.ms) * step.ms
  const oldest = request.now - step.behindMs - step.ms
  const newest = Math.floor((base + step.aheadMs) / step.ms) * step.ms
  if (first < oldest || first > newest) return badParameters('start is out of range', ['start'])
  const data: Record<string, unknown>[] = []
  for (let at = first; at <= newest && data.length < step.pageSize; at += step.ms)
    data.push({ ...step.record(context, at, request.now), ...(step.withAlerts ? withAlerts(alerts) : {}) })
  const following = first + data.length * step.ms
  const previous = first - step.pageSize * step.ms
  return json(200, {
    ...envelope,
    data,
    ...(previous < oldest ? {} : { prev: link(request, name, step.pageSize, previous) }),
    ...(following > newest ? {} : { next: link(request, name, step.pageSize, following) }),
  })
}

function link(request: WireRequest, name: string, count: number, startMs: number): string {
  const host = typeof request.headers['host'] === 'string' ? request.headers['host'] : 'localhost'
  const query = request.query
  const coordinate = (key: string): string => Number(query.get(key)).toFixed(4)
  const optional = ['units', 'lang'].filter((key) => query.has(key)).map((key) => `&${key}=${query.get(key)}`)
  return `http://${host}/data/4.0/onecall/timeline/${name}?cnt=${count}&lat=${coordinate('lat')}&lon=${coordinate('lon')}&start=${seconds(startMs)}&appid=${query.get('appid')}${optional.join('')}`
}

/** `GET /data/4.0/onecall/alert/{id}` */
export function alert4(world: World, request: WireRequest, id: string): WireAnswer {
  const problem = keyProblem(request, '4.0')
  if (problem !== null) return problem
  const key = keyOfAlertId(id)
  const warning = key === null ? null : warningByKey(world, key, request.now)
  if (warning === null) return json(404, { cod: 404, message: 'alert not found' })
  return json(200, {
    id,
    sender_name: warning.sender,
    // Recorded answers leave the title empty as often as not; then only the tag is left.
    event: warning.serial % 2 === 0 ? '' : warning.event,
    start: seconds(warning.start),
    end: seconds(warning.end),
    description: descriptions(warning),
    tags: warning.tags,
  })
}

function descriptions(warning: Warning): { language: string; description: string }[] {
  if (warning.country !== 'DE') return [{ language: warning.country === 'US' ? 'en-US' : 'en-GB', description: warning.description }]
  return [
    { language: 'de-DE', description: `Amtliche Warnung: ${warning.event}.` },
    { language: 'en-GB', description: warning.description },
  ]
}

/** A record of an hour: visibility only in the first hours. */
function hourRecord(context: OwContext, at: number, nowMs: number): Record<string, unknown> {
  const { visibility, pop, ...rest } = hourBlock(context, at)
  return { ...rest, ...(at - nowMs < 2 * HOUR && visibility !== undefined ? { visibility } : {}), ...(at < nowMs - HOUR ? {} : { pop }) }
}

/**
 * A record of a day, listed at 00:00 UTC of its date: no dew point, no gust, no summary, `uvi` 0, felt temperatures equal to the measured ones.
 */
function dayRecord(context: OwContext, at: number, nowMs: number): Record<string, unknown> {
  const noon = at + 12 * HOUR - context.zone.offsetAt(at) * 1000
  const [day] = localDays(context.zone, noon, 1)
  if (day === undefined) throw new Error('a date without a day')
  const { dew_point: _dew, wind_gust: _gust, summary: _summary, pop, temp, ...rest } = dayBlock(context, day)
  const { min: _min, max: _max, ...felt } = temp as Record<string, number>
  return {
    ...rest,
    dt: seconds(at),
    temp,
    feels_like: felt,
    pressure: round(context.series.hour(Math.floor(noon / HOUR) * HOUR).state.pressure, 2),
    uvi: 0,
    ...(day.endMs < nowMs ? {} : { pop }),
  }
}

/** The id of a warning in One Call 4.0: opaque to clients, with colons as recorded; it contains the warning's key. */
function alertIdOf(warning: Warning): string {
  return `urn:oid:2.49.0.1.0.0.${warning.key}:${createHash('md5').update(warning.key).digest('hex')}`
}

/** The warning's key in an id; null if the id is not one of ours. */
function keyOfAlertId(id: string): string | null {
  return /^urn:oid:2\.49\.0\.1\.0\.0\.([a-z0-9-]{1,64}):[0-9a-f]{32}$/.exec(id)?.[1] ?? null
}
