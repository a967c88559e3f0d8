import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import { DAY_MS, HOUR_MS, toUtcDay } from '../src/time.ts'
import { createTestApp, CRON_SECRET, type TestApp } from './helpers/app.ts'

/** Rows with this time column (all others are recent) are deleted after so many days, and not before. */
interface Retention {
  readonly table: string
  readonly column: string
  readonly days: number
  /** As docs/reliability.md states it, if not as "90 days". */
  readonly stated?: RegExp
  /** What else is special about such rows. */
  readonly row?: Readonly<Record<string, unknown>>
}

const RETENTIONS: readonly Retention[] = [
  { table: 'admin_audit', column: 'at', days: 730 },
  { table: 'admin_audit', column: 'at', days: 90, row: { action: 'user.login.refused' } },
  { table: 'admin_known_device', column: 'signed_in_at', days: 180, row: { kind: 'browser' } },
  { table: 'admin_link', column: 'expires_at', days: 30, row: { purpose: 'invite' } },
  { table: 'admin_session', column: 'created_at', days: 7, stated: /a week/ },
  { table: 'admin_session', column: 'seen_at', days: 1, stated: /a day/ },
  { table: 'alert_cell', column: 'checked_at', days: 30 },
  { table: 'alert_evaluation', column: 'first_at', days: 4, stated: /four days/ },
  { table: 'alert_event', column: 'seen_at', days: 30, row: { kind: 'official', state: 'over' } },
  { table: 'analytics_rollup', column: 'starts_at', days: 90, row: { period: 'hour', dimension: 'all' } },
  { table: 'analytics_rollup', column: 'starts_at', days: 400, stated: /by day for 400/, row: { period: 'day', dimension: 'all' } },
  { table: 'analytics_salt', column: 'day', days: 0, stated: /today/ },
  { table: 'analytics_search', column: 'day', days: 90 },
  { table: 'analytics_search_typed', column: 'day', days: 0, stated: /today/ },
  { table: 'analytics_view', column: 'starts_at', days: 1, stated: /today and yesterday/ },
  { table: 'analytics_visitor', column: 'day', days: 1, stated: /today and yesterday/ },
  { table: 'climate_normal', column: 'wanted_at', days: 30, row: { next_at: '2027-01-01' } },
  { table: 'blend_gain', column: 'day', days: 60 },
  { table: 'blend_issue', column: 'slot', days: 12, row: { sources: ['open-meteo'] } },
  { table: 'client_key', column: 'revoked_at', days: 400, row: { disabled: false } },
  { table: 'client_key_usage', column: 'day', days: 800 },
  { table: 'composed_message', column: 'created_at', days: 90 },
  { table: 'connection_check', column: 'checked_at', days: 1, stated: /a day/, row: { member: 'push.example' } },
  { table: 'digest_delivery', column: 'delivered_at', days: 400, row: { frequency: 'daily' } },
  { table: 'inaccurate_report', column: 'received_at', days: 400, row: { scope: 'current', field: 'wind' } },
  { table: 'job_run', column: 'started_at', days: 90, row: { status: 'failed', finished_at: new Date(0), job: 'backup', trigger: 'cron' } },
  { table: 'login_backoff', column: 'attempted_at', days: 1, stated: /a day/ },
  { table: 'mail_bounce', column: 'at', days: 90, row: { kind: 'hard', source: 'ses' } },
  { table: 'mail_event', column: 'at', days: 3 },
  { table: 'mail_outbox', column: 'created_at', days: 30, row: { kind: 'digest', state: 'sent', units: 'metric' } },
  { table: 'mail_part', column: 'used_at', days: 31 },
  { table: 'message_draft', column: 'updated_at', days: 90 },
  { table: 'map_tile', column: 'fetched_at', days: 1, stated: /a day/ },
  { table: 'place_height', column: 'seen_at', days: 400 },
  { table: 'place_name', column: 'named_at', days: 90, stated: /given in 90/ },
  { table: 'push_device', column: 'alive_at', days: 365, stated: /a year/, row: { units: 'metric' } },
  { table: 'push_message', column: 'created_at', days: 30, row: { urgency: 'high', state: 'sent' } },
  { table: 'station', column: 'observed_at', days: 45 },
  { table: 'station_box', column: 'wanted_at', days: 2 },
  { table: 'station_reading', column: 'observed_at', days: 45 },
  {
    table: 'subscription',
    column: 'deactivated_at',
    days: 30,
    row: { type: 'newsletter', active: false, confirmed_at: new Date(0), frequency: 'daily', units: 'metric' },
  },
  { table: 'subscription_refusal', column: 'refused_at', days: 3 * 365, stated: /3 years/ },
  { table: 'trouble', column: 'ended_at', days: 90, row: { severity: 'bad' } },
  { table: 'upstream_call', column: 'started_at', days: 90, stated: /\(90\)/, row: { cause: 'request' } },
  { table: 'upstream_window', column: 'window_start', days: 1, stated: /a day/, row: { window_seconds: 86_400 } },
  { table: 'usage_answer', column: 'starts_at', days: 8, row: { period: 'hour', layer: 'memory' } },
  { table: 'usage_answer', column: 'starts_at', days: 800, stated: /days of 800/, row: { period: 'day', layer: 'memory' } },
  { table: 'usage_call', column: 'starts_at', days: 8, row: { period: 'hour', dimension: 'scope' } },
  { table: 'usage_call', column: 'starts_at', days: 800, stated: /days of 800/, row: { period: 'day', dimension: 'scope' } },
  { table: 'warning', column: 'listed_until', days: 7, stated: /a week/, row: { state: 'ended' } },
  { table: 'warning_name', column: 'seen_at', days: 10 },
  { table: 'webhook_delivery', column: 'created_at', days: 30, row: { state: 'dead' } },
]

/** Tables that reliability.md states a time for and that are not above, with the reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ad_earning: 'each reading replaces all of it',
  analytics_event: 'partitions are dropped (features/site/analytics/service.test.ts)',
  check_hour: 'the total over it changes with it (features/weather/places/recent-checks/window.test.ts)',
  check_total: 'has no time',
}

/** Half an hour after midnight: what is deleted by whole hours or days has its limit within an hour, too. */
const NOW = '2026-07-01T00:30:00.000Z'
const MARGIN_MS = HOUR_MS

describe('what is deleted after a time', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: NOW, env: { WEATHER_PROVIDERS: 'open-meteo' } })
  })
  after(() => app.close())

  it('is deleted then, and not before', async () => {
    const connection = await app.database.pool.connect()
    // Without checks of foreign keys: what the rows refer to does not exist.
    await connection.query('set session_replication_role = replica')
    for (const retention of RETENTIONS) for (const at of timesOf(retention)) await insertRow(connection, retention, at)
    connection.release(true)

    await tidyUp(app)

    const left = await Promise.all(RETENTIONS.map((retention) => leftOf(app.database.pool, retention)))
    assert.deepEqual(
      left,
      RETENTIONS.map(({ table, column }) => `${table} by ${column}: 0 and 1`),
    )
  })

  it('is what docs/reliability.md states', async () => {
    const doc = await readFile(new URL('../docs/reliability.md', import.meta.url), 'utf8')
    const limits = new Map(
      [...doc.matchAll(/^- (`\w+`(?:, `\w+`)*): (.+)$/gm)].flatMap(([, tables = '', limit = '']) =>
        (tables.match(/\w+/g) ?? []).map((table) => [table, limit] as const),
      ),
    )
    for (const { table, days, stated = new RegExp(`\\b${days} days`) } of RETENTIONS) assert.match(limits.get(table) ?? '', stated, table)
    const tested = new Set([...RETENTIONS.map(({ table }) => table), ...Object.keys(ELSEWHERE)])
    const timed = [...limits].filter(([, limit]) => /\d (day|year|month)|\ba (day|week|year)\b|today/.test(limit))
    assert.deepEqual(
      timed.map(([table]) => table).filter((table) => !tested.has(table)),
      [],
    )
  })
})

/** Runs whatever deletes old rows: each node's tasks, and the jobs that keep a record of what they did. */
async function tidyUp({ services, get }: TestApp): Promise<void> {
  const tasks = [...services.tasks, ...services.features.flatMap((feature) => ('tasks' in feature ? feature.tasks : []))]
  for (const { run } of tasks) await run()
  for (const job of ['weekly-digests', 'weather-alerts']) {
    const { status, text } = await get(`/api/cron/${job}`, { authorization: `Bearer ${CRON_SECRET}` })
    assert.equal(status, 200, text)
  }
}

/** A time that is over, and one that is not. */
function timesOf({ column, days }: Retention): string[] {
  const limit = Date.parse(NOW) - days * DAY_MS
  return column === 'day'
    ? [toUtcDay(limit - DAY_MS), toUtcDay(limit)]
    : [limit - MARGIN_MS, limit + MARGIN_MS].map((at) => new Date(at).toISOString())
}

/** How many of the rows that were inserted are left: of those whose time is over, and of those whose time is not. */
async function leftOf(db: Pick<pg.Pool, 'query'>, retention: Retention): Promise<string> {
  const { table, column } = retention
  const [over, lasting] = timesOf(retention)
  const counted = `count(*) filter (where ${column} = $1) as over, count(*) filter (where ${column} = $2) as lasting`
  const { rows } = await db.query<{ over: string; lasting: string }>(`select ${counted} from ${table}`, [over, lasting])
  return `${table} by ${column}: ${rows[0]?.over} and ${rows[0]?.lasting}`
}

let made = 0

/** Inserts a row with this time in the column. Its other required values are recent, differ from row to row, and mean nothing. */
async function insertRow(db: Pick<pg.Pool, 'query'>, { table, column, row }: Retention, at: string): Promise<void> {
  const { rows } = await db.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attnotnull and not atthasdef and attidentity = ''`,
    [table],
  )
  const values = new Map<string, unknown>(rows.map(({ name, type }) => [name, valueOf(type)]))
  for (const [name, value] of Object.entries({ ...row, [column]: at })) values.set(name, value)
  const places = Array.from({ length: values.size }, (_, index) => `$${index + 1}`)
  await db.query(`insert into ${table} (${[...values.keys()].join()}) values (${places.join()})`, [...values.values()])
}

function valueOf(type: string): string {
  made += 1
  if (type.endsWith('[]') || type === 'jsonb') return '{}'
  if (type === 'uuid') return randomUUID()
  if (type === 'boolean') return 'false'
  if (type.startsWith('timestamp') || type === 'date') return NOW
  return type === 'bytea' ? `\\x${made.toString(16).padStart(4, '0')}` : String(made)
}
