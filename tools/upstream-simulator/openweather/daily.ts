import { sum } from '../arithmetic.ts'
import { amountOf, wettestOf } from '../climate/hours.ts'
import type { HourRecord } from '../climate/series.ts'
import { apparentTemperature } from '../climate/weather.ts'
import type { LocalDay } from '../places/zone.ts'
import { moonDay, moonPhase } from '../sky/moon.ts'
import { seconds } from '../times.ts'
import { round } from '../wire.ts'
import { type OwContext, skyOf, sunKeys } from './blocks.ts'
import { conditionId, weatherList } from './condition.ts'

const HOUR = 3_600_000

/** The whole hours of UTC that begin in a local day, however many there are. */
export function hoursOf(context: OwContext, day: LocalDay): HourRecord[] {
  const hours: HourRecord[] = []
  for (let at = Math.ceil(day.startMs / HOUR) * HOUR; at < day.endMs; at += HOUR) hours.push(context.series.hour(at))
  return hours
}

/** A day: its extremes and sums are exactly those of its hours. */
export function dayBlock(context: OwContext, day: LocalDay): Record<string, unknown> {
  const { write, lat, lon } = context
  const hours = hoursOf(context, day)
  const noonMs = day.startMs + 12 * HOUR
  const at = (hour: number): HourRecord => hours[Math.min(hour, hours.length - 1)] ?? context.series.hour(noonMs)
  const temperatures = hours.map((hour) => hour.state.temperature)
  const parts = { day: at(12), night: at(22), eve: at(18), morn: at(6) }
  const rain = sum(hours.map((hour) => hour.rain))
  const snow = sum(hours.map((hour) => hour.snow))
  const windiest = hours.reduce((a, b) => (b.state.windSpeed > a.state.windSpeed ? b : a), at(12))
  const moon = moonDay(lat, lon, day.startMs, Math.round((day.endMs - day.startMs) / HOUR))
  return {
    dt: seconds(noonMs),
    ...sunKeys(lat, lon, noonMs),
    moonrise: moon.rise === null ? 0 : seconds(moon.rise),
    moonset: moon.set === null ? 0 : seconds(moon.set),
    moon_phase: round(moonPhase(noonMs), 2),
    summary: summary(hours),
    temp: {
      day: write.temperature(parts.day.state.temperature),
      min: write.temperature(Math.min(...temperatures)),
      max: write.temperature(Math.max(...temperatures)),
      night: write.temperature(parts.night.state.temperature),
      eve: write.temperature(parts.eve.state.temperature),
      morn: write.temperature(parts.morn.state.temperature),
    },
    feels_like: {
      day: write.temperature(apparentTemperature(parts.day.state)),
      night: write.temperature(apparentTemperature(parts.night.state)),
      eve: write.temperature(apparentTemperature(parts.eve.state)),
      morn: write.temperature(apparentTemperature(parts.morn.state)),
    },
    pressure: Math.round(parts.day.state.pressure),
    humidity: Math.round(parts.day.state.humidity),
    dew_point: write.temperature(parts.day.state.dewPoint),
    wind_speed: write.wind(windiest.state.windSpeed),
    wind_deg: Math.round(windiest.state.windDirection) % 360,
    wind_gust: write.wind(Math.max(...hours.map((hour) => hour.gust))),
    weather: weatherList({ ...skyOf(worst(hours)), isDay: true }, context.lang),
    clouds: Math.round(parts.day.state.cloud),
    pop: round(Math.max(...hours.map((hour) => hour.probability)), 2),
    ...(rain >= 0.1 ? { rain: round(rain, 2) } : {}),
    ...(snow >= 0.1 ? { snow: round(snow, 2) } : {}),
    uvi: round(Math.max(...hours.map((hour) => hour.uvIndex)), 2),
  }
}

/** The hour that represents the day: thunder, then the wettest, else the afternoon's. */
function worst(hours: readonly HourRecord[]): HourRecord {
  const thunder = hours.find((hour) => hour.thunder)
  if (thunder !== undefined) return thunder
  const wettest = wettestOf(hours)
  return amountOf(wettest) >= 0.1 ? wettest : (hours[14] ?? wettest)
}

/** The sentence about the day, in the service's wording. */
function summary(hours: readonly HourRecord[]): string {
  const half = Math.floor(hours.length / 2)
  const morning = kind(hours.slice(6, half))
  const afternoon = kind(hours.slice(half, 21))
  if (morning === afternoon) return `There will be ${afternoon} today`
  if (afternoon === 'rain' || afternoon === 'snow') return `You can expect ${morning} in the morning, with ${afternoon} in the afternoon`
  if (morning === 'rain' || morning === 'snow') return `There will be ${morning} until morning, then ${afternoon}`
  return `The day will start with ${morning} through the late morning hours, transitioning to ${afternoon}`
}

function kind(hours: readonly HourRecord[]): string {
  if (hours.some((hour) => hour.snow >= 0.1)) return 'snow'
  if (hours.some((hour) => hour.rain >= 0.1)) return 'rain'
  const middle = hours[Math.floor(hours.length / 2)]
  return middle !== undefined && conditionId(skyOf(middle)) === 800 ? 'clear sky' : 'partly cloudy'
}
