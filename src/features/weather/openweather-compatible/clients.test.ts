import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { describeJsonShape } from './testing/shape.ts'

const AT = 'lat=52.5200066&lon=13.404954'
const KEY = '0123456789abcdef'
const DAY = 86_400

interface Client {
  readonly name: string
  /** As the client sends it, by its source at that date. */
  readonly path: (now: number) => string
  /** What it reads without looking whether it is there. */
  readonly reads: readonly string[]
}

const MAIN = ['main.temp', 'main.feels_like', 'main.pressure', 'main.humidity', 'wind.speed', 'wind.deg', 'clouds.all', 'dt']
const WEATHER = ['weather[].id', 'weather[].main', 'weather[].description', 'weather[].icon']
const blocks = (block: string, fields: readonly string[]) => fields.map((field) => `${block}.${field}`)
const STATE = ['dt', 'pressure', 'humidity', 'dew_point', 'uvi', 'clouds', 'wind_speed', 'wind_deg', ...WEATHER]
const HOURS = blocks('hourly[]', [...STATE, 'temp', 'feels_like', 'pop'])
const DAYS = blocks('daily[]', [
  ...STATE,
  'temp.min',
  'temp.max',
  'temp.day',
  'temp.night',
  'temp.eve',
  'temp.morn',
  'feels_like.day',
  'pop',
  'sunrise',
])
const CURRENT = blocks('current', [...STATE, 'temp', 'feels_like', 'sunrise', 'sunset'])
const STEPS = blocks('list[]', [...MAIN, ...WEATHER, 'pop', 'sys.pod', 'dt_txt'])
/** It reads `no` and `nh3`, too, which no source here has. */
const AIR = ['co', 'no2', 'o3', 'so2', 'pm2_5', 'pm10'].map((name) => `list[].components.${name}`)

const CLIENTS: readonly Client[] = [
  {
    name: 'MagicMirror (2026-04), One Call',
    path: () => `/data/3.0/onecall?${AT}&exclude=minutely&units=metric&lang=en&APPID=${KEY}`,
    reads: ['timezone', 'timezone_offset', ...CURRENT, ...HOURS, ...DAYS],
  },
  {
    name: 'MagicMirror (2026-04), forecast by name',
    path: () => `/data/2.5/forecast?q=Berlin,DE&units=metric&lang=de&APPID=${KEY}`,
    reads: ['city.name', 'city.timezone', ...STEPS],
  },
  {
    name: 'Home Assistant (2025-02), One Call',
    path: () => `/data/3.0/onecall?${AT}&appid=${KEY}&units=metric&lang=en`,
    reads: [...CURRENT, ...HOURS, ...DAYS],
  },
  {
    name: 'Home Assistant (2025-02), test of the key',
    path: () => `/data/3.0/onecall?${AT}&exclude=current,minutely,hourly,daily,alerts)&appid=${KEY}&units=metric&lang=en`,
    reads: ['lat', 'lon', 'timezone'],
  },
  { name: 'Home Assistant (2025-02), air', path: () => `/data/2.5/air_pollution?${AT}&appid=${KEY}`, reads: AIR },
  {
    name: 'esp32-weather-epd (2026-03), One Call',
    path: () => `/data/3.0/onecall?${AT}&lang=en&units=standard&exclude=minutely&appid=${KEY}`,
    reads: [...CURRENT, ...HOURS, ...DAYS],
  },
  {
    name: 'esp32-weather-epd (2026-03), air',
    path: (now) => `/data/2.5/air_pollution/history?${AT}&start=${now - DAY}&end=${now}&appid=${KEY}`,
    reads: ['list', 'coord.lat'],
  },
  { name: 'Node-RED (2024-07), weather', path: () => `/data/2.5/weather?lang=en&${AT}&APPID=${KEY}`, reads: [...MAIN, ...WEATHER] },
  { name: 'Node-RED (2024-07), forecast', path: () => `/data/2.5/forecast?lang=en&${AT}&cnt=40&units=metric&APPID=${KEY}`, reads: STEPS },
  {
    name: 'Forecastie (2025-12), with coordinates and an empty name',
    path: () => `/data/2.5/weather?q=&${AT}&lang=en&mode=json&appid=${KEY}`,
    reads: ['cod', 'name', 'sys.country', ...MAIN, ...WEATHER],
  },
  {
    name: 'ioBroker (2026-08), by id',
    path: () => `/data/2.5/weather?id=2950159&lang=de&appid=${KEY}&units=metric`,
    reads: [...MAIN, ...WEATHER],
  },
  { name: 'n8n (2021)', path: () => `/data/2.5/weather?APPID=${KEY}&units=imperial&q=berlin%2Cde`, reads: [...MAIN, ...WEATHER] },
  {
    name: 'telegraf (2020), forecast',
    path: () => `/data/2.5/forecast?APPID=${KEY}&id=2950159&lang=en&units=metric`,
    reads: ['city.id', 'city.country', ...STEPS],
  },
  { name: 'i3status-rust (2026-08), place', path: () => `/geo/1.0/direct?q=Berlin&appid=${KEY}`, reads: ['[].name', '[].lat', '[].lon'] },
  {
    name: 'i3status-rust (2026-08), weather',
    path: () => `/data/2.5/weather?${AT}&appid=${KEY}&units=metric&lang=en`,
    reads: ['name', 'sys.sunrise', 'sys.sunset', ...MAIN, ...WEATHER],
  },
  {
    name: 'openweather-exporter (2024-06), with its misspelt parameter',
    path: () => `/data/3.0/onecall?appid=${KEY}&${AT}&units=metric&lang=en&excludes=minutely,hourly,daily,alerts`,
    reads: CURRENT,
  },
  {
    name: 'briandowns/openweathermap (2024-12)',
    path: () => `/data/2.5/forecast?appid=${KEY}&lat=52.520007&lon=13.404954&mode=json&units=metric&lang=EN&cnt=5`,
    reads: STEPS,
  },
]

/** Programs that cannot be run here: their requests, and the fields that they cannot do without. */
describe('clients of OpenWeather', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  for (const { name, path, reads } of CLIENTS) {
    it(`${name}: has what it reads`, async () => {
      const { status, headers, body, text } = await app.get(path(Math.floor(app.clock.now() / 1_000)))
      assert.deepEqual(
        { status, contentType: headers.get('content-type') },
        { status: 200, contentType: 'application/json; charset=utf-8' },
        text,
      )
      const shape = describeJsonShape(body)
      assert.deepEqual(
        reads.filter((field) => !shape.has(field)),
        [],
      )
    })
  }
})
