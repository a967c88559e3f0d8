import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PictureScene } from '../../../src/features/site/rendering/visit.ts'
import { normaliseSpaces } from '../city/testing/teller.ts'
import { buildTestCurrent, buildTestDaily, NOW, toScopeAnswer } from '../city/testing/weather.ts'
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

const weatherWith = (known: Parameters<typeof buildTestCurrent>[0], days: Parameters<typeof buildTestDaily>[0] = []) => ({
  scopes: { current: toScopeAnswer(buildTestCurrent(known)), daily: toScopeAnswer(buildTestDaily(days)) },
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
      { names: scene?.names, region: scene?.region, site: scene?.site, direction: scene?.direction },
      { names: ['München', 'Munich', '48.14, 11.58'], region: 'Germany', site: ['Skies', 'skies.example'], direction: 'ltr' },
    )
    assert.deepEqual(
      { temperature: scene?.weather?.temperature, words: scene?.weather?.words, icon: scene?.weather?.icon },
      { temperature: '4°', words: 'light rain', icon: 'rain' },
    )
    assert.equal(normaliseSpaces(scene?.weather?.asOf), 'As of Sat 21 Nov, 10:45')
    assert.match(scene?.weather?.credit ?? '', /OpenWeather/)
  })

  it('is fresh as long as its weather', async () => {
    assert.equal((await ask('48.14,11.58')).response.headers.get('expires'), 'Sat, 21 Nov 2026 09:55:00 GMT')
  })

  it('is for whom its address says, not for who asks', async () => {
    const { query, scene } = await ask('48.14,11.58?lang=ar&units=imperial')
    assert.deepEqual(
      { lang: query.get('lang'), units: query.get('units'), trigger: query.get('trigger'), direction: scene?.direction },
      { lang: 'ar', units: 'imperial', trigger: 'share_picture', direction: 'rtl' },
    )
    const usual = (await ask('48.14,11.58?lang=xx&units=furlongs')).query
    assert.deepEqual({ lang: usual.get('lang'), units: usual.get('units') }, { lang: 'en', units: 'metric' })
  })

  it('is in English where its fonts have no letters', async () => {
    assert.equal((await ask('48.14,11.58?lang=ja')).query.get('lang'), 'en')
  })

  it('says that its weather is too old to rely on', async () => {
    const { scene } = await ask('48.14,11.58', weatherWith({ temperature: 4.4, freshness: 'emergency' }))
    assert.match(normaliseSpaces(scene?.weather?.asOf) ?? '', /^As of Sat 21 Nov, 10:45 · .+/)
  })

  it('is of the place alone if no weather, or no temperature, can be had', async () => {
    for (const weather of [new Refusal(503), weatherWith({ temperature: null })]) {
      const { response, scene } = await ask('48.14,11.58', weather)
      assert.deepEqual(
        { status: response.status, firstNames: scene?.names[0], weather: scene?.weather },
        { status: 200, firstNames: 'München', weather: null },
      )
    }
    assert.equal((await ask('48.14,11.58', new Refusal(503))).response.headers.get('expires'), null)
  })

  it('has no words where the provider has none', async () => {
    assert.equal((await ask('48.14,11.58', weatherWith({ temperature: 1 }))).scene?.weather?.words, '')
  })

  it('is 404 for what is no place, and hides no defect', async () => {
    const { response, scene } = await ask('munich')
    assert.deepEqual({ status: response.status, scene }, { status: 404, scene: null })
    await assert.rejects(ask('48.14,11.58', { scopes: { current: { data: null } } }))
  })
})
