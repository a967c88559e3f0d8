import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Alert } from '../../weather/src/alert.ts'
import { toCell } from '../../weather/src/cell.ts'
import { foldOfficial } from '../../weather/src/hazards/fold.ts'
import { hasHazardData, listForecastHazards } from '../../weather/src/hazards/forecast.ts'
import { FORECAST_HAZARDS, type Hazard, HAZARDS, isExtraHazard, type WeatherHazard } from '../../weather/src/hazards/hazard.ts'
import { matchOfficial } from '../../weather/src/hazards/match.ts'
import { completePreferences } from '../../weather/src/hazards/preferences.ts'
import type { HourlyPoint, Series } from '../../weather/src/model.ts'
import { HOUR_MS } from '../../weather/src/time.ts'
import { decodeCollection } from './nws/schema.ts'
import { transformMessages } from './nws/transform.ts'
import { decodeOpenMeteoForecast } from './open-meteo/schema.ts'
import { transformOpenMeteoForecast } from './open-meteo/transform.ts'
import { transformAlerts } from './openweather/alerts.ts'
import { decodeOneCall } from './openweather/schema.ts'
import { transformOneCall } from './openweather/transform.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const HOURS = 12
/** The hour that has the weather in question; the others are calm. */
const STORMY = 5
const LEVELS = ['below', 'at', 'above'] as const

type Fields = Readonly<Record<string, unknown>>
interface Row {
  /** The expected peak at the threshold, in canonical units; null for hazards that are either present or not. */
  readonly peak: number | null
  /** One hour of a One Call answer in metric units. */
  readonly openweather: readonly [below: Fields, at: Fields, above: Fields]
  /** One row of columns as our request specifies them: m/s, mm, cm of snow. */
  readonly openMeteo: readonly [below: Fields, at: Fields, above: Fields]
}

const weather = (id: number) => ({ weather: [{ id, main: 'X', description: 'x', icon: '10d' }] })
const code = (weather_code: number) => ({ weather_code })

/**
 * Thresholds are the defaults of the contract; what air and sea show is in `air-and-sea.test.ts`. For hazards without a threshold, the near misses
 * are the most similar conditions.
 */
const FORECASTS: Readonly<Record<WeatherHazard, Row>> = {
  rain: {
    peak: 4,
    openweather: [{ rain: { '1h': 3.99 } }, { rain: { '1h': 4 } }, { rain: { '1h': 11.2 } }],
    openMeteo: [
      { precipitation: 9, rain: 2.4, showers: 1.5, snowfall: 3.6 },
      { precipitation: 4, rain: 2.5, showers: 1.5 },
      { precipitation: 12, rain: 12, showers: 0 },
    ],
  },
  thunderstorm: {
    peak: null,
    openweather: [weather(771), weather(210), weather(202)],
    openMeteo: [code(82), code(95), code(99)],
  },
  snow: {
    peak: 5,
    openweather: [{ snow: { '1h': 4.99 } }, { snow: { '1h': 5 } }, { snow: { '1h': 17 } }],
    openMeteo: [{ snowfall: 3.43 }, { snowfall: 3.5 }, { snowfall: 14 }],
  },
  ice: {
    peak: null,
    openweather: [weather(611), weather(511), weather(511)],
    openMeteo: [code(77), code(56), code(67)],
  },
  wind: {
    peak: 16.67,
    openweather: [
      { wind_speed: 9, wind_gust: 16.66 },
      { wind_speed: 9, wind_gust: 16.67 },
      { wind_speed: 20, wind_gust: 31.4 },
    ],
    openMeteo: [{ wind_gusts_10m: 16.66 }, { wind_gusts_10m: 16.67 }, { wind_gusts_10m: 28.5 }],
  },
  heat: { peak: 35, openweather: [{ temp: 34.99 }, { temp: 35 }, { temp: 41.2 }], openMeteo: temperatures(34.9, 35, 41) },
  cold: { peak: -15, openweather: [{ temp: -14.99 }, { temp: -15 }, { temp: -31 }], openMeteo: temperatures(-14.9, -15, -31) },
  fog: { peak: null, openweather: [weather(701), weather(741), weather(741)], openMeteo: [code(3), code(45), code(48)] },
  uv: {
    peak: 8,
    openweather: [{ uvi: 7.99 }, { uvi: 8 }, { uvi: 11.3 }],
    openMeteo: [{ uv_index: 7.95 }, { uv_index: 8 }, { uv_index: 12 }],
  },
}

function temperatures(...values: readonly [number, number, number]): readonly [Fields, Fields, Fields] {
  const [below, at, above] = values.map((temperature_2m) => ({ temperature_2m }))
  return [below, at, above] as [Fields, Fields, Fields]
}

const times = Array.from({ length: HOURS }, (_, index) => NOW / 1_000 + index * 3_600)

function openweatherHours(fields: Fields): Series<HourlyPoint> {
  const calm = { temp: 18, uvi: 3, wind_speed: 2, wind_gust: 4, ...weather(800) }
  const hourly = times.map((dt, index) => ({ dt, ...calm, ...(index === STORMY ? fields : {}) }))
  const answer = decodeOneCall({ lat: 50, lon: 8, timezone: 'Europe/Berlin', timezone_offset: 7_200, hourly }, NOW)
  assert.ok(answer !== null)
  return transformOneCall(answer, toCell(50, 8)).scopes.hourly as Series<HourlyPoint>
}

/** The sums and gusts of an hour are in the row after it. */
const OF_THE_HOUR_BEFORE = new Set(['precipitation', 'rain', 'showers', 'snowfall', 'wind_gusts_10m'])

function openMeteoHours(fields: Fields): Series<HourlyPoint> {
  const calm = {
    temperature_2m: 18,
    uv_index: 3,
    wind_speed_10m: 2,
    wind_gusts_10m: 4,
    weather_code: 0,
    precipitation: 0,
    rain: 0,
    showers: 0,
    snowfall: 0,
  }
  const columns = Object.entries({ ...calm, ...fields }).map(([name, value]) => {
    const row = STORMY + Number(OF_THE_HOUR_BEFORE.has(name))
    return [name, times.map((_, index) => (index === row ? value : calm[name as keyof typeof calm]))]
  })
  const body = { latitude: 50, longitude: 8, timezone: 'Europe/Berlin', utc_offset_seconds: 7_200 }
  const forecast = decodeOpenMeteoForecast({ ...body, hourly: { time: times, ...Object.fromEntries(columns) } }, NOW)
  assert.ok(forecast !== null)
  return transformOpenMeteoForecast(forecast, NOW)?.scopes.hourly as Series<HourlyPoint>
}

describe('a hazard in a forecast', () => {
  const sources = { openweather: openweatherHours, openMeteo: openMeteoHours } as const
  for (const hazard of Object.keys(FORECASTS) as WeatherHazard[])
    for (const [source, toHours] of Object.entries(sources) as [keyof typeof sources, (fields: Fields) => Series<HourlyPoint>][])
      for (const [index, level] of LEVELS.entries())
        it(`${hazard}, ${source}, ${level} its threshold`, () => {
          const row = FORECASTS[hazard]
          const hours = toHours(row[source][index] as Fields)
          const question = { hazard, threshold: null, from: NOW, until: NOW + 12 * HOUR_MS }
          const found = listForecastHazards({ hourly: hours }, question)
          assert.equal(hasHazardData({ hourly: hours }, question), true)
          const start = new Date(NOW + STORMY * HOUR_MS).toISOString().replace('.000', '')
          assert.deepEqual(
            found.map((spell) => [spell.start, spell.peakAt, spell.isStartKnown]),
            level === 'below' ? [] : [[start, start, true]],
          )
          if (level === 'at') assert.equal(found[0]?.peak, row.peak)
        })
  for (const hazard of HAZARDS.filter((hazard) => isExtraHazard(hazard) || !(FORECAST_HAZARDS as readonly Hazard[]).includes(hazard)))
    for (const [source, toHours] of Object.entries(sources))
      it(`${hazard}, ${source}: none even in the worst forecast of the weather`, () => {
        // OpenWeather has a tornado among its conditions, but no forecast can predict one.
        const hours = toHours({ ...weather(781), ...code(99), wind_gust: 60, wind_gusts_10m: 60, rain: { '1h': 90 }, visibility: 10 })
        const question = { hazard, threshold: null, from: NOW, until: NOW + 12 * HOUR_MS }
        assert.deepEqual(listForecastHazards({ hourly: hours }, question), [])
        assert.equal(hasHazardData({ hourly: hours }, question), false)
      })
})

/** The name of each hazard at those who warn of it; null if a source has no word for it. */
const OFFICIAL: Readonly<Record<Hazard, { readonly nws: string | null; readonly tag: string | null; readonly meteoalarm: string | null }>> =
  {
    rain: { nws: null, tag: 'Rain', meteoalarm: 'Rain Yellow Warning' },
    thunderstorm: { nws: 'Severe Thunderstorm Warning', tag: 'Thunderstorm', meteoalarm: 'Orange Thunderstorm warning' },
    snow: { nws: 'Lake Effect Snow Warning', tag: 'Snow/Ice', meteoalarm: 'Snow-ice Yellow Warning' },
    ice: { nws: 'Ice Storm Warning', tag: 'Snow/Ice', meteoalarm: 'Yellow ice warning' },
    wind: { nws: 'High Wind Warning', tag: 'Wind', meteoalarm: 'Wind Yellow Warning' },
    heat: { nws: 'Extreme Heat Warning', tag: 'Extreme high temperature', meteoalarm: 'Yellow High-Temperature Warning' },
    cold: { nws: 'Extreme Cold Warning', tag: 'Extreme low temperature', meteoalarm: 'Low-temperature Yellow Warning' },
    fog: { nws: 'Dense Fog Advisory', tag: 'Fog', meteoalarm: 'Yellow Fog Warning' },
    uv: { nws: null, tag: null, meteoalarm: 'Increased UV index' },
    flood: { nws: 'Flash Flood Warning', tag: 'Flood', meteoalarm: 'Yellow Flooding Warning' },
    tornado: { nws: 'Tornado Warning', tag: 'Tornado', meteoalarm: 'Tornado Orange Warning' },
    hurricane: { nws: 'Hurricane Warning', tag: 'Cyclone', meteoalarm: 'Red Hurricane Warning' },
    airQuality: { nws: 'Air Quality Alert', tag: 'Air quality', meteoalarm: 'Yellow Sand/Dust Warning' },
    pollen: { nws: null, tag: null, meteoalarm: null },
    marine: { nws: 'Small Craft Advisory', tag: 'Coastal event', meteoalarm: 'Yellow Coastal Event Warning' },
    forestFire: { nws: 'Red Flag Warning', tag: 'Fire warning', meteoalarm: 'Yellow Forest-Fire Warning' },
    avalanche: { nws: 'Avalanche Warning', tag: 'Avalanches', meteoalarm: 'Orange Avalanches Warning' },
  }

const ISO = (ms: number) => new Date(ms).toISOString()

function nwsAlert(event: string, severity: string): Alert {
  const times = { sent: ISO(NOW), effective: ISO(NOW), onset: ISO(NOW), expires: ISO(NOW + 6 * HOUR_MS), ends: ISO(NOW + 6 * HOUR_MS) }
  const words = { event, severity, certainty: 'Likely', urgency: 'Expected', status: 'Actual', messageType: 'Alert' }
  const id = `urn:oid:2.49.0.1.840.0.${event}`
  const properties = {
    id,
    ...times,
    ...words,
    areaDesc: 'A',
    senderName: 'NWS Norman OK',
    description: 'x',
    references: [],
    parameters: {},
  }
  const messages = decodeCollection({ type: 'FeatureCollection', features: [{ id, type: 'Feature', geometry: null, properties }] })
  const [alert] = transformMessages(messages ?? [], 1)
  assert.ok(alert !== undefined)
  return alert
}

function relayed(fields: Fields): Alert {
  const [alert] = transformAlerts([{ start: NOW / 1_000, end: NOW / 1_000 + 21_600, description: 'x', ...fields }], 1)
  assert.ok(alert !== undefined)
  return alert
}

const SCALE = ['minor', 'moderate', 'severe', 'extreme'] as const
/** Without a stated severity, the least severity of the preferences is varied instead. Nothing is above extreme. */
function asked(alert: Alert, level: (typeof LEVELS)[number]): (typeof SCALE)[number] | undefined {
  return SCALE[SCALE.indexOf(alert.severity ?? 'moderate') + { below: 1, at: 0, above: -1 }[level]]
}

function assertUnstated(hazard: Hazard, alert: Alert, level: (typeof LEVELS)[number]): void {
  assert.notEqual(alert.severitySource, 'stated')
  const least = asked(alert, level)
  if (least !== undefined) assert.deepEqual(isMatched(hazard, alert, least), level === 'below' ? null : [hazard])
}

const SEVERITIES = { below: 'Minor', at: 'Moderate', above: 'Severe' } as const

function isMatched(hazard: Hazard | 'official', alert: Alert, minSeverity: string): readonly Hazard[] | null {
  const preferences = completePreferences({ [hazard]: true, minSeverity }, { alertOnRain: false, alertOnStorm: false })
  const [folded] = foldOfficial([alert])
  assert.ok(folded !== undefined)
  const match = matchOfficial(folded, preferences)
  assert.equal(match?.official ?? hazard === 'official', hazard === 'official')
  return match?.hazards ?? null
}

describe('a hazard in an official alert', () => {
  for (const hazard of HAZARDS) {
    const { nws, tag, meteoalarm } = OFFICIAL[hazard]
    for (const level of LEVELS) {
      const expected = level === 'below' ? null : [hazard]
      if (nws !== null) {
        it(`${hazard}, nws, ${level} the least severity`, () =>
          assert.deepEqual(isMatched(hazard, nwsAlert(nws, SEVERITIES[level]), 'moderate'), expected))
        it(`${hazard}, nws, severity unknown, ${level} the least severity`, () => assertUnstated(hazard, nwsAlert(nws, 'Unknown'), level))
        it(`${hazard}, nws relayed by openweather, ${level} the least severity`, () =>
          assertUnstated(hazard, relayed({ event: nws, sender_name: 'NWS Norman (Oklahoma)', tags: [] }), level))
      }
      if (tag !== null)
        it(`${hazard}, openweather by its tag, ${level} the least severity`, () =>
          assertUnstated(hazard, relayed({ event: '', sender_name: 'Agency', tags: [tag] }), level))
      if (meteoalarm !== null)
        it(`${hazard}, meteoalarm relayed by openweather, ${level} the least severity`, () =>
          assertUnstated(hazard, relayed({ event: meteoalarm, sender_name: 'Agency' }), level))
    }
  }
  for (const level of LEVELS)
    it(`official, an event of no hazard, ${level} the least severity`, () => {
      const matched = isMatched('official', nwsAlert('Special Weather Statement', SEVERITIES[level]), 'moderate')
      assert.deepEqual(matched, level === 'below' ? null : [])
    })
  it('no single hazard matches an alert about another', () => {
    for (const hazard of HAZARDS) assert.equal(isMatched(hazard, nwsAlert('Special Weather Statement', 'Extreme'), 'minor'), null)
  })
})
