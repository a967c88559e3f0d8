import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { createTestFeed } from '../src/features/weather/warnings/testing/feed.ts'
import { CLOCK_TOLERANCE_MS, compareAges, computeAgeMs, DAY_MS, HOUR_MS, isInForce } from '../src/time.ts'
import { send, signIn } from './helpers/admin.ts'
import { createTestApp, createTestWorld, type TestApp } from './helpers/app.ts'

const SCOPES = ['current', 'hourly', 'daily', 'minutely', 'air', 'marine'] as const
const NOW = Date.parse('2026-07-01T12:00:00Z')

describe('an age', () => {
  it('is never negative, and infinite in a future further than clocks differ', () => {
    const ages = [-DAY_MS, -1, 0, CLOCK_TOLERANCE_MS, CLOCK_TOLERANCE_MS + 1, 2 * DAY_MS].map((ahead) => computeAgeMs(NOW + ahead, NOW))
    assert.deepEqual(ages, [DAY_MS, 1, 0, 0, Infinity, Infinity])
    const sorted = [NOW + DAY_MS, NOW - HOUR_MS, NOW, NOW + 2 * DAY_MS].toSorted((a, b) => compareAges(a, b, NOW))
    assert.deepEqual(sorted.slice(0, 2), [NOW, NOW - HOUR_MS])
  })

  it('bounds what lasts: nothing lasts longer than it may', () => {
    const until = (ms: number) => isInForce(NOW + ms, HOUR_MS, NOW)
    const lasts = {
      over: until(0),
      short: until(1),
      whole: until(HOUR_MS),
      differing: until(HOUR_MS + CLOCK_TOLERANCE_MS),
      ahead: until(2 * DAY_MS),
    }
    assert.deepEqual(lasts, { over: false, short: true, whole: true, differing: true, ahead: false })
  })
})

/** Ages that may be computed without the floor, with the reason. */
const ALLOWED: ReadonlySet<string> = new Set([
  // Monotonic time.
  'src/platform/standstill-thread.ts',
  'src/platform/http/server/connections.ts',
  'src/platform/http/server/overload.ts',
  'src/platform/http/server/request-queue.ts',
  'src/platform/http/server/shutdown.ts',
  // Both directions count.
  'src/features/clients/stream/watches.ts',
  // A node with a mail server whose clock is ahead is there: whoever has none must leave its mails alone.
  'src/features/mail/outbox/pacing.ts',
  // Shown with what was found by the floor.
  'src/features/weather/forecast/answer.ts',
  'src/features/operations/troubles/source-troubles.ts',
  'src/features/operations/troubles/platform-troubles.ts',
])

it('no age is computed without its floor: by subtracting an instant from now', async () => {
  const found: string[] = []
  for await (const file of glob('{src,packages}/**/*.ts')) {
    if (/\.test\.ts$|\/testing\//.test(file) || ALLOWED.has(file)) continue
    const text = await readFile(file, 'utf8')
    if (/(?<![.\w])(?:at|now|nowMs|clock\.now\(\)|Date\.now\(\))\s*-\s*\(?(?:\w+[.?!]+)*(?:\w*At|at)\b/.test(text)) found.push(file)
  }
  assert.deepEqual(found, [])
})

it('no lease between nodes is compared with the clock of a node, or set by it', async () => {
  const found: string[] = []
  for await (const file of glob('{src,packages}/**/*.ts')) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    if (/leased_until(?:['",]|\s)*(?:<=|>=|<|>|=|:)\s*(?:\$\{)?new Date/.test(await readFile(file, 'utf8'))) found.push(file)
  }
  assert.deepEqual(found, [])
})

describe('a clock that was two days ahead and is set back', () => {
  it('leaves nothing fresh, done or valid: neither in the process that ran meanwhile nor in a new one', async (t) => {
    const world = await createTestWorld()
    const { clock, database } = world
    t.after(() => world.close())
    const feed = createTestFeed({ id: 'feed', parts: ['DE'], partsAreCountries: true })
    const open = () => createTestApp({ sharing: world, warningFeeds: [feed] })
    const right = clock.now()
    clock.advance({ hours: 48 })
    let app = await open()
    const owner = await signIn(app, 'owner')
    const weather = (from: TestApp, scope: string) => from.get(`/api/weather?lat=52.52&lon=13.41&scope=${scope}`)
    const tile = (from: TestApp) => fetch(`${from.url}/api/weather/map-tile/wind/3/4/2`)
    const named = (from: TestApp) => from.get('/api/geocode?q=Berlin')
    const listing = async (from: TestApp) => (await from.get('/api/alerts?country=DE')).body
    for (const scope of SCOPES) assert.equal((await weather(app, scope)).status, 200, scope)
    assert.equal((await tile(app)).status, 200)
    assert.equal((await named(app)).status, 200)
    feed.publish([], 'DE')
    await app.services.warnings.readDue()
    assert.equal((await listing(app)).coverage[0].current, true)
    const started = await app.services.jobs.start('weather-alerts', { trigger: 'scheduler' })
    if (started.kind === 'started') await started.finished
    await send(app, '/api/auth/forgot-password', { body: { email: owner.email } })
    const readings = feed.readings()

    clock.set(new Date(right).toISOString())
    for (const node of ['the same', 'a new one']) {
      if (node === 'a new one') {
        // Writes what is pending.
        await app.stop()
        // As it was left, by a process whose clock was right.
        await database.pool.query('update map_tile set fetched_at = $1', [new Date(right + 2 * DAY_MS)])
        app = await open()
      }
      for (const scope of SCOPES) {
        const { body, headers } = await weather(app, scope)
        const maxAge = Number(/max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0)
        assert.ok(Date.parse(body.fetchedAt) <= clock.now() && maxAge <= 7_200, `${node}, ${scope}: ${body.fetchedAt}, ${maxAge}`)
      }
      assert.equal((await tile(app)).headers.get('x-cache'), 'upstream', node)
      assert.equal((await app.get('/api/auth/session', owner.headers)).body.authenticated, false, node)
      assert.deepEqual(await app.services.jobs.listSince('weather-alerts', right - DAY_MS), [], node)
    }
    assert.equal((await named(app)).headers.get('x-cache') === 'memory', false)
    await app.services.warnings.readDue()
    const coverage = (await listing(app)).coverage[0]
    assert.deepEqual({ read: feed.readings() > readings, current: coverage.current }, { read: true, current: true })
    assert.ok(Date.parse(coverage.readAt) <= clock.now())
    await app.stop()
  })
})
