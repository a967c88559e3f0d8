import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Provider } from '@isobar/providers/port'
import type { Config } from '../config/config.ts'
import { buildWeatherPart, findUnusedReason } from './provider-use.ts'

const config = (STATION_SOURCES: readonly string[] | null) => ({ STATION_SOURCES }) as Config

function provider(coverage = 'global') {
  return {
    id: 'a',
    coverage,
    weather: { groups: [['current', 'hourly', 'daily', 'minutely'], ['air']], lacks: ['minutely', 'uvIndex'] },
  } as unknown as Provider
}

const NOTHING = { definition: {}, isFeedWanted: false, refusal: () => null, missing: () => null }
const used = (changes: object = {}) => ({ ...NOTHING, provider: provider(), ...changes })
const LISTED = [{ id: 'a', isWorldwide: true, covers: () => true }]

describe('a provider’s part in the weather', () => {
  it('lacks the scopes that it does not fill, and what it declares', () => {
    const part = buildWeatherPart(used(), LISTED, [{ id: 'a', region: null }], true)
    assert.deepEqual(part, {
      position: 1,
      region: null,
      coverage: 'global',
      reason: null,
      lacks: ['marine', 'alert', 'minutely', 'uvIndex'],
    })
    assert.equal(buildWeatherPart(used({ provider: { id: 'b', coverage: 'us' } }), LISTED, [], true), null)
  })

  it('says why it is not asked', () => {
    const reason = (changes: object, { isListed = false, region = null as string | null, isEnabled = true } = {}) =>
      buildWeatherPart(used(changes), isListed ? LISTED : [], isListed ? [{ id: 'a', region }] : [], isEnabled)?.reason
    assert.equal(reason({}), 'it is not in the list')
    assert.equal(reason({ missing: () => 'it has no key' }), 'it has no key')
    assert.equal(reason({ missing: () => 'it has no key', refusal: () => 'its plan forbids ads' }), 'its plan forbids ads')
    assert.equal(reason({}, { isListed: true, isEnabled: false }), 'it is turned off here')
    assert.equal(
      reason({ provider: provider('us') }, { isListed: true, region: 'nordic+DE' }),
      'its region, nordic+DE, is outside of where it has weather (us)',
    )
    assert.equal(reason({ provider: provider('us') }, { isListed: true, region: 'DE+PR' }), null)
    assert.equal(reason({ provider: provider('us') }, { isListed: true }), null)
    assert.equal(reason({}, { isListed: true, region: 'DE' }), null)
  })
})

describe('another part of a provider', () => {
  const why = (
    part: 'air' | 'alerts' | 'warnings' | 'stations',
    changes: object = {},
    sources: readonly string[] | null = null,
    isEnabled = true,
  ) => findUnusedReason(part, used(changes), buildWeatherPart(used(changes), [], [], isEnabled), config(sources), isEnabled)

  it('of the forecast is used as the weather is', () => assert.equal(why('air'), 'it is not in the list'))

  it('is used unless the environment or an admin does not want it', () => {
    assert.equal(why('alerts'), null)
    assert.equal(why('alerts', {}, null, false), 'it is turned off here')
    assert.equal(why('stations', { missing: () => 'it has no key' }), 'it has no key')
    assert.deepEqual([why('warnings'), why('warnings', { isFeedWanted: true })], ['WARNING_FEEDS does not name it', null])
    assert.deepEqual(
      [why('stations'), why('stations', {}, ['a']), why('stations', {}, ['b'])],
      [null, null, 'STATION_SOURCES does not name it'],
    )
  })
})
