import type { Site } from './geography.ts'
import { type Gradient, noise } from './noise.ts'

/** Who computes the climate, and when. `issuedAt` in hours: later hours are forecasts with an error that grows with the lead. */
export interface ModelRun {
  readonly issuedAt: number
  /** 0 is the climate itself; any other number is a different model of it, slightly off everywhere. */
  readonly model: number
  /** Errors set for its forecasts, instead of the model's own. */
  readonly errors?: ErrorModel | null
}

/** The actual climate at any time, from which alerts are made. */
export const TRUTH: ModelRun = { issuedAt: Number.POSITIVE_INFINITY, model: 0 }

/** The weather of an instant. °C, %, hPa, m, m/s, degrees, mm/h of water. */
export interface WeatherState {
  temperature: number
  dewPoint: number
  humidity: number
  pressure: number
  cloud: number
  visibility: number
  windSpeed: number
  windGust: number
  windDirection: number
  /** Rain and snow together. */
  precipitation: number
  /** The part of it that falls from showers, 0–1, and the part that is snow, 0–1. */
  convective: number
  snowShare: number
  freezing: boolean
  thunder: boolean
  fog: boolean
  /** How close it is to raining: 0 is the edge, above is wet. Probability is derived from it. */
  wetness: number
}

const HOURS_PER_YEAR = 8765.8128
const DRIFT_EAST = 0.0066
const DRIFT_WEST = -0.0035
const slow: Gradient = new Float64Array(4)
const fast: Gradient = new Float64Array(4)

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}

/** Saturation vapour pressure over water, hPa (Magnus, WMO coefficients). */
export function saturation(temperature: number): number {
  return 6.112 * Math.exp((17.62 * temperature) / (243.12 + temperature))
}

/** The weather at a site at `t` hours since the epoch, as a model run sees it. A pure function, continuous in place and time. */
export function weatherAt(site: Site, t: number, run: ModelRun): WeatherState {
  const { x, y, z, lat, continentality, dryness } = site
  const east = DRIFT_EAST * t
  const ce = Math.cos(east)
  const se = Math.sin(east)
  // The point as seen from a frame that turns with the weather systems.
  const ex = x * ce + y * se
  const ey = y * ce - x * se

  const lead = Math.max(0, t - run.issuedAt)
  const ignorance = lead === 0 ? 0 : 1 - Math.exp(-lead / 70)
  let temperatureError = 0
  let wetError = 0
  let windError = 1
  if (ignorance > 0) {
    const drift = run.issuedAt * 0.045
    temperatureError = 7 * ignorance * noise(x * 5 + drift, y * 5 + t * 0.05, z * 5, 71 + run.model)
    wetError = 0.3 * ignorance * noise(x * 9, y * 9 + drift, z * 9 + t * 0.07, 81 + run.model)
    windError = 1 + 0.5 * ignorance * noise(x * 6 + t * 0.05, y * 6, z * 6 + drift, 91 + run.model)
  }
  if (run.model !== 0) {
    temperatureError += 1.6 * noise(x * 12, y * 12 + t * 0.03, z * 12, 101 + run.model)
    wetError += 0.08 * noise(x * 14 + t * 0.04, y * 14, z * 14, 111 + run.model)
    windError *= 1 + 0.15 * noise(x * 8, y * 8, z * 8 + t * 0.02, 121 + run.model)
  }

  const low = noise(ex * 5 + 50, ey * 5, z * 5 + t * 0.011, 1, slow)
  const sub = noise(ex * 11, ey * 11 + 30, z * 11 + t * 0.026, 2, fast)
  const system = low + 0.4 * sub
  const pressure = site.meanPressure + site.pressureAmplitude * system

  // Geostrophic wind from the pressure gradient (hPa per radian), damped where the Coriolis parameter vanishes, turned by friction.
  const gx = 5 * (slow[1] ?? 0) + 4.4 * (fast[1] ?? 0)
  const gy = 5 * (slow[2] ?? 0) + 4.4 * (fast[2] ?? 0)
  const gz = 5 * (slow[3] ?? 0) + 4.4 * (fast[3] ?? 0)
  const horizontal = Math.sqrt(Math.max(1e-9, 1 - z * z))
  const er = Math.hypot(ex, ey) || 1e-9
  const gradientEast = (gy * ex - gx * ey) / er
  const gradientNorth = gz * horizontal - z * ((gx * ex + gy * ey) / er)
  const coriolis = 1.458e-4 * z
  const geostrophic = ((100 * site.pressureAmplitude) / (1.2 * 6.371e6)) * (coriolis / (coriolis * coriolis + 4e-9))
  const turn = 0.4 * Math.tanh(lat / 10)
  const ct = Math.cos(turn)
  const st = Math.sin(turn)
  const u0 = -geostrophic * gradientNorth
  const v0 = geostrophic * gradientEast
  const drag = (0.38 - 0.11 * continentality) * windError
  const u = drag * (u0 * ct - v0 * st) + 0.5 * site.zonalWind + 1.4 * noise(ex * 24, ey * 24, z * 24 + t * 0.1, 3)
  const v = drag * (u0 * st + v0 * ct) + 1.6 * noise(ex * 24 + 9, ey * 24, z * 24 + t * 0.1, 4)

  const solarHour = (((t + site.lon / 15) % 24) + 24) % 24
  const season = Math.cos(2 * Math.PI * (t / HOURS_PER_YEAR - 0.548))
  const noonSun = clamp(Math.cos(((lat - 23.4 * season) * Math.PI) / 180), 0, 1)
  const dayWave = Math.cos((2 * Math.PI * (solarHour - 14.8)) / 24) * horizontal * Math.min(1, noonSun + 0.08)

  const front = (noise(ex * 10 + 7, ey * 10, z * 10 + t * 0.03, 5) + 0.5 * noise(ex * 23, ey * 23 + 5, z * 23 + t * 0.07, 6)) / 1.2
  const wet = 0.85 * front - 0.55 * system + site.rainBias + wetError
  const stratiform = Math.max(0, wet - 0.42)

  const air = noise(ex * 4 + 20, ey * 4, z * 4 + t * 0.014, 7)
  const warmAnomaly = (2.2 + 7 * (1 - horizontal * horizontal)) * air
  const cloudBase = clamp(0.5 + 1.15 * wet, 0, 1)
  const dayAmplitude = (1.6 + 6.2 * continentality + 3 * dryness) * (1 - 0.65 * cloudBase)
  const dry = site.meanTemperature + site.seasonAmplitude * season + warmAnomaly + dayAmplitude * dayWave + temperatureError

  const west = DRIFT_WEST * t
  const cw = Math.cos(west)
  const sw = Math.sin(west)
  const wx = x * cw + y * sw
  const wy = y * cw - x * sw
  const cell = noise(wx * 75, wy * 75, z * 75 + t * 0.35, 8) + 0.4 * noise(wx * 170 + 3, wy * 170, z * 170 + t * 0.9, 9)
  const instability = clamp((dry - 12) / 14, 0, 1.15) * (1 - 0.85 * dryness) * (0.55 + 0.45 * dayWave)
  const convection = 0.75 * cell + 0.3 * front + 0.62 * instability - 0.2 * system - 0.95 + wetError
  const showers = 24 * Math.max(0, convection) ** 1.3
  const steady = 6 * stratiform ** 1.4
  const precipitation = showers + steady
  const cooling = 3.5 * clamp(precipitation / 6, 0, 1) * clamp((dry - 5) / 15, 0, 1)
  const temperature = dry - cooling

  const moisture = Math.max(wet, convection + 0.4)
  const depression =
    clamp((0.42 - moisture) * (9 + 14 * dryness + 5 * continentality), 0.05, 40) *
    (1 + 0.35 * dayWave) *
    clamp((temperature + 45) / 60, 0.3, 1)
  const rawSpeed = Math.hypot(u, v) * (1 + 0.18 * continentality * dayWave) * (1 + 0.6 * clamp(convection * 3, 0, 1))
  const speed = rawSpeed + 0.2
  const fogginess =
    noise(x * 34, y * 34, z * 34 + t * 0.04, 10) - 0.35 * dayWave - speed / 9 - depression / 16 - precipitation - Math.max(0, dry - 14) / 40
  const fog = fogginess > 0.1
  const dewPoint = temperature - (fog ? Math.min(depression, 0.3) : depression)
  const humidity = clamp((100 * saturation(dewPoint)) / saturation(temperature), 1, 100)
  const warmNose = noise(ex * 16, ey * 16 + 3, z * 16 + t * 0.03, 11)
  const freezing = temperature < 0.2 && temperature > -6 && warmNose > 0.42 && precipitation < 4
  const snowShare = freezing ? 0 : clamp((1.6 - temperature) / 2, 0, 1)
  const clear = 42000 * (1 - 0.62 * (humidity / 100) ** 2)
  const visibility = fog
    ? clamp(900 - 2200 * (fogginess - 0.1), 60, 950)
    : Math.max(180, clear / (1 + precipitation * (0.45 + 3.2 * snowShare)))

  return {
    temperature,
    dewPoint,
    humidity,
    pressure,
    cloud: 100 * clamp(Math.max(cloudBase, 0.75 * clamp(convection * 6 + 0.9, 0, 1.3)), 0, 1),
    visibility,
    windSpeed: speed,
    windGust: speed * (1.32 + 0.22 * continentality) + 0.6 + 6 * clamp(convection * 2.5, 0, 1.6),
    windDirection: (Math.atan2(-u, -v) * (180 / Math.PI) + 360) % 360,
    precipitation,
    convective: precipitation > 0 ? showers / precipitation : 0,
    snowShare,
    freezing,
    thunder: showers > 2.2 && temperature > 9,
    fog,
    wetness: Math.max(wet - 0.42, 0.9 * convection),
  }
}

/** Apparent temperature (Steadman, as the Australian Bureau of Meteorology uses it), °C. */
export function apparentTemperature(state: Pick<WeatherState, 'temperature' | 'dewPoint' | 'windSpeed'>): number {
  return state.temperature + 0.33 * saturation(state.dewPoint) - 0.7 * state.windSpeed - 4
}

/**
 * A provider's forecast errors with known parameters: what a service that compares forecasts with the outcome must find. With an error
 * model, the provider's conditions for now are the climate itself, and its forecasts have these errors and no others.
 */
export interface ErrorModel {
  /** Mean error of the temperature, °C. */
  readonly bias: number
  /** Standard deviation of the temperature's error a day ahead, °C; grows with the root of the lead. */
  readonly spread: number
  /** Correlation of the errors of one day and the next, 0 to below 1. All hours of a day (UTC) have the same error. */
  readonly correlation: number
  /** Mean error of each concentration in the air, and its standard deviation a day ahead, µg/m³; the same error in all of them. */
  readonly airBias: number
  readonly airSpread: number
  /** Rain and snow are forecast as they fall this many degrees of longitude further east. */
  readonly displacedDeg: number
  readonly seed: number
}
