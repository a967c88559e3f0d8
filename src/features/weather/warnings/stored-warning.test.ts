import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { toArrival, hasExpired, computeListingEnd, type StoredWarning } from './stored-warning.ts'
import { buildRectangleArea, buildOfficialWarning } from './testing/warning.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')

const stored = (change: Parameters<typeof buildOfficialWarning>[0] = {}, state: StoredWarning['state'] = 'running'): StoredWarning => {
  const { message, digest } = toArrival(buildOfficialWarning(change))
  return { key: 'A', message, digest, state, stateAt: NOON - HOUR_MS, simulated: false, absence: null }
}
const listed = (warning: StoredWarning) => new Date(computeListingEnd(warning, NOON)).toISOString()

describe('until when places list a warning', () => {
  it('is its end, else the expiry of its message, else a year from the reading', () => {
    assert.equal(listed(stored({ end: '2026-07-01T20:00:00Z', expires: '2026-07-01T15:00:00Z' })), '2026-07-01T20:00:00.000Z')
    assert.equal(listed(stored({ end: null, expires: '2026-07-01T15:00:00Z' })), '2026-07-01T15:00:00.000Z')
    assert.equal(listed(stored({ end: null, expires: null })), new Date(NOON + 365 * DAY_MS).toISOString())
  })

  it('is a day after it was called off or replaced, so that all readers see that', () => {
    for (const state of ['ended', 'replaced'] as const)
      for (const end of ['2026-07-01T20:00:00Z', null])
        assert.equal(listed(stored({ end }, state)), new Date(NOON - HOUR_MS + DAY_MS).toISOString())
  })
})

describe('a message', () => {
  it('has expired at the second that it states, and never without one', () => {
    const expired = (expires: string | null) => hasExpired(stored({ expires }).message, NOON)
    assert.deepEqual(['2026-07-01T12:00:01Z', '2026-07-01T12:00:00Z', '2026-07-01T11:59:59Z', null].map(expired), [
      false,
      true,
      true,
      false,
    ])
  })
})

describe('a received warning', () => {
  const nowhere = { name: 'Nowhere', polygons: [], circles: [], codes: [] }

  it('refers to its geometry by hash, once for areas of the same shape', () => {
    const height = { from: 800, to: null }
    const circle = { ...nowhere, circles: [{ lat: 1, lon: 2, radiusKm: 3 }] }
    const { message, shapes } = toArrival(
      buildOfficialWarning({
        areas: [buildRectangleArea(1, 2, 3, 4), { ...buildRectangleArea(1, 2, 3, 4), name: 'Summits', height }, circle, nowhere],
      }),
    )
    const [first, second, third, fourth] = message.areas
    assert.ok(first !== undefined && first.shape !== null && third !== undefined && third.shape !== null)
    assert.deepEqual(
      { secondShape: second?.shape, fourthShape: fourth?.shape, shapes: shapes.size },
      { secondShape: first.shape, fourthShape: null, shapes: 2 },
    )
    assert.deepEqual(JSON.parse(shapes.get(first.shape) ?? ''), { polygons: buildRectangleArea(1, 2, 3, 4).polygons, circles: [] })
    assert.deepEqual(JSON.parse(shapes.get(third.shape) ?? ''), { polygons: [], circles: circle.circles })
    assert.deepEqual([second?.height, 'height' in first, 'polygons' in first], [height, false, false])
  })

  it('has another digest if anything of it changes, its geometry included', () => {
    const digest = (change: Parameters<typeof buildOfficialWarning>[0]) => toArrival(buildOfficialWarning(change)).digest
    assert.equal(digest({}), digest({}))
    const others = [digest({ severity: 'minor' }), digest({ areas: [buildRectangleArea(13, 52, 14, 54)] }), digest({ areas: [] })]
    assert.equal(new Set([digest({}), ...others]).size, 4)
  })

  it('loses the characters that the database cannot store', () => {
    const { message } = toArrival(buildOfficialWarning({ senderName: 'a\u0000b' }))
    assert.equal(message.senderName, 'a\ufffdb')
  })
})
