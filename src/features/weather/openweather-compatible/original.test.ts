import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isThorough } from '../../../../test/helpers/thorough.ts'
import { AppError } from '../../../errors.ts'
import { buildTestPlaceWeather } from '../place-weather/testing/place-of.ts'
import { buildDailyForecast } from './daily-forecast.ts'
import { BLOCKS, buildOneCall } from './one-call.ts'
import { listMisfits, ORIGINAL, type Shape } from './testing/original.ts'
import { buildRandomPlace } from './testing/random-place.ts'
import { readXml } from './testing/read-xml.ts'
import { writeTownMatches, writeTownGroup } from './town-lists.ts'
import { listUvIndices } from './uv-index.ts'
import { buildCurrentWeather, buildStepForecast } from './weather-25.ts'
import { buildCurrentXml, buildDailyXml, buildForecastXml } from './weather-xml.ts'

const WORLDS = isThorough ? 2_000 : 100
const SEED = 20_261_129
/** What current weather calls them, and what One Call does. */
const FIELDS = {
  pressure: 'pressure',
  humidity: 'humidity',
  dewPoint: 'dew_point',
  uvIndex: 'uvi',
  cloudCover: 'clouds',
  windSpeed: 'wind_speed',
  windDirection: 'wind_deg',
} as const

/** What would have found the whole kind: clients read what OpenWeather always sends without looking whether it is there. */
describe(`an answer over ${WORLDS} random sources with holes`, () => {
  const counts = new Map<string, number>()
  /** The answer as a client reads it; undefined where nobody knows what it cannot do without. */
  function answered(write: () => object): unknown {
    try {
      return JSON.parse(JSON.stringify(write()))
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === 'location_not_found', String(error))
      return undefined
    }
  }

  for (let index = 0; index < WORLDS; index += 1) {
    const { at, now, bundle } = buildRandomPlace(SEED + index)
    const place = buildTestPlaceWeather(bundle, now)
    const town = { ...at, name: 'A & B <"Town">', id: 7, country: index % 3 === 0 ? '' : 'DE', population: 0 }
    const options = { town, units: (['standard', 'metric', 'imperial'] as const)[index % 3] ?? 'metric', lang: 'en' } as const
    const towns = { ...options, towns: [town, town] }
    const found: Readonly<Record<string, readonly [() => object, Shape]>> = {
      weather: [() => buildCurrentWeather(options, place), ORIGINAL.weather],
      forecast: [() => buildStepForecast({ ...options, count: 40 }, place), ORIGINAL.forecast],
      daily: [() => buildDailyForecast({ ...options, count: 16 }, place), ORIGINAL.daily],
      group: [() => writeTownGroup(towns, [place, place]), ORIGINAL.group],
      find: [() => writeTownMatches({ ...towns, isAround: true }, [place, place]), ORIGINAL.find],
      uvi: [() => listUvIndices(at, place)[0], ORIGINAL.uvi],
    }
    it(`world ${index}`, () => {
      for (const [name, [write, shape]] of Object.entries(found)) {
        const answer = answered(write)
        if (answer === undefined) continue
        counts.set(name, (counts.get(name) ?? 0) + 1)
        assert.deepEqual(listMisfits(answer, shape), [], name)
      }
      const { current, hourly, daily, ...head } = answered(() =>
        buildOneCall({ ...at, ...options, blocks: new Set(BLOCKS) }, place),
      ) as Record<string, unknown>
      const { oneCall: shape } = ORIGINAL
      const blocks = { current, hourly, daily }
      // What the source has is not left out.
      if (current !== undefined) {
        const own = place.scopes.current?.data ?? assert.fail('no current weather was read')
        for (const [field, key] of Object.entries(FIELDS)) {
          if (own[field as keyof typeof FIELDS] !== null) assert.ok(Object.hasOwn(current as object, key), `${field} is left out`)
        }
        if (own.temperature !== null && own.dewPoint !== null) assert.ok(Object.hasOwn(current as object, 'humidity'))
      }
      // A block that nobody knows is absent.
      for (const [name, block] of Object.entries(blocks)) {
        if (block !== undefined) assert.deepEqual(listMisfits(block, shape[name as keyof typeof blocks]), [], name)
      }
      assert.deepEqual(Object.keys(head), ['lat', 'lon', 'timezone', 'timezone_offset'])
      for (const xml of [buildCurrentXml, buildForecastXml, buildDailyXml]) {
        const written = answered(() => xml({ ...options, count: 40 }, place)) as { text: string } | undefined
        if (written === undefined) continue
        const values = readXml(written.text)
        assert.ok(
          values.some(({ value }) => value === town.name),
          written.text.slice(0, 300),
        )
        assert.deepEqual(
          values.filter(({ value }) => /^(?:null|undefined|NaN|-?Infinity)$/.test(value)),
          [],
        )
      }
    })
  }

  it('has been written at all', () => {
    for (const name of ['weather', 'forecast', 'daily', 'group', 'find', 'uvi']) assert.ok((counts.get(name) ?? 0) > WORLDS / 4, name)
  })
})
