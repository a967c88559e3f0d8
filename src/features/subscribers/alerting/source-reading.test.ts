import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure, type ProviderFailureKind } from '@isobar/providers/port'
import { toCell } from '@isobar/weather'
import { readSource, type SourceQuery } from './source-reading.ts'
import { buildTestWarning, HOUR, NOW } from './testing/events.ts'
import { type Cached, DATA, fillScopes, createFakeGateway } from './testing/fake-gateway.ts'

const CELL = toCell(1, 2)
const QUERY: SourceQuery = { source: 'a', cell: CELL, maxAgeMs: HOUR, mayCall: true, timeoutMs: 5, trigger: 'cron_weather_alerts' }
const failed = (failure: unknown, hours: number | null = null): Cached => ({ hours, shortfall: { reason: 'failed', failure } })
const failure = (kind: ProviderFailureKind): ProviderFailure => new ProviderFailure(kind, 'no')
const lacking = (reason: 'absent' | 'undelivered' | 'deferred', hours: number | null = null): Cached => ({ hours, shortfall: { reason } })
const FRESH: Cached = { hours: 0 }
const UNDELIVERED = lacking('undelivered')

const read = (scopes: Cached | Partial<ReturnType<typeof fillScopes>>, calls = 0) =>
  readSource(
    createFakeGateway(() => ({ scopes: 'hours' in scopes ? fillScopes(scopes) : scopes, calls })),
    QUERY,
    () => NOW,
  )

describe('the outcome of a source', () => {
  const verdictOf = async (scopes: Parameters<typeof read>[0]) => {
    const { outcome, failure, isDue } = await read(scopes)
    return [outcome, ...(failure === undefined ? [] : [failure]), ...(isDue === true ? ['due'] : [])].join(' ')
  }
  const table: readonly (readonly [string, Parameters<typeof read>[0], string])[] = [
    ['all is recent', FRESH, 'ok'],
    ['what it does not deliver is not missed', { hourly: FRESH, daily: FRESH, alert: UNDELIVERED }, 'ok'],
    ['it delivers nothing', UNDELIVERED, 'none'],
    ['it has nothing at the place', { hourly: lacking('absent'), daily: FRESH, alert: FRESH }, 'none'],
    ['the provider does not know the place', failed(failure('not_found')), 'none'],
    ['a call failed', { hourly: failed(failure('timeout')), daily: FRESH, alert: FRESH }, 'failed timeout'],
    ['an error that is none of a provider', failed(new Error('?')), 'failed unavailable'],
    ['it was late', failed(undefined), 'failed timeout'],
    ['a call failed, but its data is recent to the second', failed(failure('unavailable'), 1), 'ok'],
    ['a call failed, and its data is older', failed(failure('unavailable'), 1.001), 'failed unavailable'],
    ['the budget is spent', failed(failure('budget_spent')), 'deferred'],
    [
      'the budget is spent for one scope, another failed',
      { ...fillScopes(failed(failure('budget_spent'))), daily: failed(failure('timeout')) },
      'failed timeout',
    ],
    ['no calls allowed, nothing there', lacking('deferred'), 'deferred due'],
    ['no calls allowed, data recent enough', { hourly: FRESH, daily: FRESH, alert: lacking('deferred', 0.5) }, 'ok due'],
    ['no calls allowed, data too old', { hourly: FRESH, daily: FRESH, alert: lacking('deferred', 1.5) }, 'deferred due'],
  ]
  for (const [what, scopes, expected] of table) it(`${what}: ${expected}`, async () => assert.equal(await verdictOf(scopes), expected))
})

describe('the data of a source', () => {
  it('is all that it has, whatever the outcome, as old as its oldest part', async () => {
    const { outcome, ...reading } = await read(
      { hourly: { hours: 1 }, daily: { hours: 3, shortfall: { reason: 'deferred' } }, alert: { hours: 2 } },
      2,
    )
    assert.deepEqual(
      { outcome, fetchedAt: reading.fetchedAt, alertsFetchedAt: reading.alertsFetchedAt },
      { outcome: 'deferred', fetchedAt: NOW - 3 * HOUR, alertsFetchedAt: NOW - 2 * HOUR },
    )
    assert.deepEqual({ hourly: reading.hourly, daily: reading.daily }, { hourly: DATA.hourly, daily: DATA.daily })
    assert.deepEqual(
      { alerts: reading.alerts, feeds: reading.feeds, timezone: reading.timezone },
      { alerts: [buildTestWarning()], feeds: DATA.alert.sources, timezone: 'Europe/Berlin' },
    )
    assert.deepEqual(
      { calls: reading.calls, called: reading.called, simulated: reading.simulated },
      { calls: 2, called: true, simulated: false },
    )
  })

  it('is simulated if any of it is', async () => {
    for (const scope of ['hourly', 'daily', 'alert'])
      assert.equal((await read({ ...fillScopes(FRESH), [scope]: { hours: 0, simulated: true } })).simulated, true, scope)
  })

  it('without a list of alerts leaves them unknown, which is not the same as none', async () => {
    for (const alert of [lacking('deferred'), UNDELIVERED, { hours: 0, available: false }]) {
      const { alerts, alertsFetchedAt, feeds } = await read({ ...fillScopes(FRESH), alert })
      assert.deepEqual({ alerts, alertsFetchedAt, feeds }, { alerts: null, alertsFetchedAt: null, feeds: undefined })
    }
    const without = await read({ hourly: UNDELIVERED, daily: { hours: 0 }, alert: UNDELIVERED })
    assert.deepEqual({ hourly: without.hourly, timezone: without.timezone }, { hourly: null, timezone: 'Europe/Berlin' })
  })

  it('is nothing where it has none, though that may have cost a call', async () => {
    const { outcome, calls, called, fetchedAt, hourly, alerts, timezone, simulated } = await read(failed(failure('not_found')), 1)
    assert.deepEqual({ outcome, calls, called }, { outcome: 'none', calls: 1, called: true })
    assert.deepEqual(
      { fetchedAt, hourly, alerts, timezone, simulated },
      { fetchedAt: null, hourly: null, alerts: null, timezone: null, simulated: false },
    )
    assert.equal((await read(UNDELIVERED)).called, false)
  })
})

it('reads the air or the sea of a source alone, with an outcome of its own', async () => {
  for (const scope of ['air', 'marine'] as const) {
    const gateway = createFakeGateway(() => ({ scopes: { [scope]: FRESH }, calls: 1 }))
    const { outcome, hourly, alerts, timezone, fetchedAt, calls, ...reading } = await readSource(
      gateway,
      { ...QUERY, of: scope },
      () => NOW,
    )
    assert.deepEqual(
      { outcome, hourly, alerts, timezone, fetchedAt, calls },
      { outcome: 'ok', hourly: null, alerts: null, timezone: 'Europe/Berlin', fetchedAt: NOW, calls: 1 },
    )
    assert.deepEqual([reading.air ?? reading.marine, reading[scope === 'air' ? 'marine' : 'air']], [DATA[scope], undefined])
    assert.deepEqual(
      { scopes: gateway.queries[0]?.scopes, maxAgeMs: gateway.queries[0]?.maxAgeMs },
      { scopes: [scope], maxAgeMs: { [scope]: HOUR } },
    )
  }
})

it('a query names the source, the job and how old its parts may be: alerts as wanted, but never older than the rest', async () => {
  const asked = async (alertsWantedMs?: number) => {
    const gateway = createFakeGateway(() => ({ scopes: fillScopes(FRESH) }))
    await readSource(gateway, alertsWantedMs === undefined ? QUERY : { ...QUERY, alertsWantedMs }, () => NOW)
    const [{ requester, ...query } = { requester: null }] = gateway.queries
    assert.deepEqual(requester, { cause: 'job', trigger: QUERY.trigger, requestId: null, client: null, caller: 'job' })
    return query
  }
  const maxAgeMs = (alert: number) => ({ hourly: HOUR, daily: HOUR, alert })
  const common = { cell: CELL, scopes: ['hourly', 'daily', 'alert'], sources: ['a'], mayCall: true, timeoutMs: 5 }
  assert.deepEqual(await asked(), { ...common, maxAgeMs: maxAgeMs(HOUR) })
  assert.deepEqual(await asked(HOUR / 4), { ...common, maxAgeMs: maxAgeMs(HOUR / 4) })
  assert.deepEqual(await asked(2 * HOUR), { ...common, maxAgeMs: maxAgeMs(HOUR) })
})
