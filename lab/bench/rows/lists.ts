import type { Tables } from '../../../src/composition/tables.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createLogger } from '../../../src/platform/log.ts'
import { openJobBench } from '../jobs/server.ts'
import { fill } from '../lists.ts'
import { startListening, startService } from '../processes.ts'
import type { Goal, MeasuredRow, Pace } from '../table/row.ts'
import { timeInTurns } from '../table/side-by-side.ts'

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
const SEARCH: Goal = { most: 50 }

interface List {
  readonly path: string
  readonly table: string
  readonly order: string
  /** The list's own search condition, for a pattern. */
  readonly matching: (pattern: string) => string
}

const MAILS: List = {
  path: 'outbox',
  table: 'mail_outbox',
  order: 'created_at DESC, id DESC',
  matching: (pattern) => `template ILIKE ${pattern} OR email_key LIKE ${pattern} OR last_error ILIKE ${pattern}`,
}
const SUBSCRIPTIONS: List = {
  path: 'subscriptions',
  table: 'subscription',
  order: 'created_at DESC, id DESC',
  matching: (pattern) => `city_name ILIKE ${pattern} OR email_key LIKE ${pattern}`,
}
const SUPPRESSIONS: List = {
  path: 'suppressions',
  table: 'mail_suppression',
  order: 'since DESC, address_hash DESC',
  matching: (pattern) => `note ILIKE ${pattern}`,
}

const CASES: readonly { name: string; list: List; q?: string; goal: Goal | null; isInQuick?: true }[] = [
  { name: 'mails', list: MAILS, goal: null },
  { name: 'mails, a search that finds some', list: MAILS, q: '777', goal: SEARCH, isInQuick: true },
  { name: 'mails, a search that finds none', list: MAILS, q: 'not there', goal: SEARCH },
  { name: 'subscriptions, a search that finds some', list: SUBSCRIPTIONS, q: '777', goal: SEARCH },
  { name: 'suppressions, a search that finds some', list: SUPPRESSIONS, q: '777', goal: SEARCH },
]

/** The back office's lists: fifty rows and the total count, one request after the other. */
export async function* lists(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const bench = closing.use(await openJobBench())
  const url = await bench.createDatabase('lists')
  const size = pace.isQuick ? ROWS_IN_QUICK : ROWS
  const database = await openDatabase<Tables>({ connection: url, maxConnections: 1, log: createLogger({ level: 'error' }) })
  // The newest row was made just now: mails are deleted after a month.
  await fill(database, size, Date.now() - size * 1_000)
  await database.close()
  const service = closing.use(await startService({ DATABASE_URL: url, ...ENV }))
  const headers = { cookie: await signIn(service.url) }
  for (const { name, list, q, goal, isInQuick } of CASES) {
    if (pace.isQuick && !isInQuick) continue
    const bare = closing.use(await startListening(['lab/bench/bare-queries.ts', url, JSON.stringify(statementsOf(list, q))]))
    const path = `/api/admin/${list.path}${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`
    const rounds = await timeInTurns({ url: service.url + path, headers }, { url: bare.url }, pace)
    yield {
      name: `${name}, of ${size.toLocaleString('en')}`,
      unit: 'ms',
      yardstick: 'node:http and the bare queries',
      goal: pace.isQuick ? null : goal,
      rounds,
    }
  }
}

function statementsOf({ table, order, matching }: List, q: string | undefined): string[] {
  const where = q === undefined ? '' : `WHERE ${matching(`'%${q}%'`)}`
  return [`SELECT count(*) FROM ${table} ${where}`, `SELECT * FROM ${table} ${where} ORDER BY ${order} LIMIT 51`]
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
