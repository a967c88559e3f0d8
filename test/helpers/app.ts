import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { buildBaseUrls } from '../../packages/providers/src/testing/base-urls.ts'
import { createApp } from '../../src/composition/app.ts'
import { createServices, type Services, type ServiceOptions } from '../../src/composition/services.ts'
import { loadConfig } from '../../src/config/config.ts'
import { findBundle } from '../../src/features/site/rendering/bundle.ts'
import { createPartitionStore, getNextMonth, toUtcMonth } from '../../src/features/weather/history/partition-store.ts'
import type { HistoryTables } from '../../src/features/weather/history/tables.ts'
import type { DatabasePatience } from '../../src/platform/db/database.ts'
import { createLogger } from '../../src/platform/log.ts'
import { isCurrent } from '../../tools/build/pages.ts'
import { type Simulator, type SimulatorOptions, startSimulator } from '../../tools/upstream-simulator/simulator.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { createTestDatabase, PATIENCE, type TestDatabase } from './database.ts'
import { closedAtEnd, emptiedAfterFile } from './ending.ts'
import { PATIENT } from './service-process.ts'
import { keepStatements } from './statements.ts'

export interface TestAppOptions {
  /** Variables in addition to those that point the service at its test options. */
  readonly env?: Readonly<Record<string, string>>
  /** Shares the database, simulator and clock of another app, as a second node, or of a world that has no app yet. */
  readonly sharing?: TestWorld
  readonly now?: string
  /** Opens the official warning feeds that operators add. */
  readonly openCapFeed?: ServiceOptions['openCapFeed']
  /** Official warning feeds. */
  readonly warningFeeds?: ServiceOptions['warningFeeds']
  /** Sources of what stations measure; none by default. */
  readonly stationSources?: ServiceOptions['stationSources']
  /** Of tests whose database goes away. */
  readonly databasePatience?: DatabasePatience
  /** Null: as if the pages had not been built. Undefined: the built pages, if they are current with their sources. */
  readonly site?: ServiceOptions['site']
}

/** The options of a test's app. */
export interface TestWorld {
  readonly clock: TestClock
  readonly simulator: Simulator
  readonly database: TestDatabase<unknown>
}

/** All services on their own database, with the simulator as their providers and a clock that the test sets. */
export interface TestServices extends TestWorld {
  readonly services: Services
  /** Every log line so far. */
  readonly logLines: readonly string[]
  /** Closes the services only: their data stays for `sharing`. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** The same with their routes. */
export interface TestApp extends TestServices {
  readonly url: string
  get(path: string, headers?: Record<string, string>): Promise<TestAnswer>
}

export interface TestAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape
  readonly body: any
}

/** Lifts every client's share of provider calls: all requests of a test come from one address. */
export const NO_SHARES = 'upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0'

/** Keeps a test's sign-in from taking a processor for a thirtieth of a second. */
export const PASSWORD_COST = { memory: 64, passes: 1, parallelism: 1 }

/** Browsers may leave the thread of the pages little of a processor for long: no page is then one too many. */
const PAGE_PATIENCE_MS = 120_000

/** Tests decide when anything rarer runs: a slow machine would begin it in the midst of one. */
const LONGEST_PAUSE_MS = 2_000

const KEY = 'test-weather-key-0123456789'
/** The secret that the cron routes expect. */
export const CRON_SECRET = 'test-cron-secret-0123456789'

/** For tests that ask for no route: setting up all of them is a third of an app's processor time. */
export async function createTestServices(options: TestAppOptions = {}): Promise<TestServices> {
  const { sharing } = options
  keepStatements()
  const own = sharing === undefined ? await createTestWorld(options.now) : undefined
  const { clock, simulator, database } = own ?? (sharing as TestWorld)
  const dataDir = await mkdtemp(join(tmpdir(), 'isobar-test-'))
  const logLines: string[] = []
  const log = createLogger({ level: 'debug', destination: { write: (line: string) => void logLines.push(line) } })
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.connectionString,
    ADMIN_SECRET: 'test-admin-secret-0123456789',
    DATA_DIR: dataDir,
    OPENWEATHER_API_KEY: KEY,
    WEATHER_PROVIDERS: 'openweather,open-meteo',
    ...buildBaseUrls(simulator.url),
    // The simulator implements no mail service; a test that needs one sets its address.
    MAIL_SERVICE_BASE_URL: simulator.url,
    ...PATIENT,
    RATE_LIMITS: `weather=0,${NO_SHARES}`,
    // The next visit must see what a test has changed.
    PAGES_KEPT_MS: '0',
    // Tests decide when a job runs.
    SCHEDULER: 'off',
    CRON_SECRET,
    ...options.env,
  })
  const services = await createServices(config, {
    clock,
    log,
    warningFeeds: options.warningFeeds ?? [],
    passwordCost: PASSWORD_COST,
    patience: PATIENCE,
    ...options.databasePatience,
    longestPauseMs: LONGEST_PAUSE_MS,
    ...(options.stationSources && { stationSources: options.stationSources }),
    ...(options.openCapFeed && { openCapFeed: options.openCapFeed }),
    ...(await pagesOf(options)),
  })
  const stop = closedAtEnd(async () => {
    await services.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return emptiedAfterFile({
    clock,
    simulator,
    database,
    services,
    logLines,
    stop,
    async close() {
      await stop()
      await own?.close()
    },
  })
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const opened = await createTestServices(options)
  const app = await createApp(opened.services)
  const endApp = closedAtEnd(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return emptiedAfterFile({
    ...opened,
    url,
    get: (path, headers = {}) => get(url + path, headers),
    async stop() {
      await endApp()
      await opened.stop()
    },
    async close() {
      await endApp()
      await opened.close()
    },
  })
}

let arePagesCurrent = false

/** Outdated pages must not be loaded: they would stay loaded for the test files in this process that build them. */
async function pagesOf({ site }: TestAppOptions): Promise<Pick<ServiceOptions, 'site'>> {
  if (site !== undefined) return { site }
  arePagesCurrent ||= await isCurrent()
  return { site: arePagesCurrent ? (findBundle(PAGE_PATIENCE_MS) ?? null) : null }
}

/** The partitions that an app makes at its start, for the months of a clock that no test has set: twelve statements less for each app. */
const ARCHIVE_MONTHS = {
  name: 'archive months',
  async furnish(pool: pg.Pool): Promise<void> {
    const kysely = new Kysely<HistoryTables>({ dialect: new PostgresDialect({ pool }) })
    const month = toUtcMonth(createTestClock().now())
    for (const each of [month, getNextMonth(month)]) await createPartitionStore(kysely).ensureMonth(each)
  },
}

/** A clock, a simulator that follows it, and a migrated database. `watch` sees every call of a provider. */
export async function createTestWorld(
  now?: string,
  watch: Pick<SimulatorOptions, 'onCall'> = {},
): Promise<TestWorld & { close(): Promise<void> }> {
  const clock = createTestClock(now)
  const simulator = await startSimulator({ port: 0, now: clock.now, ...watch })
  const closeSimulator = closedAtEnd(simulator.close)
  const database = await createTestDatabase<unknown>({ furnished: ARCHIVE_MONTHS })
  return {
    clock,
    simulator: { ...simulator, close: closeSimulator },
    database,
    async close() {
      await closeSimulator()
      await database.drop()
    },
  }
}

async function get(url: string, headers: Record<string, string>): Promise<TestAnswer> {
  return answerOf(await fetch(url, { headers }))
}

/** Reads an answer in full. */
export async function answerOf(response: Response): Promise<TestAnswer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
}
