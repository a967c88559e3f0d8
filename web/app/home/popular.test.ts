import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CachedWeather } from '../../../src/features/site/rendering/visit.ts'
import { READER, Refusal, visitWith } from '../visit/testing/visit.ts'
import { DEMO_CITIES } from './demo-cities.server.ts'
import { type Checks, listPlacesToGo, readPopularChecks } from './popular.server.ts'

const check = (name: string | null, searchCount: number, known: object = {}) =>
  ({ name, country: 'DE', lat: 50, lon: 10, searchCount, current: null, ...known }) as Checks[number]
const WARM = { temperature: 4.4, icon: '01-night', condition: 'clear' } as unknown as CachedWeather

describe('the places searched for most', () => {
  it('have a name and were searched for three times, eight at most', async () => {
    const checks = [check('Once', 2), check(null, 9), ...Array.from({ length: 9 }, (_, i) => check(`Town ${i}`, 3))]
    const { context, asked } = visitWith(() => ({ checks }))
    assert.deepEqual(
      (await readPopularChecks(context)).map(({ name }) => name),
      Array.from({ length: 8 }, (_, i) => `Town ${i}`),
    )
    assert.deepEqual(
      asked.map(({ path }) => path),
      ['/api/recent-checks?limit=16'],
    )
  })

  it('are none when the service does not know', async () => {
    assert.deepEqual(await readPopularChecks(visitWith(() => new Refusal(503)).context), [])
  })
})

describe('the places of the front page', () => {
  const placesWith = (
    checks: Checks,
    { showDemoCities = true, weather = WARM as CachedWeather | null, units = 'metric' as 'metric' | 'imperial' } = {},
  ) => {
    const { context } = visitWith(() => ({ cities: [] }), {
      showDemoCities,
      isBot: true,
      cachedWeather: async (places) => places.map(() => weather),
    })
    return listPlacesToGo(context, checks, { ...READER, units })
  }

  it('are the popular ones, with their weather as far as it is known', async () => {
    const checks = Array.from({ length: 8 }, (_, i) => check(`Town ${i}`, 3, i === 0 ? { current: WARM } : {}))
    const { places, areAllPopular } = await placesWith(checks)
    assert.deepEqual({ places: places.length, areAllPopular }, { places: 8, areAllPopular: true })
    assert.deepEqual(
      { name: places[0]?.name, path: places[0]?.path, where: places[0]?.where },
      { name: 'Town 0', path: '/weather/town-0-50,10', where: 'Germany' },
    )
    assert.deepEqual({ temperature: places[0]?.temperature, icon: places[0]?.icon }, { temperature: '4°', icon: '01-night' })
    assert.deepEqual(
      { temperature: places[1]?.temperature, icon: places[1]?.icon, sky: places[1]?.sky },
      { temperature: null, icon: null, sky: '' },
    )
  })

  it('are filled up with examples, each city once', async () => {
    const [first] = DEMO_CITIES
    const { places, areAllPopular } = await placesWith([check(first?.names.en ?? '', 3, { country: first?.country })])
    assert.deepEqual({ places: places.length, areAllPopular }, { places: 8, areAllPopular: false })
    assert.equal(new Set(places.map(({ name }) => name)).size, 8)
  })

  it('have no examples where the operator wants none', async () => {
    const { places, areAllPopular } = await placesWith([check('Town', 3)], { showDemoCities: false })
    assert.deepEqual({ places: places.length, areAllPopular }, { places: 1, areAllPopular: true })
  })

  it('are in the reader’s units, with words for day and night', async () => {
    const fahrenheit = (await placesWith([], { units: 'imperial' })).places[0]
    const night = (await placesWith([])).places[0]
    const day = (await placesWith([], { weather: { ...WARM, icon: '01-day' } as CachedWeather })).places[0]
    assert.deepEqual(
      { fahrenheitTemperature: fahrenheit?.temperature, nightTemperature: night?.temperature },
      { fahrenheitTemperature: '40°', nightTemperature: '4°' },
    )
    assert.notEqual(night?.sky, day?.sky)
    const cold = (await placesWith([], { weather: { ...WARM, temperature: null } as CachedWeather })).places[0]
    assert.equal(cold?.temperature, null)
  })

  it('are looked up for a new service, once an hour, and never for a crawler', async () => {
    const visits = { isBot: 0, visitor: 0 }
    for (const [who, isBot] of [
      ['isBot', true],
      ['visitor', false],
      ['visitor', false],
    ] as const) {
      const { context, asked } = visitWith(() => ({ cities: [] }), { showDemoCities: true, isBot, cachedWeather })
      await listPlacesToGo(context, [], READER)
      visits[who] += asked.length
      for (const { method, path, body } of asked)
        assert.deepEqual(
          { method, path, trigger: (body as { trigger: string }).trigger },
          { method: 'POST', path: '/api/weather/batch', trigger: 'prefetch' },
        )
    }
    assert.deepEqual(visits, { isBot: 0, visitor: 1 })
  })
})

/** Of a service that has nothing yet. */
const cachedWeather = async (places: readonly object[]) => places.map(() => null)
