import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PictureScene } from '../../../src/features/site/rendering/visit.ts'
import { plain } from '../city/testing/teller.ts'
import { current, daily, NOW, scoped } from '../city/testing/weather.ts'
import { Refusal, visitWith } from '../visit/testing/visit.ts'
import { respondWithScene } from './scene.server.ts'

const TOWN = {
  name: 'Munich',
  localName: 'München',
  state: null,
  country: 'DE',
  lat: 48.14,
  lon: 11.58,
  distanceKm: 0.5,
  inGazetteer: true,
}

const weatherWith = (known: Parameters<typeof current>[0], days: Parameters<typeof daily>[0] = []) => ({
  scopes: { current: scoped(current(known)), daily: scoped(daily(days)) },
})
const RAIN = weatherWith({ temperature: 4.4, description: 'light rain', icon: 'rain' })

/** The scene of `/share/` and this, by a service whose weather is this. */
async function ask(address: string, weather: unknown = RAIN) {
  const { context, asked } = visitWith(({ path }) => (path.startsWith('/api/location/name') ? { places: [TOWN], near: [] } : weather), {
    now: Date.parse(NOW),
    primarySources: ['openweather'],
    siteName: 'Skies',
    publicOrigin: 'https://skies.example',
  })
  const response = await respondWithScene(new Request(`http://service/share/${address}`), context)
  const text = await response.text()
  const query = new URL(asked.find(({ path }) => path.startsWith('/api/weather'))?.path ?? '/', 'http://service').searchParams
  return { response, query, scene: (text === '' ? null : JSON.parse(text)) as PictureScene | null }
}

describe('the picture of a place', () => {
  it('has its names, the site’s and the weather, each as finished text', async () => {
    const { response, scene } = await ask('munich-48.14,11.58')
    assert.equal(response.status, 200)
    assert.deepEqual(
      [scene?.names, scene?.region, scene?.site, scene?.direction],
      [['München', 'Munich', '48.14, 11.58'], 'Germany', ['Skies', 'skies.example'], 'ltr'],
    )
    assert.deepEqual([scene?.weather?.temperature, scene?.weather?.words, scene?.weather?.icon], ['4°', 'light rain', 'rain'])
    assert.equal(plain(scene?.weather?.asOf), 'As of Sat, Nov 21, 10:45 AM')
    assert.match(scene?.weather?.credit ?? '', /OpenWeather/)
  })

  it('is fresh as long as its weather', async () => {
    assert.equal((await ask('48.14,11.58')).response.headers.get('expires'), 'Sat, 21 Nov 2026 09:55:00 GMT')
  })

  it('is for whom its address says, not for who asks', async () => {
    const { query, scene } = await ask('48.14,11.58?lang=ar&units=imperial')
    assert.deepEqual(
      [query.get('lang'), query.get('units'), query.get('trigger'), scene?.direction],
      ['ar', 'imperial', 'share_picture', 'rtl'],
    )
    const usual = (await ask('48.14,11.58?lang=xx&units=furlongs')).query
    assert.deepEqual([usual.get('lang'), usual.get('units')], ['en', 'metric'])
  })

  it('is in English where its fonts have no letters', async () => {
    assert.equal((await ask('48.14,11.58?lang=ja')).query.get('lang'), 'en')
  })

  it('says that its weather is too old to rely on', async () => {
    const { scene } = await ask('48.14,11.58', weatherWith({ temperature: 4.4, freshness: 'emergency' }))
    assert.match(plain(scene?.weather?.asOf) ?? '', /^As of Sat, Nov 21, 10:45 AM · .+/)
  })

  it('is of the place alone if no weather, or no temperature, can be had', async () => {
    for (const weather of [new Refusal(503), weatherWith({ temperature: null })]) {
      const { response, scene } = await ask('48.14,11.58', weather)
      assert.deepEqual([response.status, scene?.names[0], scene?.weather], [200, 'München', null])
    }
    assert.equal((await ask('48.14,11.58', new Refusal(503))).response.headers.get('expires'), null)
  })

  it('has no words where the provider has none', async () => {
    assert.equal((await ask('48.14,11.58', weatherWith({ temperature: 1 }))).scene?.weather?.words, '')
  })

  it('is 404 for what is no place, and hides no defect', async () => {
    const { response, scene } = await ask('munich')
    assert.deepEqual([response.status, scene], [404, null])
    await assert.rejects(ask('48.14,11.58', { scopes: { current: { data: null } } }))
  })
})
