import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CITIES } from '../places/cities.ts'
import { get } from '../testing/client.ts'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { addShape, differences, type Shape } from '../testing/shape.ts'
import { testSimulator } from '../testing/simulator.ts'

const NOW = Date.UTC(2026, 6, 15, 9, 23, 41)
let now = NOW
const simulator = testSimulator(() => now)

interface Hour {
  dt: number
  temp: number
  rain?: { '1h': number }
  snow?: { '1h': number }
  wind_speed: number
  wind_gust: number
  dew_point: number
  pop: number
}
interface OneCall {
  timezone: string
  timezone_offset: number
  current: Omit<Hour, 'pop'> & { sunrise?: number; weather: { icon: string }[] }
  minutely?: { dt: number; precipitation: number }[]
  hourly: Hour[]
  daily: { dt: number; sunrise?: number; temp: { min: number; max: number; day: number }; rain?: number; snow?: number; moonrise: number }[]
  alerts?: { start: number; end: number }[]
}

const oneCall = async (lat: number, lon: number, more = ''): Promise<OneCall> =>
  (await get(simulator, `/data/3.0/onecall?lat=${lat}&lon=${lon}&appid=k&units=metric${more}`)).body as OneCall

/** The shape of answers over some cities and two seasons. */
async function shapeOf(path: (lat: number, lon: number) => string): Promise<Shape> {
  const shape: Shape = new Map()
  for (const season of [NOW, Date.UTC(2026, 0, 20, 18, 5)]) {
    now = season
    for (const city of CITIES.filter((_, index) => index % 6 === 0)) {
      const { status, body } = await get(simulator, path(city.lat, city.lon))
      assert.equal(status, 200)
      addShape(shape, body)
    }
  }
  now = NOW
  return shape
}

function recordedShape(names: RegExp): Shape {
  const shape: Shape = new Map()
  for (const { body } of recorded('openweather', names)) addShape(shape, body)
  return shape
}

const sampleOf = (name: string): unknown => recorded('openweather', new RegExp(`^${name}`))[0]?.body

/** The last column: differences that have a documented reason, or that the one recording happens not to show. */
describe('shapes are those of the recorded answers', () => {
  const cases: [name: string, samples: RegExp, path: (lat: number, lon: number) => string, known: RegExp | null][] = [
    [
      'One Call 3.0',
      /^onecall3_(?!bayreuth)/,
      (lat, lon) => `/data/3.0/onecall?lat=${lat}&lon=${lon}&appid=k&units=metric`,
      /sunrise|sunset|^\$\.current\.snow/,
    ],
    [
      'One Call 4.0 current',
      /^onecall4_current_/,
      (lat, lon) => `/data/4.0/onecall/current?lat=${lat}&lon=${lon}&appid=k`,
      /rain|wind_gust|sunrise|sunset/,
    ],
    [
      'One Call 4.0 1h',
      /^onecall4_timeline_1h_/,
      (lat, lon) => `/data/4.0/onecall/timeline/1h?lat=${lat}&lon=${lon}&appid=k`,
      /alerts|rain|snow|uvi|pop/,
    ],
    [
      'One Call 4.0 1day',
      /^onecall4_timeline_1day_/,
      (lat, lon) => `/data/4.0/onecall/timeline/1day?lat=${lat}&lon=${lon}&appid=k&units=metric`,
      /rain|snow|sunrise|sunset|pop/,
    ],
    [
      'Current Weather 2.5',
      /^weather25_(?:newyork|sanf|snow|clear)/,
      (lat, lon) => `/data/2.5/weather?lat=${lat}&lon=${lon}&appid=k`,
      /rain|sea_level|grnd_level|coord/,
    ],
  ]
  for (const [name, samples, path, known] of cases)
    it(name, async (t) => {
      if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
      const found = differences(recordedShape(samples), await shapeOf(path)).filter((line) => known === null || !known.test(line))
      assert.deepEqual(found, [])
    })

  it('geocoding', async (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    const shape: Shape = new Map()
    for (const name of ['London', 'Springfield', 'Seoul', 'Beijing'])
      addShape(shape, (await get(simulator, `/geo/1.0/direct?q=${name}&limit=5&appid=k`)).body)
    const found = differences(recordedShape(/^geo_direct/), shape)
    // Documented as optional, although every recording has it.
    assert.deepEqual(
      found.filter((line) => line !== '$[].local_names is always sent'),
      [],
    )
  })

  it('errors, byte for byte', async (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    const cases: [path: string, status: number, sample: string][] = [
      ['/data/3.0/onecall?lat=1&lon=1', 401, 'error_401_invalid_key_https'],
      ['/data/3.0/onecall?lat=1&lon=1&appid=invalid-1', 401, 'error_401_invalid_key_https'],
      ['/data/3.0/onecall?lat=1&lon=1&appid=nosub', 401, 'error_401_onecall3_needs'],
      ['/data/3.0/onecall?lat=91&lon=1&appid=k', 400, 'error_400_geo_reverse'],
      ['/data/2.5/weather?lat=1&lon=200&appid=k', 400, 'error_400_wrong_longitude'],
      ['/data/3.0/onecall?lat=1&lon=1&appid=blocked', 429, 'error_429_blocked'],
      ['/map/unknown_layer/1/1/1.png?appid=k', 400, 'error_400_tile'],
      ['/map/clouds_new/1/1/1.png', 401, 'error_401_invalid_key_tile'],
    ]
    for (const [path, status, sample] of cases) {
      const answer = await get(simulator, path)
      assert.equal(answer.status, status, path)
      assert.deepEqual(answer.body, sampleOf(sample), path)
    }
  })
})

describe('One Call 3.0 is consistent', () => {
  it('current is in the first hour, minutes follow it, days begin today at local noon', async () => {
    for (const { lat, lon } of CITIES.slice(0, 60)) {
      const { current, minutely, hourly, daily, timezone_offset } = await oneCall(lat, lon)
      const now = Math.floor(NOW / 1000)
      assert.ok(current.dt <= now && current.dt > now - 600)
      assert.ok((hourly[0]?.dt ?? 0) <= current.dt && current.dt - (hourly[0]?.dt ?? 0) < 3600)
      assert.equal(hourly.length, 48)
      assert.equal(daily.length, 8)
      const today = Math.floor((now + timezone_offset) / 86_400)
      assert.equal(Math.floor(((daily[0]?.dt ?? 0) + timezone_offset) / 86_400), today)
      if (minutely === undefined) continue
      assert.ok(minutely.length === 60 || minutely.length === 61)
      assert.ok((minutely[0]?.dt ?? 0) > now && (minutely[0]?.dt ?? 0) <= now + 60)
    }
  })

  it("a day's extremes and sums are those of its hours, minutes add up to their hour", async () => {
    let wetHours = 0
    for (const { lat, lon } of CITIES) {
      const { hourly, daily, minutely, timezone_offset } = await oneCall(lat, lon)
      const tomorrow = daily[1]
      assert.ok(tomorrow !== undefined)
      const day = Math.floor((tomorrow.dt + timezone_offset) / 86_400)
      const hours = hourly.filter((hour) => Math.floor((hour.dt + timezone_offset) / 86_400) === day)
      // Half-hour zones cut days in the middle of an hour.
      if (timezone_offset % 3600 === 0) {
        assert.equal(hours.length, 24)
        assert.equal(tomorrow.temp.max, Math.max(...hours.map((hour) => hour.temp)))
        assert.equal(tomorrow.temp.min, Math.min(...hours.map((hour) => hour.temp)))
        const fallen = hours.reduce((total, hour) => total + (hour.rain?.['1h'] ?? 0) + (hour.snow?.['1h'] ?? 0), 0)
        assert.ok(Math.abs((tomorrow.rain ?? 0) + (tomorrow.snow ?? 0) - fallen) < 3.2)
      }
      for (const hour of hourly) {
        assert.ok(hour.wind_gust >= hour.wind_speed)
        assert.ok(hour.dew_point <= hour.temp)
        assert.ok(hour.pop >= 0 && hour.pop <= 1)
      }
      if (minutely === undefined) continue
      const total = minutely.reduce((sum, minute) => sum + minute.precipitation / 60, 0)
      const of = (index: number): number => (hourly[index]?.rain?.['1h'] ?? 0) + (hourly[index]?.snow?.['1h'] ?? 0)
      if (total > 0.3) {
        wetHours += 1
        assert.ok(total <= of(0) + of(1) + 0.5, `${total} against ${of(0)} and ${of(1)}`)
      }
    }
    assert.ok(wetHours > 0)
  })

  it('observations come in steps of ten minutes, and the forecast of an hour approaches what then comes', async () => {
    const [first, again] = [await oneCall(52.52, 13.4), await oneCall(52.52, 13.4)]
    assert.deepEqual(first, again)
    const target = Math.floor(NOW / 3_600_000) * 3600 + 36 * 3600
    const forecasts: number[] = []
    for (const lead of [36, 12, 0]) {
      now = target * 1000 - lead * 3_600_000
      forecasts.push((await oneCall(52.52, 13.4)).hourly.find((hour) => hour.dt === target)?.temp ?? Number.NaN)
    }
    now = NOW
    const [early = 0, late = 0, then = 0] = forecasts
    assert.notEqual(early, then)
    assert.ok(Math.abs(early - then) < 8 && Math.abs(late - then) < 6)
  })

  it('leaves out what is excluded, minutes without radar and the sun of a polar day', async () => {
    const bare = await oneCall(52.52, 13.4, '&exclude=minutely,hourly,daily,alerts')
    assert.deepEqual(Object.keys(bare), ['lat', 'lon', 'timezone', 'timezone_offset', 'current'])
    assert.equal((await oneCall(-1.28, 36.82)).minutely, undefined)
    const svalbard = await oneCall(78.22, 15.65)
    assert.ok(!('sunrise' in svalbard.current) && svalbard.daily.every((day) => !('sunrise' in day)))
    assert.match(svalbard.current.weather[0]?.icon ?? '', /d$/)
  })

  it('converts only temperatures and wind', async () => {
    const metric = (await oneCall(40.71, -74)).hourly[5]
    const imperial = (
      await oneCall(40.71, -74, '').then(() => get(simulator, '/data/3.0/onecall?lat=40.71&lon=-74&appid=k&units=imperial'))
    ).body as OneCall
    const standard = (await get(simulator, '/data/3.0/onecall?lat=40.71&lon=-74&appid=k')).body as OneCall
    assert.ok(metric !== undefined)
    assert.ok(Math.abs((imperial.hourly[5]?.temp ?? 0) - (metric.temp * 1.8 + 32)) < 0.02)
    assert.ok(Math.abs((imperial.hourly[5]?.wind_speed ?? 0) - metric.wind_speed * 2.236936) < 0.02)
    assert.ok(Math.abs((standard.hourly[5]?.temp ?? 0) - (metric.temp + 273.15)) < 0.011)
    assert.equal(standard.hourly[5]?.wind_speed, metric.wind_speed)
  })
})

describe('One Call 4.0', () => {
  it('pages forward by its own links, which contain the key', async () => {
    let path = '/data/4.0/onecall/timeline/1h?lat=52.52&lon=13.4&appid=secret&units=metric'
    const times: number[] = []
    let pages = 0
    for (;;) {
      const body = (await get(simulator, path)).body as { data: { dt: number }[]; next?: string }
      times.push(...body.data.map((record) => record.dt))
      pages += 1
      if (body.next === undefined) break
      assert.match(
        body.next,
        /^http:\/\/127\.0\.0\.1:\d+\/data\/4\.0\/onecall\/timeline\/1h\?cnt=20&lat=52\.5200&lon=13\.4000&start=\d+&appid=secret&units=metric$/,
      )
      path = body.next.slice(simulator.url.length)
    }
    assert.equal(pages, 3)
    assert.equal(times.length, 49)
    assert.ok(times.every((dt, index) => index === 0 || dt === (times[index - 1] ?? 0) + 3600))
  })

  it('lists days at 00:00 UTC of their local date, also west of Greenwich', async () => {
    const { data } = (await get(simulator, '/data/4.0/onecall/timeline/1day?lat=40.71&lon=-74&appid=k')).body as {
      data: { dt: number; sunrise: number }[]
    }
    assert.equal(data.length, 10)
    assert.equal(data[0]?.dt, Date.UTC(2026, 6, 15) / 1000)
    assert.ok(data.every((day) => day.dt % 86_400 === 0 && day.sunrise > day.dt && day.sunrise < day.dt + 86_400))
  })

  it('returns a warning by the id that current lists, and 404 for any other', async () => {
    simulator.setConditions([{ lat: 45, lon: 7, alert: { event: 'Flood warning', severity: 'Severe', tags: ['Flood'] } }])
    const { data } = (await get(simulator, '/data/4.0/onecall/current?lat=45&lon=7&appid=k')).body as { data: { alerts: string[] }[] }
    const ids = data[0]?.alerts ?? []
    assert.ok(ids.length > 0)
    for (const id of ids) {
      const { status, body } = await get(simulator, `/data/4.0/onecall/alert/${encodeURIComponent(id)}?appid=k`)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body as object), ['id', 'sender_name', 'event', 'start', 'end', 'description', 'tags'])
    }
    simulator.reset()
    assert.equal((await get(simulator, '/data/4.0/onecall/alert/nothing?appid=k')).status, 404)
    assert.deepEqual((await get(simulator, '/data/4.0/onecall/current?lat=91&lon=1&appid=k')).body, {
      cod: 400,
      message: 'wrong latitude',
      parameters: ['lat'],
    })
  })
})

it('polar night is zeros in Current Weather 2.5, and the open sea has no name', async () => {
  now = Date.UTC(2026, 11, 21, 12)
  const { body } = await get(simulator, '/data/2.5/weather?lat=74.8&lon=5&appid=k')
  now = NOW
  const { sys, name, id } = body as { sys: Record<string, unknown>; name: string; id: number }
  assert.deepEqual(sys, { sunrise: 0, sunset: 0 })
  assert.deepEqual({ name, id }, { name: '', id: 0 })
})
