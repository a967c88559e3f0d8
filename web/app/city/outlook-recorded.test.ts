import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { WeatherBundle } from '@isobar/providers/port'
import { createTomorrowIo } from '@isobar/providers/tomorrow-io'
import { createWeatherKit } from '@isobar/providers/weatherkit'
import { UNIT_SYSTEMS, parseInstant, toCell } from '@isobar/weather'
import { createMetNorwayWeather as createMetNorway } from '../../../packages/providers/src/met-norway/weather.ts'
import { decodeOpenMeteoForecast } from '../../../packages/providers/src/open-meteo/schema.ts'
import { transformOpenMeteoForecast } from '../../../packages/providers/src/open-meteo/transform.ts'
import { decodeOneCall } from '../../../packages/providers/src/openweather/schema.ts'
import { transformOneCall } from '../../../packages/providers/src/openweather/transform.ts'
import { APPLE_IDENTITY, newPrivateKey } from '../../../test/helpers/weatherkit.ts'
import { checkSentences } from './testing/outlook/check.ts'

const SAMPLES = new URL('../../../../shared/upstream-samples/', import.meta.url)
/** Each outlook begins so many hours after the one before. */
const STEP = 3

type Read = Pick<WeatherBundle, 'timezone' | 'scopes'>
type Sent = Record<string, unknown> & { readonly hourly?: { readonly time?: readonly (number | string)[] } }

const jsonIn = (folder: string) => readdirSync(new URL(`${folder}/`, SAMPLES)).filter((name) => name.endsWith('.json'))
const bodyOf = (file: string) => readFileSync(new URL(file, SAMPLES))

/** An adapter's answer to a recorded body, for the time and the place that it is of. */
async function fetchRecorded(
  open: () => { fetch: ReturnType<typeof createMetNorway>['fetch'] },
  file: string,
  now: number,
  [lat = 0, lon = 0]: readonly number[],
): Promise<Read> {
  return open().fetch(toCell(lat, lon), ['hourly'], { get: async () => ({ status: 200, headers: {}, body: bodyOf(file) }) }, now)
}

function readDirectly(folder: string, file: string): Read | null {
  const sent = JSON.parse(bodyOf(`${folder}/${file}`).toString()) as Sent
  if (folder === 'openweather') {
    const answer = decodeOneCall(sent, 0)
    return answer && transformOneCall(answer, toCell(0, 0))
  }
  const first = sent.hourly?.time?.[0]
  const startMs = typeof first === 'number' ? first * 1_000 : Date.parse(`${first}Z`)
  const forecast = Number.isNaN(startMs) ? null : decodeOpenMeteoForecast(sent, startMs)
  return forecast && transformOpenMeteoForecast(forecast, startMs)
}

interface Placed {
  readonly geometry?: { readonly coordinates: readonly [number, number] }
  readonly properties?: { readonly timeseries: readonly { readonly time: string }[] }
  readonly currentWeather?: { readonly asOf: string; readonly metadata: { readonly latitude: number; readonly longitude: number } }
  readonly timelines?: { readonly minutely: readonly { readonly time: string }[] }
  readonly location?: { readonly lat: number; readonly lon: number }
}

async function readByAdapter(file: string): Promise<Read> {
  const { geometry, properties, currentWeather, timelines, location } = JSON.parse(bodyOf(file).toString()) as Placed
  const baseUrl = new URL('https://upstream.test')
  if (geometry !== undefined) {
    const at = Date.parse(properties?.timeseries[0]?.time ?? '')
    return fetchRecorded(() => createMetNorway({ baseUrl, contact: 'ops@example.org' }), file, at, [
      geometry.coordinates[1],
      geometry.coordinates[0],
    ])
  }
  if (currentWeather !== undefined) {
    const { latitude, longitude } = currentWeather.metadata
    const open = () => createWeatherKit({ baseUrl, key: () => newPrivateKey(), identity: APPLE_IDENTITY }).weather
    return fetchRecorded(open, file, Date.parse(currentWeather.asOf), [latitude, longitude])
  }
  const open = () => createTomorrowIo({ baseUrl, key: () => 'k' }).weather
  return fetchRecorded(open, file, Date.parse(timelines?.minutely[0]?.time ?? ''), [location?.lat ?? 0, location?.lon ?? 0])
}

/** Checks the outlook from every few hours of a series on. @returns how many there were, and their sentences in all languages */
function checkSeries({ timezone, scopes }: Read): [outlooks: number, sentences: number] {
  const points = scopes.hourly?.points ?? []
  // Some answers were recorded in Kelvin.
  if ((points[0]?.temperature ?? 0) > 150) return [0, 0]
  let [outlooks, sentences] = [0, 0]
  for (let first = 0; first < points.length; first += STEP) {
    const now = parseInstant(points[first]?.time ?? '') + 20 * 60_000
    sentences += checkSentences(
      { hours: points.slice(first, first + 48), zone: timezone, now },
      UNIT_SYSTEMS[outlooks % UNIT_SYSTEMS.length] ?? 'metric',
    )
    outlooks += 1
  }
  return [outlooks, sentences]
}

describe('what is told of recorded weather', () => {
  if (!existsSync(SAMPLES)) {
    it('is true', (t) => t.skip('the recorded answers are not here'))
    return
  }
  let [outlooks, sentences] = [0, 0]
  const count = (read: Read | null): void => {
    if (read === null) return
    const [more, said] = checkSeries(read)
    outlooks += more
    sentences += said
  }
  for (const folder of ['openweather', 'open-meteo', 'open-meteo-extras'])
    for (const file of jsonIn(folder))
      it(`${folder}/${file}`, () => {
        let read: Read | null = null
        try {
          read = readDirectly(folder, file)
        } catch {
          // Not a forecast.
        }
        count(read)
      })
  const byAdapter = [
    ...jsonIn('met-norway')
      .filter((name) => name.startsWith('locationforecast'))
      .map((name) => `met-norway/${name}`),
    ...jsonIn('others')
      .filter((name) => /^(?:tomorrowio_forecast|weatherkit_(?:all|norway|nyc))/.test(name))
      .map((name) => `others/${name}`),
  ]
  for (const file of byAdapter) it(file, async () => count(await readByAdapter(file)))

  it('is much', (t) => {
    t.diagnostic(`${outlooks} outlooks, ${sentences} sentences in all languages`)
    assert.ok(outlooks > 100, String(outlooks))
  })
})
