import type { Site } from './geography.ts'
import { noise } from './noise.ts'
import type { WeatherState } from './weather.ts'

const HOUR = 3_600_000
const DAY_OF_YEAR_MS = 86_400_000

/** The air of an instant: µg/m³, and grains/m³ by plant; null where there is no model of pollen. */
export interface AirState {
  readonly pm25: number
  readonly pm10: number
  readonly no2: number
  readonly no: number
  readonly o3: number
  readonly so2: number
  readonly co: number
  readonly nh3: number
  readonly dust: number
  readonly pollen: Readonly<Record<(typeof PLANTS)[number], number>> | null
}

export const PLANTS = ['alder', 'birch', 'grass', 'mugwort', 'olive', 'ragweed'] as const
/** The day of the year on which each flowers most, and for how many days around it. */
const SEASONS = { alder: [60, 25], birch: [110, 18], grass: [165, 40], mugwort: [220, 20], olive: [150, 20], ragweed: [240, 22] } as const

/** A pure function of place, time and weather: still air collects what towns emit, sun makes ozone of it, wind raises dust. */
export function airAt(site: Site, atMs: number, weather: WeatherState): AirState {
  const t = atMs / HOUR
  const field = noise(site.x * 40 + t * 0.01, site.y * 40, site.z * 40 + t * 0.004, 7_001)
  const town = 0.5 + 0.5 * noise(site.x * 90, site.y * 90, site.z * 90, 7_002)
  const stillness = 1 / (0.6 + weather.windSpeed / 4)
  const localHour = (((t + site.lon / 15) % 24) + 24) % 24
  const rush = 0.6 + 0.4 * Math.cos(((localHour - 8) / 12) * Math.PI * 2) ** 2
  const sun = Math.max(0, Math.sin(((localHour - 6) / 12) * Math.PI)) * (1 - weather.cloud / 160)
  const washedOut = 1 / (1 + weather.precipitation)
  const emitted = (0.3 + town) * site.continentality * stillness
  const dust = Math.max(0, site.dryness * (weather.windSpeed - 4)) ** 1.6 * 4 * washedOut
  const pm25 = (3 + 22 * emitted * (1 + field) * rush) * washedOut + dust * 0.12
  return {
    pm25,
    pm10: pm25 * 1.5 + dust * 0.5,
    no2: 2 + 38 * emitted * rush,
    no: 0.1 + 8 * emitted * rush * (1 - sun),
    o3: Math.max(4, 55 + 60 * sun + weather.temperature * 0.8 - 25 * emitted * rush),
    so2: 0.6 + 9 * emitted * (1 + field),
    co: 110 + 260 * emitted * rush,
    nh3: 0.5 + 6 * site.continentality * Math.max(0, weather.temperature / 20),
    dust,
    pollen: isInEurope(site) ? pollenAt(site, atMs, weather, washedOut) : null,
  }
}

function isInEurope({ lat, lon }: Site): boolean {
  return lat >= 30 && lat <= 72 && lon >= -25 && lon <= 45
}

function pollenAt(site: Site, atMs: number, weather: WeatherState, washedOut: number): Record<(typeof PLANTS)[number], number> {
  const start = Date.UTC(new Date(atMs).getUTCFullYear(), 0, 1)
  // The north flowers later.
  const day = (atMs - start) / DAY_OF_YEAR_MS - (site.lat - 50) * 1.5
  const warmth = Math.max(0, Math.min(1, weather.temperature / 15))
  const counts = PLANTS.map((plant) => {
    const [peak, width] = SEASONS[plant]
    return [plant, 180 * Math.exp(-(((day - peak) / width) ** 2)) * warmth * washedOut * site.continentality] as const
  })
  return Object.fromEntries(counts) as Record<(typeof PLANTS)[number], number>
}
