import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildTestCurrent, buildTestDaily, NOW } from '../city/testing/weather.ts'
import type { Reader } from '../visit/reader.server.ts'
import { READER, visitWith } from '../visit/testing/visit.ts'
import { chooseHero, type HeroWeather } from './hero.server.ts'
import type { Checks } from './popular.server.ts'

/** The hero of a service with this daily forecast. */
async function heroWith(points: Parameters<typeof buildTestDaily>[0]): Promise<HeroWeather> {
  const hero = await chooseHero(visitOf(points).context, READER, null, [])
  assert.ok(typeof hero?.weather === 'object')
  return hero.weather
}

function visitOf(points: Parameters<typeof buildTestDaily>[0], frontPlace: string | null = null) {
  const known = { now: Date.parse(NOW), showDemoCities: true, frontPlace }
  return visitWith(({ path }) => {
    if (path.startsWith('/api/location/')) return { places: [], near: [] }
    return path.includes('scope=daily') ? buildTestDaily(points) : buildTestCurrent({ temperature: 4 })
  }, known)
}

describe('the weather of the front page', () => {
  it('has today’s highest and lowest, even if the cached data starts yesterday', async () => {
    const { temperature, high, low } = await heroWith([
      { date: '2026-11-20', temperatureMin: -9, temperatureMax: -8 },
      { date: '2026-11-21', temperatureMin: 1, temperatureMax: 6 },
    ])
    assert.deepEqual({ temperature, high, low }, { temperature: '4°', high: '6°', low: '1°' })
  })

  it('has neither if today is unknown', async () => {
    const { high, low } = await heroWith([{ date: '2026-11-20', temperatureMin: -9, temperatureMax: -8 }])
    assert.deepEqual({ high, low }, { high: null, low: null })
  })
})

describe('the place of the front page', () => {
  const CHECK = { name: 'Oslo', country: 'NO', lat: 59.91, lon: 10.75 } as Checks[number]
  const NEAR = { city: 'Rome', region: null, country: 'IT', lat: 41.9, lon: 12.5 } as Parameters<typeof chooseHero>[2]
  const pathWith = async (frontPlace: string | null, region: Parameters<typeof chooseHero>[2], reader: Reader = READER) => {
    const hero = await chooseHero(visitOf([], frontPlace).context, reader, region, [CHECK])
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

  it('asks for its own weather only, not for what others search for', async () => {
    for (const region of [NEAR, null]) {
      const { context, asked } = visitOf([])
      await chooseHero(context, READER, region, [CHECK])
      assert.deepEqual(
        asked.map(({ path }) => path.replace(/\?.*/, '')).filter((path) => path !== '/api/weather'),
        [],
      )
    }
  })
})
