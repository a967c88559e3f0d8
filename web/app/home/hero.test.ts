import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { current, daily, NOW } from '../city/testing/weather.ts'
import type { Reader } from '../visit/reader.server.ts'
import { READER, visitWith } from '../visit/testing/visit.ts'
import { heroOf, type HeroWeather } from './hero.server.ts'
import type { Checks } from './popular.server.ts'

/** The hero of a service with this daily forecast. */
async function heroWith(points: Parameters<typeof daily>[0]): Promise<HeroWeather> {
  const hero = await heroOf(visitOf(points), READER, null, [])
  assert.ok(typeof hero?.weather === 'object')
  return hero.weather
}

function visitOf(points: Parameters<typeof daily>[0], frontPlace: string | null = null) {
  const known = { now: Date.parse(NOW), showDemoCities: true, frontPlace }
  return visitWith(({ path }) => {
    if (path.startsWith('/api/location/')) return { places: [], near: [] }
    return path.includes('scope=daily') ? daily(points) : current({ temperature: 4 })
  }, known).context
}

describe('the weather of the front page', () => {
  it('has today’s highest and lowest, even if the cached data starts yesterday', async () => {
    const { temperature, high, low } = await heroWith([
      { date: '2026-11-20', temperatureMin: -9, temperatureMax: -8 },
      { date: '2026-11-21', temperatureMin: 1, temperatureMax: 6 },
    ])
    assert.deepEqual([temperature, high, low], ['4°', '6°', '1°'])
  })

  it('has neither if today is unknown', async () => {
    const { high, low } = await heroWith([{ date: '2026-11-20', temperatureMin: -9, temperatureMax: -8 }])
    assert.deepEqual([high, low], [null, null])
  })
})

describe('the place of the front page', () => {
  const CHECK = { name: 'Oslo', country: 'NO', lat: 59.91, lon: 10.75 } as Checks[number]
  const NEAR = { city: 'Rome', region: null, country: 'IT', lat: 41.9, lon: 12.5 } as Parameters<typeof heroOf>[2]
  const pathWith = async (frontPlace: string | null, region: Parameters<typeof heroOf>[2], reader: Reader = READER) => {
    const hero = await heroOf(visitOf([], frontPlace), reader, region, [CHECK])
    return hero?.path.replace(/.*-(?=\d)/, '')
  }

  it('is the visitor’s, then the one near them, then the operator’s, then the one searched for most', async () => {
    const atHome = { ...READER, chosen: { ...READER.chosen, home: 'bern-46.95,7.45' } } as Reader
    assert.equal(await pathWith('berlin-52.52,13.41', NEAR, atHome), '46.95,7.45')
    assert.equal(await pathWith('berlin-52.52,13.41', NEAR), '41.9,12.5')
    assert.equal(await pathWith('berlin-52.52,13.41', null), '52.52,13.41')
    assert.equal(await pathWith(null, null), '59.91,10.75')
    assert.equal(await pathWith('nowhere', null), '59.91,10.75')
  })
})
