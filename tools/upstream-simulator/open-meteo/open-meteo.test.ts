import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get } from '../testing/client.ts'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { addShape, differences, type Shape } from '../testing/shape.ts'
import { testSimulator } from '../testing/simulator.ts'

const NOW = Date.UTC(2026, 6, 15, 9, 23, 41)
let now = NOW
const simulator = testSimulator(() => now)

interface Answer {
  latitude: number
  longitude: number
  utc_offset_seconds: number
  timezone: string
  current: Record<string, number | string>
  hourly: Record<string, (number | null)[]> & { time: string[] }
  daily: Record<string, (number | string | null)[]> & { time: string[] }
}

const everything = (): Shape => {
  const shape: Shape = new Map()
  for (const { body } of recorded('open-meteo', /^forecast_/)) addShape(shape, body)
  return shape
}

const forecast = async (query: string): Promise<Answer> => {
  const { status, body } = await get(simulator, `/v1/forecast?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body as Answer
}

describe('shapes', () => {
  for (const name of ['forecast_miami_thunder_7d', 'forecast_svalbard_midnight_sun_4d', 'forecast_toronto_16d_nulls'])
    it(`sends the same units and types as recorded for the same request: ${name}`, async (t) => {
      if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
      const [sample] = recorded('open-meteo', new RegExp(`^${name}`))
      assert.ok(sample !== undefined)
      const body = sample.body as Record<string, Record<string, unknown>>
      const blocks = ['current', 'hourly', 'daily'].filter((block) => block in body)
      const asked = blocks.map(
        (block) =>
          `${block}=${Object.keys(body[block] ?? {})
            .filter((key) => key !== 'time' && key !== 'interval')
            .join(',')}`,
      )
      const unitsText = JSON.stringify(body)
      const extra = [
        unitsText.includes('"unixtime"') ? 'timeformat=unixtime' : '',
        String(body['timezone']) === 'GMT' ? '' : 'timezone=auto',
        name.includes('16d') ? 'forecast_days=16' : '',
      ]
      const answer = await forecast(
        [`latitude=${body['latitude']}&longitude=${body['longitude']}`, ...asked, ...extra.filter(Boolean)].join('&'),
      )
      const simulated = answer as unknown as Record<string, Record<string, unknown>>
      assert.deepEqual(Object.keys(simulated).toSorted(), Object.keys(body).toSorted())
      for (const block of blocks.map((each) => `${each}_units`)) assert.deepEqual(simulated[block], body[block])
      assert.equal(simulated['timezone'], body['timezone'])
      // A number that is whole throughout one recording has decimals in others.
      const expected = addShape(new Map(), body)
      for (const [path, { types }] of everything()) for (const type of types) expected.get(path)?.types.add(type)
      const odd = differences(expected, addShape(new Map(), simulated)).filter((line) => !/is null|snow_depth|moonrise|moonset/.test(line))
      assert.deepEqual(odd, [])
    })

  it('errors', async () => {
    assert.deepEqual((await get(simulator, '/v1/forecast?latitude=50&longitude=10&hourly=tempeture_2m')).body, {
      error: true,
      reason: 'Cannot initialize WeatherVariable from invalid String value tempeture_2m for key hourly',
    })
    assert.deepEqual((await get(simulator, '/v1/forecast?latitude=91&longitude=10')).body, {
      error: true,
      reason: 'Latitude must be in range of -90 to 90°. Given: 91.',
    })
    for (const query of [
      'latitude=1',
      'latitude=1&longitude=1&wind_speed_unit=mph',
      'latitude=1&longitude=1&forecast_days=17',
      'latitude=1&longitude=1&timezone=Mars/Base',
      'latitude=1&longitude=1&forecast_days=2&start_date=2026-07-15&end_date=2026-07-16',
      'latitude=1&longitude=1&apikey=invalid',
      'latitude=1&longitude=1&daily=sunrise&start_date=2026-07-16&end_date=2026-07-15',
      'latitude=1&longitude=1&daily=sunrise&start_date=2020-01-01&end_date=2020-01-02',
    ]) {
      const { status, body } = await get(simulator, `/v1/forecast?${query}`)
      assert.equal(status, 400, query)
      assert.equal((body as { error: boolean }).error, true)
    }
    assert.equal((await get(simulator, '/v1/forecast?latitude=1&longitude=1&apikey=blocked')).status, 429)
  })
})

describe('meaning', () => {
  it('a day’s amount is the sum of its 24 rows', async () => {
    let wet = 0
    for (const [lat, lon] of [
      [1.3, 103.8],
      [-54.8, -68.3],
      [60.4, 5.3],
      [4.6, -74.1],
      [48.8, 2.3],
      [19, 72.9],
    ] as const) {
      const { hourly, daily } = await forecast(
        `latitude=${lat}&longitude=${lon}&hourly=precipitation&daily=precipitation_sum,temperature_2m_max&forecast_days=3`,
      )
      const sum = (hourly['precipitation'] as number[]).slice(0, 24).reduce((a, b) => a + b, 0)
      assert.ok(Math.abs(Number(daily['precipitation_sum']?.[0]) - sum) < 0.011)
      if (sum > 0) wet += 1
    }
    assert.ok(wet > 0)
  })

  it("a day's extremes are those of its rows; snowfall is centimetres", async () => {
    simulator.setConditions([
      { lat: 60, lon: 10, radiusDeg: 1, weather: { temperature: -4, precipitation: 2, snowShare: 1, freezing: false } },
    ])
    const { hourly, daily } = await forecast(
      'latitude=60&longitude=10&timezone=auto&hourly=temperature_2m,snowfall,precipitation,rain,weather_code&daily=temperature_2m_max,temperature_2m_min,snowfall_sum&forecast_days=1',
    )
    simulator.reset()
    assert.equal(hourly['snowfall']?.[3], 1.4)
    assert.equal(hourly['precipitation']?.[3], 2)
    assert.equal(hourly['rain']?.[3], 0)
    assert.equal(hourly['weather_code']?.[3], 75)
    assert.equal(daily['snowfall_sum']?.[0], 33.6)
    assert.deepEqual(
      { firstTemperature2mMax: daily['temperature_2m_max']?.[0], firstTemperature2mMin: daily['temperature_2m_min']?.[0] },
      {
        firstTemperature2mMax: Math.max(...(hourly['temperature_2m'] as number[])),
        firstTemperature2mMin: Math.min(...(hourly['temperature_2m'] as number[])),
      },
    )
  })

  it('current covers the running quarter, local days are cut by the zone, hours by one offset even across a clock change', async () => {
    now = Date.UTC(2026, 9, 24, 12, 7)
    const { current, hourly, daily, utc_offset_seconds } = await forecast(
      'latitude=52.5&longitude=13.4&timezone=auto&current=temperature_2m&hourly=temperature_2m&daily=temperature_2m_max&forecast_days=3',
    )
    now = NOW
    assert.equal(utc_offset_seconds, 7200)
    assert.deepEqual({ time: current['time'], interval: current['interval'] }, { time: '2026-10-24T14:00', interval: 900 })
    assert.equal(hourly.time.length, 72)
    assert.deepEqual(daily.time, ['2026-10-24', '2026-10-25', '2026-10-26'])
  })

  it('ranges: hours around now, dates', async () => {
    const near = await forecast('latitude=52.5&longitude=13.4&hourly=temperature_2m&forecast_hours=3&past_hours=2')
    assert.deepEqual(
      near.hourly.time,
      ['07', '08', '09', '10', '11'].map((hour) => `2026-07-15T${hour}:00`),
    )
    const dates = await forecast('latitude=52.5&longitude=13.4&daily=sunrise&start_date=2026-07-14&end_date=2026-07-16')
    assert.deepEqual(dates.daily.time, ['2026-07-14', '2026-07-15', '2026-07-16'])
  })

  it('polar day runs from midnight to midnight; the end of a long forecast is null', async () => {
    const svalbard = await forecast('latitude=78.2&longitude=15.6&timezone=auto&daily=sunrise,sunset&forecast_days=1')
    assert.deepEqual(
      { firstSunrise: svalbard.daily['sunrise']?.[0], firstSunset: svalbard.daily['sunset']?.[0] },
      { firstSunrise: '2026-07-15T00:00', firstSunset: '2026-07-16T00:00' },
    )
    const long = await forecast(
      'latitude=43.65&longitude=-79.38&timezone=auto&hourly=temperature_2m&daily=temperature_2m_max,sunrise&forecast_days=16',
    )
    assert.equal(long.hourly['temperature_2m']?.at(-1), null)
    assert.equal(long.daily['temperature_2m_max']?.at(-1), null)
    assert.notEqual(long.daily['sunrise']?.at(-1), null)
  })

  it('answers for the grid', async () => {
    const one = await forecast('latitude=52.52&longitude=13.405')
    assert.deepEqual({ latitude: one.latitude, longitude: one.longitude }, { latitude: 52.5, longitude: 13.375 })
  })

  it('agrees with OpenWeather, but not to the digit', async () => {
    let apart = 0
    for (let i = 0; i < 20; i++) {
      const lat = -50 + 5 * i
      const lon = -160 + 15 * i
      const meteo = await forecast(`latitude=${lat}&longitude=${lon}&current=temperature_2m`)
      const weather = (await get(simulator, `/data/3.0/onecall?lat=${lat}&lon=${lon}&appid=k&units=metric`)).body as {
        current: { temp: number }
      }
      const difference = Math.abs(Number(meteo.current['temperature_2m']) - weather.current.temp)
      assert.ok(difference < 4)
      if (difference > 0.1) apart += 1
    }
    assert.ok(apart > 3)
  })
})

describe('the archive', () => {
  const archive = (query: string) => get(simulator, `/v1/archive?latitude=52.52&longitude=13.41&${query}`)

  it('has the form of a recorded answer', async (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    const [sample] = recorded('open-meteo', /^archive_brasilia_hourly_daily/)
    assert.ok(sample !== undefined)
    const blocks = sample.body as Record<'hourly' | 'daily', Record<string, unknown[]>>
    const asked = (block: 'hourly' | 'daily') =>
      `${block}=${Object.keys(blocks[block])
        .filter((name) => name !== 'time')
        .join(',')}`
    const { status, body } = await archive(`start_date=1991-01-01&end_date=1991-01-03&${asked('hourly')}&${asked('daily')}`)
    assert.equal(status, 200)
    const answer = body as Answer
    assert.deepEqual(Object.keys(answer).toSorted(), Object.keys(blocks).toSorted())
    assert.deepEqual(Object.keys(answer.daily).toSorted(), Object.keys(blocks.daily).toSorted())
    assert.deepEqual(
      { dailyTime: answer.daily.time, hourlyTime: answer.hourly.time.length },
      { dailyTime: ['1991-01-01', '1991-01-02', '1991-01-03'], hourlyTime: 72 },
    )
  })

  it('has decades of days in one answer, with the climate of the place', async () => {
    const { body } = await archive(
      'start_date=1991-01-01&end_date=1992-12-31&daily=temperature_2m_min,temperature_2m_max,precipitation_sum',
    )
    const { daily } = body as Answer
    assert.equal(daily.time.length, 731)
    const highs = (from: number) =>
      (daily['temperature_2m_max'] as number[]).slice(from, from + 31).reduce((sum, value) => sum + value, 0) / 31
    assert.ok(highs(181) > highs(0) + 10)
    const amounts = daily['precipitation_sum'] as number[]
    assert.ok(amounts.some((amount) => amount === 0) && amounts.some((amount) => amount > 5))
  })

  it('refuses what the service refuses', async () => {
    for (const query of [
      'daily=temperature_2m_max',
      'start_date=1930-01-01&end_date=1930-01-02&daily=temperature_2m_max',
      'start_date=2020-01-01&end_date=2020-01-02&daily=no_such',
    ])
      assert.equal((await archive(query)).status, 400, query)
  })
})
