import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import ICAL from 'ical.js'
import { createTestApp, type TestApp } from './helpers/app.ts'

const PLACES = [
  [52.52, 13.41],
  [59.91, 10.75],
  [39.74, -104.98],
  [-12.05, -77.04],
] as const
const LISTS = ['openweather,open-meteo', 'open-meteo', 'bright-sky,met-norway'] as const

interface Day {
  readonly date: string
  readonly temperatureMin: number | null
  readonly temperatureMax: number | null
  readonly precipitation: number | null
  readonly precipitationProbability: number | null
}

/** Decision 115: an outside observer reads one day on every surface that a program can read. */
for (const list of LISTS) {
  describe(`a day of ${list} has one number`, () => {
    let app: TestApp
    before(async () => {
      const env = {
        WEATHER_PROVIDERS: list,
        MET_NORWAY_USER_AGENT: 'weather.example.org mail@example.org',
        RATE_LIMITS: 'weather=0,upstream=0',
      }
      app = await createTestApp({ env })
    })
    after(() => app.close())

    // oxlint-disable-next-line typescript/no-explicit-any -- an answer of any shape
    const post = async (body: unknown): Promise<any> => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${app.url}/api/weather/batch`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    const readDays = async (lat: number, lon: number): Promise<readonly Day[]> => {
      const { status, body } = await app.get(`/api/weather?lat=${lat}&lon=${lon}&scope=daily`)
      assert.equal(status, 200)
      return body.points.slice(0, 7)
    }

    // Bright Sky has weather around Germany only, and MET Norway takes its days from its hours.
    for (const [lat, lon] of list.startsWith('bright-sky') ? PLACES.slice(0, 2) : PLACES) {
      it(`at ${lat}, ${lon}: in the hours of its source, the compatible APIs, the calendar, a batch and a digest`, async () => {
        const days = await readDays(lat, lon)
        assert.ok(days.length >= 2)

        const { scopes } = (await post({ cities: [{ lat, lon, scopes: ['daily'] }] })).cities[0]
        assert.deepEqual(scopes.daily.data.points.slice(0, days.length), days)

        const { body: hourly } = await app.get(`/api/weather?lat=${lat}&lon=${lon}&scope=hourly&hours=168`)
        const others = (hourly.sources ?? []).flatMap(({ from }: { from?: string }) => from ?? [])
        const own = hourly.points.filter(({ time }: { time: string }) => others.every((from: string) => time < from))
        for (const day of days) {
          const dayStart = Date.parse((day as unknown as { time: string }).time)
          for (const hour of own) {
            const at = Date.parse(hour.time)
            if (at < dayStart || at >= dayStart + 23 * 3_600_000) continue
            assert.ok(hour.temperature <= (day.temperatureMax ?? Infinity), `${hour.time} ${hour.temperature} above ${day.temperatureMax}`)
            assert.ok(hour.temperature >= (day.temperatureMin ?? -Infinity), `${hour.time} ${hour.temperature} below ${day.temperatureMin}`)
            assert.ok((hour.precipitationProbability ?? 0) <= (day.precipitationProbability ?? 1), `${hour.time} is likelier than its day`)
          }
        }

        const variables = 'temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max'
        const { daily } = (await app.get(`/v1/forecast?latitude=${lat}&longitude=${lon}&timezone=auto&forecast_days=7&daily=${variables}`))
          .body
        const tenths = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)
        for (const day of days) {
          const index = daily.time.indexOf(day.date)
          const near = (name: string, value: number | null, within: number) => {
            if (value !== null)
              assert.ok(Math.abs(daily[name][index] - value) <= within, `${day.date} ${name}: ${daily[name][index]} for ${value}`)
          }
          near('temperature_2m_max', tenths(day.temperatureMax), 0.11)
          near('temperature_2m_min', tenths(day.temperatureMin), 0.11)
          near('precipitation_sum', day.precipitation, 0.011)
          near('precipitation_probability_max', day.precipitationProbability && 100 * day.precipitationProbability, 0.51)
        }

        const older = (await app.get(`/data/2.5/forecast/daily?lat=${lat}&lon=${lon}&units=metric&cnt=7&appid=${'0'.repeat(32)}`)).body
        for (const [index, day] of days.entries()) {
          if (day.temperatureMax !== null) assert.ok(Math.abs(older.list[index].temp.max - day.temperatureMax) <= 0.011)
          if (day.temperatureMin !== null) assert.ok(Math.abs(older.list[index].temp.min - day.temperatureMin) <= 0.011)
        }

        const text = (await app.get(`/api/places/${lat},${lon}/calendar.ics?lang=en&units=metric`)).text
        const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
        for (const day of days) {
          const event = events.find(({ startDate }) => startDate.isDate && startDate.toString() === day.date)
          const degrees = (value: number) => `${value < 0 && Math.round(value) !== 0 ? '−' : ''}${Math.abs(Math.round(value))}`
          for (const value of [day.temperatureMin, day.temperatureMax])
            if (value !== null)
              assert.match(event?.summary.replace('-', '−') ?? '', new RegExp(`(^|[^\\d])${degrees(value)}(?!\\d)`), day.date)
        }

        const { gateway, placeWeather } = app.services
        const requester = { cause: 'job', trigger: 'test', requestId: null, client: null, caller: 'job' } as const
        const cell = toCell(lat, lon)
        const { points } = await placeWeather.readDays(cell, await gateway.weather({ cell, scope: 'daily', requester }), app.clock.now())
        assert.deepEqual(
          points.slice(0, days.length).map(({ date, temperatureMin, temperatureMax, precipitation, precipitationProbability }) => ({
            date,
            temperatureMin,
            temperatureMax,
            precipitation,
            precipitationProbability,
          })),
          days.map(({ date, temperatureMin, temperatureMax, precipitation, precipitationProbability }) => ({
            date,
            temperatureMin,
            temperatureMax,
            precipitation,
            precipitationProbability,
          })),
        )
      })
    }
  })
}
