import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import fc from 'fast-check'
import { createTestApp, type TestApp } from '../../test/helpers/app.ts'
import { readActiveAlertIds } from '../features/weather/place-weather/index.ts'
import { createTestFeed, type TestFeed } from '../features/weather/warnings/testing/feed.ts'
import { buildRectangleArea, buildOfficialWarning } from '../features/weather/warnings/testing/warning.ts'
import type { WarningStore } from './sources.ts'

type Fault = 'none' | 'failing' | 'slow'

interface Box {
  readonly west: number
  readonly south: number
  readonly size: number
}

/** Places on land and sea around the Baltic, far from the national feed. */
const SOUTH = 54
const WEST = 10

describe('an answer’s list of alerts', () => {
  let app: TestApp
  let feed: TestFeed
  let fault: Fault = 'none'
  let lookUps = 0
  const release: (() => void)[] = []
  before(async () => {
    feed = createTestFeed()
    app = await createTestApp({
      warningFeeds: [feed],
      env: { RATE_LIMITS: 'weather=0,upstream=0,upstream-day=0' },
    })
    const store = app.services.warnings.stored as { -readonly [K in keyof WarningStore]: WarningStore[K] }
    const { find } = store
    store.find = async (...asked) => {
      lookUps += 1
      if (fault === 'failing') throw new Error('the database is away')
      if (fault === 'slow') await new Promise<void>((resolve) => release.push(resolve))
      return find(...asked)
    }
  })
  after(async () => {
    for (const go of release) go()
    await app.close()
  })

  const url = (x: number, y: number) => `/api/weather?lat=${(SOUTH + y / 50).toFixed(2)}&lon=${(WEST + x / 50).toFixed(2)}&scope=current`
  const holds = ({ west, south, size }: Box, x: number, y: number) => x > west && x < west + size && y > south && y < south + size
  /** The primary's alerts, which the simulator invents, do not count. */
  const isWarned = (ids: readonly string[] | null): boolean => ids?.some((id) => id.startsWith('test-feed-')) === true
  async function publish(boxes: readonly Box[]): Promise<void> {
    const end = new Date(app.clock.now() + 86_400_000).toISOString().replace(/\.\d+/, '')
    const start = new Date(app.clock.now() - 3_600_000).toISOString().replace(/\.\d+/, '')
    feed.publish(
      boxes.map(({ west, south, size }, index) => {
        // Half a step outside of the grid, so that no place is on a border.
        const [from, to] = [0.01, size / 50 - 0.01]
        const [w, s] = [WEST + west / 50, SOUTH + south / 50]
        return buildOfficialWarning({
          key: `w${index}-${west}-${south}-${size}`,
          messageId: `m${index}-${west}-${south}-${size}`,
          severity: 'extreme',
          sent: start,
          start,
          end,
          areas: [buildRectangleArea(w + from, s + from, w + to, s + to)],
        })
      }),
    )
    app.clock.advance({ minutes: 3 })
    await app.services.warnings.readDue()
    await app.services.changes.check()
  }

  const box = fc.record({
    west: fc.integer({ min: 0, max: 8 }),
    south: fc.integer({ min: 0, max: 8 }),
    size: fc.integer({ min: 2, max: 5 }),
  })
  const place = { x: fc.integer({ min: 0, max: 10 }), y: fc.integer({ min: 0, max: 10 }) }
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.record({ do: fc.constant('publish' as const), boxes: fc.array(box, { maxLength: 3 }) }) },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('ask' as const),
        ...place,
        fault: fc.constantFrom<Fault>('none', 'none', 'failing'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 70 }) }) },
  )

  it('is empty only if no stored warning covers the place, whatever fails and whatever is cached', async () => {
    // Warnings run for a day; a sequence is shorter. New places for each sequence keep the caches cold.
    let shift = 0
    let empty = 0
    let warned = 0
    let unknown = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
        shift = (shift + 20) % 4_000
        // A warning that is no longer listed stays until its absence is proven.
        let listed: readonly Box[] = []
        const stored: Box[] = []
        await publish(listed)
        for (const one of steps) {
          if (one.do === 'publish') {
            listed = one.boxes.map(({ west, ...more }) => ({ west: west + shift, ...more }))
            stored.push(...listed)
            await publish(listed)
          } else if (one.do === 'wait') app.clock.advance({ minutes: one.minutes })
          else {
            fault = one.fault
            const ask = async () => (await app.get(url(one.x + shift, one.y))).body.alertIds as readonly string[] | null
            // A second time, for a machine so busy that the first look-up was too late, and for a place whose alerts from its weather were
            // so old that they were renewed behind the answer.
            const askLater = async () => {
              await app.services.gateway.drain()
              return ask()
            }
            const ids = (await ask()) ?? (await askLater())
            fault = 'none'
            const isIn = (boxes: readonly Box[]): boolean => boxes.some((each) => holds(each, one.x + shift, one.y))
            if (isIn(listed)) assert.notDeepEqual(ids, [])
            if (one.fault === 'none') {
              assert.notEqual(ids, null)
              if (isIn(listed)) assert.equal(isWarned(ids), true)
            }
            if (!isIn(stored)) assert.equal(isWarned(ids), false)
            if (ids === null) unknown += 1
            else if (ids.length === 0) empty += 1
            else if (isWarned(ids)) warned += 1
          }
        }
      }),
      { numRuns: 20 },
    )
    assert.ok(empty > 0 && warned > 0 && unknown > 0, JSON.stringify({ empty, warned, unknown }))
  })

  it('is unknown, not empty, while the look-up takes too long, and right afterwards', async () => {
    const at = url(0, 200)
    await publish([{ west: -2, south: 198, size: 5 }])
    fault = 'slow'
    const first = (await app.get(at)).body
    assert.notDeepEqual(first.alertIds, [])
    assert.equal(isWarned(first.alertIds), false)
    fault = 'none'
    for (const go of release.splice(0)) go()
    await app.services.gateway.drain()
    assert.equal(isWarned((await app.get(at)).body.alertIds), true)
  })

  it('is not looked up twice, for a crawler, or for scopes without alerts', async () => {
    const before = lookUps
    const at = url(100, 200)
    const cell = toCell(SOUTH + 4, WEST + 2)
    const requester = { cause: 'request', trigger: 'city_detail', requestId: null, client: 'c', caller: 'crawler' } as const
    const { alerts } = await app.services.gateway.weather({ cell, scope: 'current', requester })
    assert.notDeepEqual(readActiveAlertIds(alerts, 3_600, app.clock.now()).ids, [])
    await app.get(at.replace('current', 'hourly'))
    assert.equal(lookUps, before)
    await Promise.all([app.get(at), app.get(at), app.get(at)])
    await app.services.gateway.drain()
    assert.notEqual((await app.get(at)).body.alertIds, null)
    assert.equal(lookUps, before + 1)
  })
})
