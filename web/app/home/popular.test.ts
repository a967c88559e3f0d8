import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CachedWeather } from '../../../src/features/site/rendering/visit.ts'
import { READER, Refusal, visitWith } from '../visit/testing/visit.ts'
import { DEMO_CITIES } from './demo-cities.server.ts'
import { type Checks, placesToGo, popularChecks } from './popular.server.ts'

const check = (name: string | null, searchCount: number, known: object = {}) =>
  ({ name, country: 'DE', lat: 50, lon: 10, searchCount, current: null, ...known }) as Checks[number]
const WARM = { temperature: 4.4, icon: '01-night', condition: 'clear' } as unknown as CachedWeather

describe('the places searched for most', () => {
  it('have a name and were searched for three times, eight at most', async () => {
    const checks = [check('Once', 2), check(null, 9), ...Array.from({ length: 9 }, (_, i) => check(`Town ${i}`, 3))]
    const { context, asked } = visitWith(() => ({ checks }))
    assert.deepEqual(
      (await popularChecks(context)).map(({ name }) => name),
      Array.from({ length: 8 }, (_, i) => `Town ${i}`),
    )
    assert.deepEqual(
      asked.map(({ path }) => path),
      ['/api/recent-checks?limit=16'],
    )
  })

  it('are none when the service does not know', async () => {
    assert.deepEqual(await popularChecks(visitWith(() => new Refusal(503)).context), [])
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
    return placesToGo(context, checks, { ...READER, units })
  }

  it('are the popular ones, with their weather as far as it is known', async () => {
    const checks = Array.from({ length: 8 }, (_, i) => check(`Town ${i}`, 3, i === 0 ? { current: WARM } : {}))
    const { places, areAllPopular } = await placesWith(checks)
    assert.deepEqual([places.length, areAllPopular], [8, true])
    assert.deepEqual([places[0]?.name, places[0]?.path, places[0]?.where], ['Town 0', '/weather/town-0-50,10', 'Germany'])
    assert.deepEqual([places[0]?.temperature, places[0]?.icon], ['4°', '01-night'])
    assert.deepEqual([places[1]?.temperature, places[1]?.icon, places[1]?.sky], [null, null, ''])
  })

  it('are filled up with examples, each city once', async () => {
    const [first] = DEMO_CITIES
    const { places, areAllPopular } = await placesWith([check(first?.names.en ?? '', 3, { country: first?.country })])
    assert.deepEqual([places.length, areAllPopular], [8, false])
    assert.equal(new Set(places.map(({ name }) => name)).size, 8)
  })

  it('have no examples where the operator wants none', async () => {
    const { places, areAllPopular } = await placesWith([check('Town', 3)], { showDemoCities: false })
    assert.deepEqual([places.length, areAllPopular], [1, true])
  })

  it('are in the reader’s units, with words for day and night', async () => {
    const fahrenheit = (await placesWith([], { units: 'imperial' })).places[0]
    const night = (await placesWith([])).places[0]
    const day = (await placesWith([], { weather: { ...WARM, icon: '01-day' } as CachedWeather })).places[0]
    assert.deepEqual([fahrenheit?.temperature, night?.temperature], ['40°', '4°'])
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
      await placesToGo(context, [], READER)
      visits[who] += asked.length
      for (const { method, path, body } of asked)
        assert.deepEqual([method, path, (body as { trigger: string }).trigger], ['POST', '/api/weather/batch', 'prefetch'])
    }
    assert.deepEqual(visits, { isBot: 0, visitor: 1 })
  })
})

/** Of a service that has nothing yet. */
const cachedWeather = async (places: readonly object[]) => places.map(() => null)
