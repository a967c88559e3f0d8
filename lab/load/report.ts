import type { Day } from './days.ts'
import { ASSUMED } from './people.ts'
import type { Served } from './service.ts'

const whole = (value: number): string => Math.round(value).toLocaleString('en')
const part = (value: number): string => `${(value * 100).toFixed(1)} %`
const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** A table of right-aligned columns, the first one left-aligned. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? '').length)))
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  return [head, ...rows].map(line).join('\n')
}

/** A day of this many people at the gateway, and what the law predicts without being fitted. */
export interface SizedDay {
  readonly people: number
  readonly day: Day
  readonly byLaw: number
  /** Views a second in the busiest ten minutes. */
  readonly peakPerSecond: number
}

/** Calls by number of people: measured, and by the refresh law. */
export function lawTable(days: readonly SizedDay[], target: { people: number; byLaw: number }): string {
  const rows = days.map(({ people, day, byLaw, peakPerSecond }) => [
    whole(people),
    whole(day.views),
    whole(day.calls),
    (day.calls / (day.views - ASSUMED.crawledPerDay)).toFixed(3),
    part(day.memory / day.answers),
    `${whole(byLaw)} (${part(byLaw / day.calls - 1)})`,
    peakPerSecond.toFixed(2),
  ])
  const unknown = [whole(target.people), '', 'extrapolated', '', '', whole(target.byLaw), '']
  return table(['people', 'views', 'calls', 'calls/view', 'memory', 'refresh law', 'peak views/s'], [...rows, unknown])
}

export interface Prices {
  /** For one call of the primary beyond its free ones. */
  readonly perCall: number
  readonly freePerDay: number
}

const billOf = (calls: number, { perCall, freePerDay }: Prices): number => Math.max(0, calls - freePerDay) * perCall

/** What the laws predict for the target: calls of the primary a day. */
export interface Projected {
  readonly people: number
  readonly calls: number
  readonly digestCalls: number
  readonly alertCalls: number
}

/** The measured day of the whole service, and the same for the target: scaled by people, or by calls where a cost belongs to a call. */
export function serviceTable({ calls, ...served }: Served, days: number, target: Projected, prices: Prices): string {
  const sum = (product: string, cause = ''): number =>
    calls.filter((row) => row.product.startsWith(product) && row.cause.startsWith(cause)).reduce((total, row) => total + row.calls, 0) /
    days
  const { database } = served
  const ofPeople = target.people / served.people
  const targetCalls = target.calls + target.digestCalls + target.alertCalls
  const ofCalls = targetCalls / sum('openweather/')
  const ofAlerts = target.alertCalls / Math.max(1, sum('openweather/', 'cron_weather'))
  const archive = ['hourly_issue', 'daily_issue', 'observation', 'air_issue', 'air_analysis'].reduce(
    (bytes, name) => bytes + (database.tables[name] ?? 0),
    0,
  )
  const row = (what: string, daily: number, inTarget: number, law: string, show = whole): string[] => [
    what,
    show(daily),
    show(inTarget),
    law,
  ]
  const byCalls = (what: string, value: number, show = whole): string[] => row(what, value / days, (value / days) * ofCalls, 'calls', show)
  const rows = [
    row('requests', served.requests / days, (served.requests / days) * ofPeople, 'people'),
    row('calls for people', sum('openweather/', 'people'), target.calls, 'refresh law'),
    row('calls for digests, on their day', sum('openweather/', 'cron_weekly'), target.digestCalls, 'distinct cells'),
    row('calls for alert mails', sum('openweather/', 'cron_weather'), target.alertCalls, 'distinct cells'),
    row('calls of the second source', sum('open-meteo/'), sum('open-meteo/') * ofAlerts, 'distinct cells'),
    byCalls('calls of the national feed', sum('nws/') * days),
    byCalls('rows inserted', database.inserted),
    byCalls('rows updated', database.updated),
    byCalls('rows deleted', database.deleted),
    byCalls('commits', database.commits),
    byCalls('write-ahead log', database.walBytes, mega),
    byCalls('archive', archive, mega),
    ...Object.entries(served.mails).map(([name, mails]) => row(`mails: ${name}`, mails / days, (mails / days) * ofPeople, 'people')),
    row('bill', billOf(sum('openweather/'), prices), billOf(targetCalls, prices), `${prices.perCall} a call, ${prices.freePerDay} free`),
  ]
  return table(['a day', `${whole(served.people)} people`, `${whole(target.people)} people`, 'by'], rows)
}
