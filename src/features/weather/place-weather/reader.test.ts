import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type PublicScope, toCell } from '@isobar/weather'
import { createTestClock } from '../../../../test/helpers/clock.ts'
import { AppError } from '../../../errors.ts'
import { type Gateway, NO_SUPPLEMENTS } from '../../../gateway/index.ts'
import { buildAlertRecord } from '../../../gateway/record.ts'
import { buildTestScopeRecord } from '../forecast/testing/record.ts'
import { buildTestObservation, buildTestForecastHour } from '../history/testing/fetched.ts'
import { type PlaceStation, NO_STATION } from '../stations/index.ts'
import { createPlaceReader, isSameScope, NO_ALERTS } from './reader.ts'

const NOON = '2026-07-01T12:00:00Z'
const CELL = toCell(52.52, 13.41)
const CURRENT = buildTestScopeRecord({ current: buildTestObservation(NOON) }, NOON)
const HOURLY = buildTestScopeRecord({ hourly: { available: true, points: [buildTestForecastHour(NOON)] } }, NOON)
const ALERTS = [buildAlertRecord({ alerts: [], simulated: false }, 'nws', Date.parse(NOON))]
const NOTHING = new AppError('location_not_found', 'Nothing there.')
const REQUESTER = { cause: 'request', trigger: 'test', requestId: 'r', client: 'c', caller: 'person' } as const

/** A reader over a gateway that has these records for every place. `station` null: it has to be looked up. */
function reading(records: Partial<Record<PublicScope, typeof CURRENT>>, station: PlaceStation | null = NO_STATION) {
  const asked: (readonly PublicScope[])[] = []
  const gateway = {
    delivers: (_: unknown, scope: PublicScope) => scope in records,
    peekFresh: (_: unknown, scope: PublicScope) =>
      records[scope] && { record: records[scope], alerts: ALERTS, supplements: NO_SUPPLEMENTS },
    async scopesOf({ scopes }: { scopes: readonly PublicScope[] }) {
      asked.push(scopes)
      const served = scopes.flatMap((scope) => {
        const record = records[scope]
        return record === undefined ? [] : [[scope, { record, supplements: NO_SUPPLEMENTS, layer: 'database', freshness: 'acceptable' }]]
      })
      const failures = scopes.filter((scope) => records[scope] === undefined).map((scope) => [scope, NOTHING])
      return {
        scopes: Object.fromEntries(served),
        failures: Object.fromEntries(failures),
        alerts: ALERTS,
        cacheHit: true,
        tokensUsed: 0,
      }
    },
  } as unknown as Gateway
  const stations = { peek: () => station ?? undefined, find: async () => NO_STATION }
  return { reader: createPlaceReader({ clock: createTestClock('2026-07-01T12:00:00Z'), gateway, stations }), asked }
}

describe('a reader of places', () => {
  const both = { current: CURRENT, hourly: HOURLY }

  it('reads all scopes at once, with alerts and station for the current one only', async () => {
    const { reader, asked } = reading(both)
    const { scopes, cacheHit } = await reader.read({ cell: CELL, scopes: ['current', 'hourly'] }, REQUESTER)
    assert.deepEqual(asked, [['current', 'hourly']])
    assert.deepEqual(
      { freshness: scopes.current?.freshness, layer: scopes.hourly?.layer, cacheHit },
      { freshness: 'acceptable', layer: 'database', cacheHit: true },
    )
    assert.deepEqual(
      { currentAlerts: scopes.current?.alerts, hourlyAlerts: scopes.hourly?.alerts },
      { currentAlerts: ALERTS, hourlyAlerts: NO_ALERTS },
    )
  })

  it('leaves out optional scopes that cannot be had, without asking where nobody delivers them', async () => {
    const { reader, asked } = reading({ ...both, minutely: undefined } as never)
    const query = { cell: CELL, scopes: ['current'], optional: ['minutely', 'air', 'hourly'] } as const
    assert.deepEqual(Object.keys((await reader.read(query, REQUESTER)).scopes), ['current', 'hourly'])
    assert.deepEqual(asked, [['current', 'minutely', 'hourly']])
  })

  it('refuses without a scope that is not optional, unless it is to read what it can', async () => {
    const { reader } = reading({ current: CURRENT })
    const query = { cell: CELL, scopes: ['current', 'daily'] } as const
    await assert.rejects(reader.read(query, REQUESTER), NOTHING)
    const { scopes, failures } = await reader.readEach(query, REQUESTER)
    assert.deepEqual([Object.keys(scopes), failures], [['current'], { daily: NOTHING }])
  })

  it('has what is fresh in memory at once if that is all of it', () => {
    const { reader } = reading(both)
    const peeked = reader.peek({ cell: CELL, scopes: ['current', 'hourly'], optional: ['minutely'] }, 0)
    assert.deepEqual(
      { currentRecord: peeked?.scopes.current?.record, hourlyRecord: peeked?.scopes.hourly?.record },
      { currentRecord: CURRENT, hourlyRecord: HOURLY },
    )
    assert.equal(reader.peek({ cell: CELL, scopes: ['current', 'daily'] }, 0), undefined)
    const unknown = reading(both, null).reader
    assert.equal(unknown.peek({ cell: CELL, scopes: ['current'] }, 0), undefined)
    assert.ok(unknown.peek({ cell: CELL, scopes: ['hourly'] }, 0))
  })

  it('knows whether a reading is still what it would read', () => {
    const records: Partial<Record<PublicScope, typeof CURRENT>> = { ...both }
    const { reader } = reading(records)
    const query = { cell: CELL, scopes: ['current'], optional: ['hourly', 'minutely'] } as const
    const read = reader.peek(query, 0) ?? assert.fail('not in memory')
    assert.ok(reader.isStill(query, read, 0))
    assert.equal(reader.isStill({ ...query, optional: ['hourly', 'minutely'], scopes: ['current', 'daily'] }, read, 0), false)
    records.hourly = { ...HOURLY }
    assert.equal(reader.isStill(query, read, 0), false, 'another record')
    records.hourly = HOURLY
    records.minutely = CURRENT
    assert.equal(reader.isStill(query, read, 0), false, 'now there are minutes')
    delete records.minutely
    delete records.hourly
    assert.equal(reader.isStill(query, read, 0), false, 'nobody delivers hours any more')
  })

  it('takes two readings for the same while their records are', () => {
    const { reader } = reading(both)
    const [one, other] = [reader.peekScope(CELL, 'current', 0), reader.peekScope(CELL, 'current', 0)]
    assert.ok(one !== undefined && other !== undefined && isSameScope(one, other))
    const supplement = { record: HOURLY as never, groups: ['gust' as const] }
    for (const change of [{ record: HOURLY }, { alerts: [] }, { station: { ...NO_STATION } }, { supplements: [supplement] }])
      assert.equal(isSameScope(one, { ...other, ...change }), false)
    assert.equal(isSameScope({ ...one, supplements: [supplement] }, { ...other, supplements: [{ ...supplement }] }), true)
  })
})
