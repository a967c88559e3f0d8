import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RouterContextProvider } from 'react-router'
import { current, daily, NOW } from '../city/testing/weather.ts'
import { type Visit, visitContext } from '../visit/context.ts'
import { heroOf, type HeroWeather } from './hero.server.ts'

const READER = {
  chosen: { lang: null, units: null, clock: 'auto', theme: 'auto', consent: 'ask' },
  lang: 'en',
  locale: 'en-GB',
  units: 'metric',
  hour12: false,
} as const

/** The hero of a service with this daily forecast. */
async function heroWith(points: Parameters<typeof daily>[0]): Promise<HeroWeather> {
  const context = new RouterContextProvider()
  const ask: Visit['ask'] = async ({ path }) => ({
    status: 200,
    headers: {},
    body: path.includes('scope=daily') ? daily(points) : current({ temperature: 4 }),
  })
  context.set(visitContext, { now: Date.parse(NOW), showDemoCities: true, ask } as Visit)
  const hero = await heroOf(context, READER, null, [])
  assert.ok(typeof hero?.weather === 'object')
  return hero.weather
}

describe('the weather of the front page', () => {
  it('has the highest and lowest of today, where what is held begins yesterday', async () => {
    const { temperature, high, low } = await heroWith([
      { date: '2026-11-20', temperatureMin: -9, temperatureMax: -8 },
      { date: '2026-11-21', temperatureMin: 1, temperatureMax: 6 },
    ])
    assert.deepEqual([temperature, high, low], ['4°', '6°', '1°'])
  })

  it('has none where today is not known', async () => {
    const { high, low } = await heroWith([{ date: '2026-11-20', temperatureMin: -9, temperatureMax: -8 }])
    assert.deepEqual([high, low], [null, null])
  })
})
