import assert from 'node:assert/strict'
import http from 'node:http'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { OpenWeatherAPI as OpenWeatherApiNode } from 'openweather-api-node'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const require = createRequire(import.meta.url)
const PLACE = { lat: 52.52, lon: 13.405 }
const KEY = 'aClientsKey0123456789'

/** The part of openweather-apis that is used here; it has no types. */
interface OpenWeatherApis {
  setAPPID(key: string): void
  setUnits(units: string): void
  setLang(lang: string): void
  setCity(name: string): void
  setCityId(id: number): void
  setCoordinate(lat: number, lon: number): void
  getAllWeather: Getter
  getSmartJSON: Getter
  getTemperature: Getter
  getWeatherForecast: Getter
  getWeatherOneCall: Getter
}
type Getter = (callback: (error: Error | null, answer: unknown) => void) => void

interface Town {
  readonly cod: number
  readonly name: string
  readonly sys: { readonly country: string }
}
/** Packages that nobody of this project wrote, as their authors published them, talking to a running service. */
describe('client packages of OpenWeather', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  describe('openweather-api-node 3.1.5', () => {
    // The package exports its main file only; what that reads its address from is next to it.
    const main = require.resolve('openweather-api-node')
    const constants = require(fileURLToPath(new URL('constants.js', `file://${main}`))) as { API_ENDPOINT: string }
    const { OpenWeatherAPI } = require('openweather-api-node') as { OpenWeatherAPI: typeof OpenWeatherApiNode }
    const endpoint = constants.API_ENDPOINT
    let client: OpenWeatherApiNode
    before(() => {
      constants.API_ENDPOINT = `${app.url}/`
      client = new OpenWeatherAPI({ key: KEY, coordinates: PLACE, units: 'metric', lang: 'de' })
    })
    after(() => {
      constants.API_ENDPOINT = endpoint
    })

    it('leaves no key behind, and costs one call a place', async () => {
      await client.getEverything()
      assert.ok(!app.logLines.join('').includes(KEY))
      assert.equal(app.simulator.calls().byProduct['openweather/onecall'], 1)
      await app.get(`/api/weather?lat=${PLACE.lat}&lon=${PLACE.lon}&scope=hourly`)
      assert.equal(app.simulator.calls().byProduct['openweather/onecall'], 1)
    })

    it('reads the current weather', async () => {
      const { weather, astronomical, timezoneOffset, dt } = await client.getCurrent()
      const ours = (await app.get(`/api/weather?lat=${PLACE.lat}&lon=${PLACE.lon}&scope=current&lang=de`)).body
      assert.deepEqual(
        { tempCur: weather.temp.cur, feelsLikeCur: weather.feelsLike.cur, humidity: weather.humidity },
        { tempCur: ours.temperature, feelsLikeCur: ours.feelsLike, humidity: ours.humidity },
      )
      assert.deepEqual(
        { description: weather.description, dt: dt.toISOString() },
        { description: ours.description, dt: ours.observedAt.replace('Z', '.000Z') },
      )
      assert.equal(weather.wind.speed, Math.round((ours.windSpeed / 3.6) * 100) / 100)
      assert.equal(astronomical.sunrise.getTime(), Date.parse(ours.sunrise))
      assert.equal(timezoneOffset, 7_200)
    })

    it('reads the forecast, minutes, hours, days and everything', async () => {
      const { hourly, daily, minutely, current } = await client.getEverything()
      assert.deepEqual({ hourly: hourly.length, daily: daily.length, minutely: minutely.length }, { hourly: 48, daily: 8, minutely: 60 })
      assert.ok(Number.isFinite(current.weather.temp.cur))
      assert.ok(
        daily.every(({ weather }) => Number.isFinite(weather.temp.morn) && Number.isFinite(weather.feelsLike.eve) && weather.icon.raw),
      )
      assert.deepEqual((await client.getHourlyForecast(5)).length, 5)
      assert.deepEqual((await client.getDailyForecast(3)).length, 3)
      assert.deepEqual((await client.getMinutelyForecast(10)).length, 10)
      const steps = await client.getForecast(4)
      assert.deepEqual({ steps: steps.length, cur: steps[0]?.weather.temp.cur }, { steps: 4, cur: hourly[3]?.weather.temp.cur })
      assert.deepEqual(await client.getAlerts(), [])
    })

    it('reads air pollution, now and to come', async () => {
      const now = await client.getCurrentAirPollution()
      assert.ok(now.aqi >= 1 && now.aqi <= 5 && Number.isFinite(now.components.pm2_5), JSON.stringify(now))
      assert.ok((await client.getForecastedAirPollution(24)).length === 24)
    })

    it('finds places by name and at a point', async () => {
      const springfields = await client.getAllLocations('Springfield,US')
      assert.ok(springfields.length > 1 && springfields.every(({ country, name }) => country === 'US' && name === 'Springfield'))
      assert.equal((await client.getLocation({ coordinates: PLACE }))?.name, 'Berlin')
      const { lat, lon } = await client.getCurrent({ locationName: 'London,GB' })
      assert.ok(Math.abs(lat - 51.5) < 0.1 && Math.abs(lon) < 0.2, `${lat},${lon}`)
    })

    it('gets errors as errors', async () => {
      await assert.rejects(client.getCurrent({ zipCode: '00000,US' }), /"cod":"404","message":"not found"/)
      await assert.rejects(client.getCurrent({ locationName: 'Zzzzqqq' }), /Unknown location name/)
      await assert.rejects(client.getHistory(new Date()), /Internal error/)
    })
  })

  describe('openweather-apis 4.5.0', () => {
    const weather = require('openweather-apis') as OpenWeatherApis
    const { createConnection } = http.globalAgent
    before(() => {
      // It always connects to api.openweathermap.org, port 80.
      http.globalAgent.createConnection = (options, ...rest) =>
        options.host === 'api.openweathermap.org'
          ? connect(Number(new URL(app.url).port), '127.0.0.1')
          : createConnection.call(http.globalAgent, options, ...rest)
      weather.setAPPID(KEY)
      weather.setUnits('metric')
      weather.setLang('en')
    })
    after(() => {
      http.globalAgent.createConnection = createConnection
    })
    const get = <Answer>(method: 'getAllWeather' | 'getSmartJSON' | 'getTemperature' | 'getWeatherForecast' | 'getWeatherOneCall') =>
      new Promise<Answer>((resolve, reject) => {
        weather[method]((error, answer) => (error === null ? resolve(answer as Answer) : reject(error)))
      })

    it('reads weather and forecast by name, id and coordinates', async () => {
      weather.setCity('London')
      assert.deepEqual(pick(await get<Town>('getAllWeather')), { cod: 200, name: 'London', country: 'GB' })
      weather.setCityId(2_950_159)
      assert.deepEqual(pick(await get<Town>('getAllWeather')), { cod: 200, name: 'Berlin', country: 'DE' })
      weather.setCoordinate(PLACE.lat, PLACE.lon)
      const temperature = await get('getTemperature')
      const smart = await get<{ temp: number; description: string }>('getSmartJSON')
      assert.deepEqual(
        { isFinite: Number.isFinite(temperature), temp: smart.temp, typeOfDescription: typeof smart.description },
        { isFinite: true, temp: temperature, typeOfDescription: 'string' },
      )
      const forecast = await get<{ cod: string; cnt: number; list: object[]; city: { name: string } }>('getWeatherForecast')
      assert.deepEqual(
        { cod: forecast.cod, cnt: forecast.cnt, name: forecast.city.name },
        { cod: '200', cnt: forecast.list.length, name: 'Berlin' },
      )
    })

    it('reads One Call 2.5, which OpenWeather has closed, and gets the error of unknown towns', async () => {
      assert.ok(Number.isFinite((await get<{ current: { temp: number } }>('getWeatherOneCall')).current.temp))
      weather.setCityId(1)
      weather.setCoordinate(0, 0)
      await assert.rejects(get('getAllWeather'), /city not found/)
    })

    const pick = ({ cod, name, sys }: Town) => ({ cod, name, country: sys.country })
  })
})
