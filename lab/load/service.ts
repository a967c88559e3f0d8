import { Agent, request as httpRequest } from 'node:http'
import { formatInstant } from '../../src/domain/instant.ts'
import { WEATHER_SCOPES } from '../../src/domain/scope.ts'
import { DAY_SECONDS } from '../../src/time.ts'
import { createTestApp, type TestApp } from '../../test/helpers/app.ts'
import { createTestClock } from '../../test/helpers/clock.ts'
import { startSimulator } from '../../tools/upstream-simulator/simulator.ts'
import { START, viewsOf } from './days.ts'
import { ASSUMED, createPeople, type View } from './people.ts'
import type { Town } from './towns.ts'
import { cornerOf, GRID_DEGREES, startUpstream } from './upstream.ts'

const STEP_SECONDS = 60
const ALERTS_EVERY_SECONDS = 900
const DIGESTS_AT_SECOND = 6 * 3_600
/** Views at the same time: as many as the gateway refreshes behind answers. */
const TOGETHER = 4

/** What some days of people cost the whole service. */
export interface Served {
  readonly people: number
  readonly views: number
  readonly requests: number
  readonly statuses: Readonly<Record<string, number>>
  /** Calls by product and reason, from the ledger: `people`, or for jobs what triggered them. */
  readonly calls: readonly { readonly product: string; readonly cause: string; readonly calls: number }[]
  readonly mails: Readonly<Record<string, number>>
  /** Distinct cells by type of subscription. */
  readonly subscribedCells: Readonly<Record<string, number>>
  readonly database: {
    readonly inserted: number
    readonly updated: number
    readonly deleted: number
    readonly commits: number
    readonly walBytes: number
    /** Bytes at the end by table, indexes included, largest first. */
    readonly tables: Readonly<Record<string, number>>
  }
  /** Processor time of this process: service, simulator and visitors. */
  readonly processorSeconds: number
}

/**
 * Plays days against the whole service, in this process, on a real PostgreSQL and a simulated clock: every view as the four requests that a page
 * makes, from its own address; subscriptions through the API; both jobs when they are due. Crawlers are left out: they request pages.
 */
export async function serveDays({
  towns,
  people,
  seed,
  days,
}: {
  towns: readonly Town[]
  people: number
  seed: number
  days: number
}): Promise<Served> {
  const cpu = process.cpuUsage()
  const clock = createTestClock(formatInstant(START))
  const simulator = await startSimulator({ port: 0, now: clock.now })
  const upstream = await startUpstream(simulator, clock.now)
  const app = await createTestApp({ now: formatInstant(START), site: null, env: environment(upstream.url) })
  const visitors = createVisitors(app)
  const who = createPeople({ towns, viewsPerDay: viewsOf(people), seed })
  forceStorm(simulator, who.storm)
  const before = await statistics(app)
  await subscribe(visitors, who.choose, people)
  let views = 0
  for (let second = 0; second < days * DAY_SECONDS; second += STEP_SECONDS) {
    const instant = formatInstant(START + second * 1_000)
    clock.set(instant)
    app.clock.set(instant)
    const seen = who.step(clock.now(), STEP_SECONDS).filter(({ isCrawler }) => !isCrawler)
    views += seen.length
    for (let i = 0; i < seen.length; i += TOGETHER) {
      await Promise.all(seen.slice(i, i + TOGETHER).map(visitors.view))
      await app.services.gateway.drain()
    }
    if (second % DAY_SECONDS === DIGESTS_AT_SECOND) await runJob(app, 'weekly-digests')
    if (second % ALERTS_EVERY_SECONDS === 0) await runJob(app, 'weather-alerts')
  }
  const calls = await countsOf(
    app,
    `select product, case cause when 'job' then trigger else 'people' end as cause, count(*)::int as calls from upstream_call group by 1, 2 order by 3 desc`,
  )
  const mails = await countsOf(app, 'select template as name, count(*)::int as mails from mail_outbox group by 1')
  const cells = await countsOf(app, 'select type as name, count(distinct cell)::int as cells from subscription group by 1')
  // A connection reports its statistics when it ends.
  await app.stop()
  const after = await statistics(app)
  await app.close()
  await upstream.close()
  await simulator.close()
  const { user, system } = process.cpuUsage(cpu)
  return {
    people,
    views,
    requests: visitors.requests(),
    statuses: visitors.statuses,
    calls: calls as unknown as Served['calls'],
    mails: Object.fromEntries(mails.map(({ name, mails: count }) => [String(name), Number(count)])),
    subscribedCells: Object.fromEntries(cells.map(({ name, cells: count }) => [String(name), Number(count)])),
    database: {
      inserted: after.inserted - before.inserted,
      updated: after.updated - before.updated,
      deleted: after.deleted - before.deleted,
      commits: after.commits - before.commits,
      walBytes: after.walBytes - before.walBytes,
      tables: after.tables,
    },
    processorSeconds: (user + system) / 1e6,
  }
}

const environment = (url: string) => ({
  TRUST_PROXY: '1',
  OPENWEATHER_DAILY_LIMIT: '100000000',
  OPENWEATHER_MINUTE_LIMIT: '1000000',
  OPENWEATHER_BASE_URL: url,
  OPEN_METEO_BASE_URL: url,
  NWS_BASE_URL: url,
  WARNING_FEEDS: '',
  RATE_LIMITS: '',
  LOG_LEVEL: 'error',
})

function createVisitors(app: TestApp) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 * TOGETHER })
  const { port } = new URL(app.url)
  const statuses: Record<string, number> = {}
  let [requests, addresses] = [0, 0]

  function send(method: string, path: string, from: string, body?: object): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const headers = { 'x-forwarded-for': from, ...(body && { 'content-type': 'application/json' }) }
    httpRequest({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      requests += 1
      statuses[String(response.statusCode)] = (statuses[String(response.statusCode)] ?? 0) + 1
      response.resume().on('end', resolve).on('error', reject)
    })
      .on('error', reject)
      .end(body && JSON.stringify(body))
    return promise
  }

  /** A different address for everybody. */
  function address(): string {
    const n = addresses++
    return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  }

  return {
    statuses,
    requests: (): number => requests,
    async view({ lat, lon }: View): Promise<void> {
      const from = address()
      const place = `/api/weather?lat=${lat}&lon=${lon}&trigger=city_detail&scope=`
      await Promise.all(WEATHER_SCOPES.map((scope) => send('GET', place + scope, from)))
    },
    subscribe: (body: object) => send('POST', '/api/subscriptions', address(), body),
  }
}

async function subscribe({ subscribe: send }: ReturnType<typeof createVisitors>, choose: () => Town, people: number) {
  for (const [type, share] of [
    ['city_weekly', ASSUMED.digests],
    ['city_alerts', ASSUMED.alerts],
  ] as const) {
    for (let i = 0; i < Math.round(people * share); i++) {
      const { lat, lon } = choose()
      const email = `${type}-${i}@load.example`
      await send({ clientId: email, email, type, cityName: `Town ${i}`, cityLat: lat, cityLon: lon })
    }
  }
}

const at = (hour: number): string => formatInstant(START + hour * 3_600_000)

/** At the corner of the grid that stands for the storm's towns. */
function forceStorm(simulator: Awaited<ReturnType<typeof startSimulator>>, { lat, lon }: Town): void {
  const { fromHour, toHour } = ASSUMED.storm
  simulator.setConditions([
    {
      lat: cornerOf(lat),
      lon: cornerOf(lon),
      radiusDeg: GRID_DEGREES / 2 - 0.1,
      from: at(fromHour),
      to: at(toHour),
      weather: { windGust: 38, windSpeed: 22 },
      alert: { event: 'Severe storm', severity: 'severe', start: at(fromHour), end: at(toHour) },
    },
  ])
}

async function runJob(app: TestApp, name: 'weekly-digests' | 'weather-alerts'): Promise<void> {
  const run = await app.services.jobs.start(name, { trigger: 'cron' })
  if (run.kind !== 'started') throw new Error(`${name} was not started: ${run.kind}`)
  const { status, error } = await run.finished
  if (status === 'failed') throw error
}

async function countsOf(app: TestApp, statement: string): Promise<readonly Record<string, unknown>[]> {
  return (await app.database.pool.query<Record<string, unknown>>(statement)).rows
}

async function statistics(app: TestApp) {
  const [counted] = await countsOf(
    app,
    `select tup_inserted, tup_updated, tup_deleted, xact_commit, pg_current_wal_lsn() - '0/0'::pg_lsn as wal
     from pg_stat_database where datname = current_database()`,
  )
  const tables = await countsOf(
    app,
    `select coalesce(pg_partition_root(oid)::regclass::text, relname) as name, sum(pg_total_relation_size(oid))::float8 as bytes
     from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace group by 1 order by 2 desc limit 8`,
  )
  return {
    inserted: Number(counted?.['tup_inserted']),
    updated: Number(counted?.['tup_updated']),
    deleted: Number(counted?.['tup_deleted']),
    commits: Number(counted?.['xact_commit']),
    walBytes: Number(counted?.['wal']),
    tables: Object.fromEntries(tables.map(({ name, bytes }) => [String(name), Number(bytes)])),
  }
}
