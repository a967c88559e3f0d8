import { sql } from 'kysely'
import type { Tables } from '../../../src/composition/tables.ts'
import { type Database, openDatabase } from '../../../src/platform/db/database.ts'
import { createLogger } from '../../../src/platform/log.ts'
import { openDatabases } from '../database.ts'
import type { Side } from '../load.ts'
import { startService } from '../processes.ts'
import type { Goal, MeasuredRow, Pace, Round, Sample } from '../row.ts'

const ROWS = 1_000_000
const ROWS_IN_QUICK = 50_000
const ACCOUNT = { email: 'bench@example.org', password: 'a passphrase for the bench' }
/** Without the scheduler: a digest run for a million subscribers would be due, and is not what is measured. */
const ENV = {
  ADMIN_EMAIL: ACCOUNT.email,
  ADMIN_PASSWORD: ACCOUNT.password,
  ADMIN_SECRET: 'bench-admin-secret-0123456789',
  SCHEDULER: 'off',
}
const GOAL: Goal = { most: 50 }

const CASES = [
  { name: 'mails, a search that finds some', list: 'outbox', q: '777' },
  { name: 'mails, a search that finds none', list: 'outbox', q: 'not there' },
  { name: 'subscriptions, a search that finds some', list: 'subscriptions', q: '777' },
  { name: 'suppressions, a search that finds some', list: 'suppressions', q: '777' },
] as const

/** The back office's lists: fifty rows and the total count, one request after the other. */
export async function* lists(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const bench = closing.use(await openDatabases())
  const url = await bench.createDatabase('lists')
  const size = pace.isQuick ? ROWS_IN_QUICK : ROWS
  const database = await openDatabase<Tables>({ connection: url, maxConnections: 1, log: createLogger({ level: 'error' }) })
  // The newest row was made just now: mails are deleted after a month.
  await fill(database, size, Date.now() - size * 1_000)
  await database.close()
  const service = closing.use(await startService({ DATABASE_URL: url, ...ENV }))
  const headers = { cookie: await signIn(service.url) }
  for (const { name, list, q } of CASES) {
    const asked = { url: `${service.url}/api/admin/${list}?q=${encodeURIComponent(q)}`, headers }
    await timeFor(asked, 0)
    const rounds: Round[] = []
    for (let round = 0; round < pace.rounds; round++) rounds.push({ isobar: await timeFor(asked, pace.seconds), yardstick: null })
    yield { name: `${name}, of ${size.toLocaleString('en')}`, unit: 'ms', yardstick: null, goal: pace.isQuick ? null : GOAL, rounds }
  }
}

/** Milliseconds for a request: for this long, but at least one. */
async function timeFor({ url, headers = {} }: Side, seconds: number): Promise<Sample> {
  const times: number[] = []
  const until = performance.now() + seconds * 1_000
  do {
    const startedAt = performance.now()
    const response = await fetch(url, { headers })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`)
    times.push(performance.now() - startedAt)
  } while (performance.now() < until)
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { value: at(0.5), p99Ms: at(0.99) }
}

/** Returns the session's cookie. */
async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  })
  if (!response.ok) throw new Error(`the login answered ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Writes rows one second apart, from `fromMs` on: two thirds of the subscriptions have a place; one mail in a thousand has failed. */
async function fill({ kysely }: Database<Tables>, size: number, fromMs: number): Promise<void> {
  await kysely.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`truncate subscription, mail_outbox, mail_suppression`.execute(db)
    const at = sql`${new Date(fromMs)}::timestamptz + n * interval '1 second'`
    const rows = sql`generate_series(1, ${size}::int) n`
    await sql`
      insert into subscription (id, client, email, email_key, type, cell, city_name, city_lat, city_lon, frequency, alert_on_rain, alert_on_storm,
        alert_prefs, lang, units, timezone, active, confirmed_at, unsubscribe_token, created_at, updated_at)
      select gen_random_uuid(), md5(n::text), 'reader.' || n || '@example.org', 'reader.' || n || '@example.org',
        case when n % 3 = 0 then 'newsletter' when n % 3 = 1 then 'city_weekly' else 'city_alerts' end, case when n % 3 > 0 then n % 5000 end,
        case when n % 3 > 0 then 'Town ' || n % 5000 end, case when n % 3 > 0 then 50 end, case when n % 3 > 0 then 10 end, 'weekly', false, false,
        '{}', 'en', 'metric', 'Europe/Berlin', true, ${at}, gen_random_uuid(), ${at}, ${at}
      from ${rows}`.execute(db)
    await sql`
      insert into mail_outbox (id, key, kind, priority, template, address, email_key, lang, units, timezone, data, parts, created_at, state,
        next_attempt_at, attempts, attempts_allowed, last_error, settled_at)
      select gen_random_uuid(), 'digest:' || md5(n::text), 'digest', 2, 'weekly-digest', 'reader.' || n || '@example.org',
        'reader.' || n || '@example.org', 'en', 'metric', 'Europe/Berlin', jsonb_build_object('cities', array[md5(n::text), md5((n + 1)::text)]),
        array['digest:2026-11-21:' || n % 5000], ${at}, case when n % 1000 = 1 then 'failed' else 'sent' end, ${at}, 1, 8,
        case when n % 1000 = 1 then '550 5.1.1 no such user' end, ${at}
      from ${rows}`.execute(db)
    await sql`
      insert into mail_suppression (address_hash, reason, since, note)
      select left(md5(n::text), 22), 'hard_bounce', ${at}, 'answer ' || n from ${rows}`.execute(db)
    await sql`vacuum analyze subscription, mail_outbox, mail_suppression`.execute(db)
    await sql`checkpoint`.execute(db)
    await sql`reset statement_timeout`.execute(db)
  })
}
