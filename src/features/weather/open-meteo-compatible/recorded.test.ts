import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type CurrentWeather, type DailyPoint, type HourlyPoint, NOTHING_MEASURED, formatInstant } from '@isobar/weather'
import { HOUR_MS } from '../../../time.ts'
import { buildClockFields } from './answer.ts'
import { parseUrlParameters } from './parameters.ts'
import { readRequest } from './request.ts'
import { FORECAST_API } from './routes.ts'
import { type KnownWeather, buildHourRowLookup, buildWeatherBlocks } from './weather-blocks.ts'
import { writeJson } from './write-json.ts'

const SAMPLES = new URL('../../../../../shared/upstream-samples/', import.meta.url)

type Cell = string | number | null
type Columns = { readonly time: readonly Cell[] } & Readonly<Record<string, readonly Cell[]>>
type Units = Readonly<Record<string, string>>

/** An answer of theirs. */
interface Recorded {
  readonly latitude: number
  readonly longitude: number
  readonly elevation: number
  readonly utc_offset_seconds: number
  readonly timezone: string
  readonly current?: Readonly<Record<string, Cell>>
  readonly current_weather?: Readonly<Record<string, Cell>>
  readonly minutely_15?: Columns
  readonly hourly?: Columns
  readonly daily?: Columns
  readonly [block: string]: unknown
}

/** Each recorded answer with the rest of its request; the variables are those that it has. */
const REQUESTS: Readonly<Record<string, string>> = {
  'open-meteo/forecast_toronto_16d_nulls.json': 'timezone=America/Toronto&past_days=1&forecast_days=16',
  'open-meteo/forecast_miami_thunder_7d.json': 'timezone=America/New_York&forecast_days=7',
  'open-meteo/forecast_svalbard_midnight_sun_4d.json': 'timezone=Arctic/Longyearbyen&forecast_days=4',
  'open-meteo/forecast_toronto_ecmwf_null_columns.json': 'timezone=America/Toronto&forecast_days=3',
  'open-meteo/forecast_melbourne_gmt.json': '',
  'open-meteo/forecast_munich_current_weather_unixtime.json': 'timezone=Europe/Berlin&current_weather=true&timeformat=unixtime',
  'open-meteo/forecast_toronto_freezing_drizzle_imperial.json':
    'timezone=America/Toronto&temperature_unit=fahrenheit&wind_speed_unit=mph&precipitation_unit=inch&past_days=1',
  'open-meteo/forecast_minutely_15_unixtime.json': 'timeformat=unixtime&forecast_minutely_15=24&past_minutely_15=4',
  'open-meteo-extras/forecast_client_lac_mann_snow_past5_2025.json': 'timezone=America/New_York&past_days=5',
  'open-meteo-extras/forecast_client_sao_luis_gmt_2025.json': '',
}

/** What no source has. */
const LACKING = /^(snow_depth|cloud_cover_(low|mid|high)|sunshine_duration|soil_\w+|shortwave_\w+)/
/** Here, rain is that of all kinds, and what theirs states of showers is in it. */
const IN_RAIN = /^showers/
/** What is computed by other formulas than theirs, and how far from theirs it may be, in its unit. */
const COMPUTED: Readonly<Record<string, number>> = { surface_pressure: 1, vapour_pressure_deficit: 0.03, et0_fao_evapotranspiration: 2 }
/**
 * Values of which ours are another or unknown: a wet hour of a day of which one is missing may be that one; the
 * model without a UV index has none, and that of the last day is unknown; the length of a day is that between the minutes of its sunrise and sunset.
 */
const DIFFERENT = /(ecmwf|16d).*uv_index|daily\.(precipitation_hours|daylight_duration)/

const BLOCKS = ['current', 'current_weather', 'minutely_15', 'hourly', 'daily'] as const

/** In canonical units, from the unit that the recording states. */
const CANONICAL: Readonly<Record<string, (value: number) => number>> = {
  '°F': (value) => ((value - 32) * 5) / 9,
  'km/h': (value) => value / 3.6,
  'mp/h': (value) => value * 0.44704,
  inch: (value) => value * 25.4,
  cm: (value) => value / 0.7,
}

const OLD: Readonly<Record<string, string>> = {
  wind_speed_10m: 'windspeed_10m',
  wind_direction_10m: 'winddirection_10m',
  relative_humidity_2m: 'relativehumidity_2m',
}

/** Reads a row of a recording by today's names. */
function reader(units: Units, cellOf: (name: string) => Cell | undefined) {
  const number = (name: string): number | null => {
    const key = cellOf(name) === undefined ? (OLD[name] ?? name) : name
    const value = cellOf(key)
    return typeof value === 'number' ? (CANONICAL[units[key] ?? '']?.(value) ?? value) : null
  }
  return { number, share: (name: string) => (number(name) === null ? null : (number(name) as number) / 100) }
}

const msOf = (time: Cell, offsetSeconds: number): number =>
  typeof time === 'number' ? time * 1_000 : Date.parse(`${time}${String(time).length === 10 ? 'T00:00' : ''}Z`) - offsetSeconds * 1_000

/** The values of a row that are of its time. */
function stateOf({ number }: ReturnType<typeof reader>) {
  const isDay = number('is_day')
  return {
    temperature: number('temperature_2m'),
    feelsLike: number('apparent_temperature'),
    dewPoint: number('dew_point_2m'),
    humidity: number('relative_humidity_2m'),
    pressure: number('pressure_msl'),
    cloudCover: number('cloud_cover'),
    visibility: number('visibility'),
    uvIndex: number('uv_index'),
    windSpeed: number('wind_speed_10m'),
    windDirection: number('wind_direction_10m'),
    condition: null,
    providerCode: number('weather_code'),
    isDay: isDay === null ? null : isDay === 1,
  }
}

const amountsOf = ({ number, share }: ReturnType<typeof reader>) => ({
  windGust: number('wind_gusts_10m'),
  precipitation: number('precipitation'),
  rain: number('rain'),
  snow: number('snowfall'),
  precipitationProbability: share('precipitation_probability'),
})

/** A recording in our own model: what its sums and gusts are of begins an hour before their rows. */
function knownFrom(recorded: Recorded): KnownWeather {
  const { current, current_weather: former, hourly, daily, utc_offset_seconds: offset } = recorded
  const unitsOf = (block: string) => (recorded[`${block}_units`] ?? {}) as Units
  const hours = new Map<number, HourlyPoint>()
  const hour = (ms: number, values: Partial<HourlyPoint>) => {
    const empty = { feelsLike: null, temperature: null, precipitationProbability: null, condition: null, providerCode: null, isDay: null }
    hours.set(ms, { ...NOTHING_MEASURED, ...empty, ...hours.get(ms), ...values, time: formatInstant(ms) })
  }
  hourly?.time.forEach((time, index) => {
    const row = reader(unitsOf('hourly'), (name) => hourly[name]?.[index])
    hour(msOf(time, offset), stateOf(row))
    hour(msOf(time, offset) - HOUR_MS, amountsOf(row))
  })
  const formerNames: Readonly<Record<string, string>> = {
    temperature_2m: 'temperature',
    wind_speed_10m: 'windspeed',
    wind_direction_10m: 'winddirection',
    weather_code: 'weathercode',
    is_day: 'is_day',
  }
  const now = reader(unitsOf(current === undefined ? 'current_weather' : 'current'), (name) =>
    current === undefined ? former?.[formerNames[name] ?? name] : current[name],
  )
  const oldUnits = unitsOf('current_weather')
  const currentRow = current ?? former
  return {
    place: { lat: recorded.latitude, lon: recorded.longitude, height: recorded.elevation },
    // None of its days is running.
    now: 0,
    timezone: recorded.timezone === 'GMT' ? 'UTC' : recorded.timezone,
    current:
      currentRow === undefined
        ? undefined
        : ({
            ...NOTHING_MEASURED,
            ...stateOf(now),
            ...amountsOf(now),
            ...(current === undefined && oldUnits['windspeed'] === 'km/h' ? { windSpeed: Number(former?.['windspeed']) / 3.6 } : {}),
            kind: 'analysis',
            observedAt: formatInstant(msOf(currentRow['time'] ?? null, offset)),
            sunrise: null,
            sunset: null,
          } as CurrentWeather),
    hourAt: buildHourRowLookup([...hours.values()]),
    days: (daily?.time ?? []).map((time, index) => {
      const { number, share } = reader(unitsOf('daily'), (name) => daily?.[name]?.[index])
      const instant = (name: string) => {
        const cell = daily?.[name]?.[index] ?? null
        return cell === null ? null : formatInstant(msOf(cell, offset))
      }
      const startMs = msOf(time, offset)
      return {
        ...NOTHING_MEASURED,
        date: new Date(startMs + offset * 1_000).toISOString().slice(0, 10),
        time: formatInstant(startMs),
        temperatureMax: number('temperature_2m_max'),
        temperatureMin: number('temperature_2m_min'),
        feelsLikeMax: number('apparent_temperature_max'),
        feelsLikeMin: number('apparent_temperature_min'),
        precipitation: number('precipitation_sum'),
        rain: number('rain_sum'),
        snow: number('snowfall_sum'),
        precipitationProbability: share('precipitation_probability_max'),
        uvIndex: number('uv_index_max'),
        windSpeed: number('wind_speed_10m_max'),
        windGust: number('wind_gusts_10m_max'),
        windDirection: number('wind_direction_10m_dominant'),
        condition: null,
        providerCode: number('weather_code'),
        moonPhase: number('moon_phase'),
        sunrise: instant('sunrise'),
        sunset: instant('sunset'),
        moonrise: instant('moonrise'),
        moonset: instant('moonset'),
      } as unknown as DailyPoint
    }),
    minutes: [],
  }
}

/** The same request to this API, when it was recorded and with the weather that was recorded. */
function replay(recorded: Recorded, rest: string): Recorded {
  const names = (block: string): string =>
    Object.keys((recorded[block] as object | undefined) ?? {})
      .filter((name) => !['time', 'interval'].includes(name))
      .join(',')
  const lists = (['current', 'minutely_15', 'hourly', 'daily'] as const).map((block) => `${block}=${names(block)}`).join('&')
  const known = knownFrom(recorded)
  const first = msOf(
    recorded.minutely_15?.time[4] ?? recorded.hourly?.time[0] ?? recorded.daily?.time[0] ?? null,
    recorded.utc_offset_seconds,
  )
  const pastDays = Number(/past_days=(\d+)/.exec(rest)?.[1] ?? 0)
  const now = known.current === undefined ? first + pastDays * 24 * HOUR_MS : Date.parse(known.current.observedAt)
  const request = readRequest(parseUrlParameters(`/v1/forecast?latitude=1&longitude=2&${lists}&${rest}`), FORECAST_API, now)
  const [place] = request.places
  assert.ok(place)
  const clock = buildClockFields(place.timezone, now)
  const blocks = buildWeatherBlocks(request, known, place.rangesAt(clock.utcOffsetSeconds * 1_000, now), clock.utcOffsetSeconds)
  const answer = {
    latitude: 1,
    longitude: 2,
    elevation: 99,
    locationId: 0,
    ...clock,
    isUnixTime: request.isUnixTime,

    blocks,
  }
  return JSON.parse(writeJson([answer])) as Recorded
}

/** A recording that is written in this format from our own model is the recording: names, units, rows and values. */
describe('a recorded answer of the forecast API', { skip: existsSync(SAMPLES) ? false : `${SAMPLES.pathname} is missing` }, () => {
  let compared = 0
  let near = 0
  for (const [file, rest] of Object.entries(REQUESTS)) {
    it(`is written from what we know as it was recorded: ${file}`, () => {
      const recorded = JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8')) as Recorded
      const written = replay(recorded, rest)
      assert.equal(written.utc_offset_seconds, recorded.utc_offset_seconds)
      assert.equal(written.timezone, recorded.timezone)
      assert.equal(written['timezone_abbreviation'], recorded['timezone_abbreviation'])
      for (const block of BLOCKS) {
        const [theirs, ours] = [recorded[block], written[block]] as [Columns | undefined, Columns | undefined]
        assert.deepEqual(Object.keys(ours ?? {}), Object.keys(theirs ?? {}), block)
        if (theirs === undefined || ours === undefined) continue
        assert.deepEqual(ours.time, theirs.time, `${block}.time`)
        for (const [name, values] of Object.entries(theirs)) {
          if (['time', 'interval'].includes(name)) continue
          const isFromMinutes = block === 'minutely_15'
          const units = [written, recorded].map((answer) => (answer[`${block}_units`] as Units)[name])
          if (IN_RAIN.test(name)) {
            assert.ok([ours[name]].flat().every((value) => value === 0 || value === null))
            continue
          }
          const tolerance = COMPUTED[name]
          if (tolerance !== undefined) {
            assert.equal(units[0], units[1], `unit of ${block}.${name}`)
            assertNear([ours[name]].flat() as Cell[], [values].flat() as Cell[], tolerance, `${block}.${name}`)
            continue
          }
          if (LACKING.test(name) || (isFromMinutes && name !== 'is_day')) {
            assert.ok(
              [ours[name]].flat().every((value) => value === null),
              `${block}.${name} is unknown`,
            )
            continue
          }
          if (units[1] !== 'undefined') assert.equal(units[0], units[1], `unit of ${block}.${name}`)
          if (DIFFERENT.test(`${file} ${block}.${name}`)) continue
          assert.deepEqual(ours[name], values, `${block}.${name}`)
          compared += [values].flat().length
        }
      }
    })
  }

  function assertNear(ours: readonly Cell[], theirs: readonly Cell[], tolerance: number, name: string): void {
    for (const [index, value] of ours.entries()) {
      const other = theirs[index] ?? null
      if (typeof value !== 'number' || typeof other !== 'number') continue
      assert.ok(Math.abs(value - other) <= tolerance, `${name}[${index}]: ${value} for ${other}`)
      near += 1
    }
  }

  it('was compared value by value, with what is computed', () => assert.ok(compared > 19_000 && near > 500, `${compared} ${near}`))
})
