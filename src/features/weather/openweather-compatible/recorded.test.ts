import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { transformAirPollution } from '../../../../packages/providers/src/openweather/air-pollution.ts'
import { decodeOneCall } from '../../../../packages/providers/src/openweather/schema.ts'
import { listRecordedAnswers } from '../../../../packages/providers/src/openweather/testing/recorded.ts'
import { transformOneCall } from '../../../../packages/providers/src/openweather/transform.ts'
import { buildTestPlaceWeather } from '../place-weather/testing/place-of.ts'
import { buildPlaceAirPollution } from './air-pollution.ts'
import { BLOCKS, buildOneCall } from './one-call.ts'
import { compareJsonShapes } from './testing/shape.ts'
import { buildCurrentWeather, buildStepForecast, MAX_STEPS } from './weather-25.ts'

interface Entry {
  readonly id: number
  readonly description?: string
}
interface Block {
  readonly dt: number
  readonly weather: readonly Entry[]
}
interface Recorded {
  readonly lat: number
  readonly lon: number
  readonly current?: Block
  readonly minutely?: readonly object[]
  readonly hourly?: readonly Block[]
  readonly daily?: readonly Block[]
  readonly alerts?: readonly { readonly event: string; readonly start: number }[] | undefined
}

const ONE_CALLS = listRecordedAnswers(/^onecall(?:3|25)_(?!.*HANDWRITTEN).*\.json$/).map(({ file, body }) => ({
  file,
  theirs: body as object as Recorded,
}))
/** Descriptions in languages that this service does not have, or words otherwise. */
const FOREIGN = /_(?:fr|kr|ru|pt_br)_|_kr_|_pt_br/
const OPTIONS = { units: 'metric', lang: 'en' } as const
const skip = ONE_CALLS.length === 0 ? 'the recorded answers are not here' : false

/** The place as it is after this service has read that answer, at the time of the answer. Numbers stay as recorded, whatever their units. */
function read(theirs: Recorded) {
  const answer = decodeOneCall(theirs, 0)
  assert.ok(answer !== null)
  const now = (theirs.current ?? theirs.hourly?.[0] ?? assert.fail('no time')).dt * 1_000
  return buildTestPlaceWeather(transformOneCall(answer, toCell(theirs.lat, theirs.lon)), now)
}

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as Recorded

describe('One Call, written from what OpenWeather sent', { skip }, () => {
  it('is there', () => assert.ok(ONE_CALLS.length >= 14))

  for (const { file, theirs } of ONE_CALLS) {
    it(`${file}: has the same fields and numbers`, () => {
      const ours = asJson(buildOneCall({ lat: theirs.lat, lon: theirs.lon, ...OPTIONS, blocks: new Set(BLOCKS) }, read(theirs)))
      const withoutText = FOREIGN.test(file)
      const comparable = (each: Recorded): object => ({
        ...each,
        current: each.current && blockOf(each.current, theirs.current, withoutText),
        minutely: each.minutely?.slice(0, 60),
        hourly: each.hourly?.map((hour, index) => blockOf(hour, theirs.hourly?.[index], withoutText)),
        daily: each.daily?.map((day, index) => ({ ...blockOf(day, theirs.daily?.[index], withoutText), dt: undefined })),
        alerts: each.alerts?.toSorted((a, b) => a.event.localeCompare(b.event) || a.start - b.start),
      })
      const folded = file.includes('two_alerts') ? { alerts: theirs.alerts?.slice(0, 1) } : {}
      assert.deepEqual(comparable(ours), comparable({ ...theirs, ...folded }))
      ours.daily?.forEach((day, index) => assert.ok(Math.abs(day.dt - (theirs.daily?.[index]?.dt ?? 0)) <= 3_600))
    })
  }

  /** Of several conditions, ours is the one that warns of danger; that of both sides is compared by being listed by theirs. */
  function blockOf(block: Block, theirs: Block | undefined, withoutText: boolean): object {
    const listed = theirs?.weather ?? []
    const weather = block.weather.map(({ description, ...entry }) => (withoutText ? entry : { description, ...entry }))
    if (listed.length <= 1) return { ...block, weather }
    return { ...block, weather: block.weather.every(({ id }) => listed.some((each) => each.id === id)) }
  }
})

describe('the 2.5 resources, written from what One Call sent', { skip }, () => {
  const town = { lat: 52.52, lon: 13.41, name: 'Berlin', id: 2_950_159, country: 'DE', population: 3_426_354 }
  const places = ONE_CALLS.filter(({ theirs }) => theirs.current !== undefined && theirs.hourly !== undefined).map(({ theirs }) =>
    read(theirs),
  )
  const recorded = (files: RegExp) => listRecordedAnswers(files).map(({ body }) => body)

  it('current weather has the fields and types of the recorded answers', () => {
    const ours = places.map((place) => buildCurrentWeather({ town, ...OPTIONS }, place))
    const { missing, added, otherTypes } = compareJsonShapes(recorded(/^weather25_/), asJson(ours))
    // It snowed in a recording of theirs, and rained in one that ours are made of.
    const [snow, rain] = [
      ['[].snow', '[].snow.1h'],
      ['[].rain', '[].rain.1h'],
    ]
    assert.deepEqual(missing, ['[].main.grnd_level', '[].sys.type', '[].sys.id', '[].sys.message', ...snow])
    assert.deepEqual({ added, otherTypes }, { added: rain, otherTypes: [] })
  })

  it('the forecast has the fields and types of the recorded answers', () => {
    const ours = places.map((place) => buildStepForecast({ town, ...OPTIONS, count: MAX_STEPS }, place))
    const { added, ...rest } = compareJsonShapes(recorded(/^forecast25_/), asJson(ours))
    assert.deepEqual(rest, { missing: ['[].list[].main.grnd_level', '[].list[].main.temp_kf'], otherTypes: [] })
    // One recording without snow, by an author who emptied the coordinates.
    assert.deepEqual(added.toSorted(), ['[].city.coord.lat', '[].city.coord.lon', '[].list[].snow', '[].list[].snow.3h'])
  })

  it('the forecast has every third hour, with the amounts of the three before it', () => {
    const rainy = ONE_CALLS.find(({ file }) => file.includes('saoluis'))
    assert.ok(rainy)
    const { list } = buildStepForecast({ town, ...OPTIONS, count: MAX_STEPS }, read(rainy.theirs))
    const hours = rainy.theirs.hourly as unknown as {
      dt: number
      temp: number
      pop: number
      rain?: { '1h': number }
      weather: { icon: string }[]
    }[]
    assert.equal(list.length, 16)
    for (const step of list) {
      const at = hours.findIndex(({ dt }) => dt === step.dt)
      const before = hours.slice(Math.max(0, at - 3), at)
      const sum = before.reduce((total, { rain }) => total + (rain?.['1h'] ?? 0), 0)
      assert.deepEqual([step.dt % 10_800, step.main.temp], [0, hours[at]?.temp])
      assert.ok(Math.abs((step.rain?.['3h'] ?? 0) - sum) < 0.006, `${sum}`)
      assert.equal(step.sys.pod, hours[at]?.weather[0]?.icon.at(-1))
      assert.equal(step.pop, Math.max(...before.map(({ pop }) => pop)))
    }
  })
})

const AIR = new URL('../../../../../shared/upstream-samples/air-quality/', import.meta.url)

describe(
  'air pollution, written from what OpenWeather sent',
  { skip: existsSync(AIR) ? false : 'the recorded answers are not here' },
  () => {
    interface Air {
      readonly coord: { readonly lat: number; readonly lon: number }
      readonly list: readonly {
        readonly dt: number
        readonly main: { readonly aqi: number }
        readonly components: Record<string, number>
      }[]
    }
    for (const file of existsSync(AIR)
      ? readdirSync(AIR).filter((name) => /^openweather_air_pollution_(?!error|history_empty)/.test(name))
      : []) {
      it(`${file}: has the same class and components, but for NO and NH3`, () => {
        const theirs = JSON.parse(readFileSync(new URL(file, AIR), 'utf8')) as Air
        // Classes had other bounds then.
        const isOld = /_202[01]\.json$/.test(file)
        const now = (theirs.list[0]?.dt ?? 0) * 1_000
        const air = transformAirPollution(theirs, now) ?? assert.fail('no air')
        const place = buildTestPlaceWeather({ timezone: 'UTC', utcOffsetSeconds: 0, scopes: { air } }, now)
        const ours = buildPlaceAirPollution({ ...theirs.coord, isForecast: true }, place)
        assert.deepEqual(asJson(isOld ? { ...ours, list: ours.list.map((each) => ({ ...each, main: {} })) } : ours), {
          coord: theirs.coord,
          list: theirs.list.map(({ dt, main, components: { no: _no, nh3: _nh3, ...components } }) => ({
            main: isOld ? {} : main,
            components,
            dt: Math.floor(dt / 3_600) * 3_600,
          })),
        })
      })
    }
  },
)
