/** Sun positions after the NOAA Global Monitoring Laboratory's solar equations (Meeus, low accuracy: within a minute below 72°). */

const RAD = Math.PI / 180
/** Altitude of the sun's centre at rise and set: refraction and half the disc. */
const HORIZON = -0.833

/** Declination in radians and the equation of time in minutes, at epoch milliseconds. */
export function solarCoordinates(epochMs: number): { declination: number; equationOfTime: number } {
  const c = (epochMs / 86_400_000 - 10_957.5) / 36_525
  const meanLongitude = (280.46646 + c * (36_000.76983 + c * 0.0003032)) * RAD
  const meanAnomaly = (357.52911 + c * (35_999.05029 - 0.0001537 * c)) * RAD
  const eccentricity = 0.016708634 - c * (0.000042037 + 0.0000001267 * c)
  const centre =
    Math.sin(meanAnomaly) * (1.914602 - c * (0.004817 + 0.000014 * c)) +
    Math.sin(2 * meanAnomaly) * (0.019993 - 0.000101 * c) +
    Math.sin(3 * meanAnomaly) * 0.000289
  const node = (125.04 - 1934.136 * c) * RAD
  const longitude = meanLongitude + (centre - 0.00569 - 0.00478 * Math.sin(node)) * RAD
  const obliquity = (23.439291 - 0.0130042 * c + 0.00256 * Math.cos(node)) * RAD
  const y = Math.tan(obliquity / 2) ** 2
  const equation =
    y * Math.sin(2 * meanLongitude) -
    2 * eccentricity * Math.sin(meanAnomaly) +
    4 * eccentricity * y * Math.sin(meanAnomaly) * Math.cos(2 * meanLongitude) -
    0.5 * y * y * Math.sin(4 * meanLongitude) -
    1.25 * eccentricity * eccentricity * Math.sin(2 * meanAnomaly)
  return { declination: Math.asin(Math.sin(obliquity) * Math.sin(longitude)), equationOfTime: (equation / RAD) * 4 }
}

/** Altitude of the sun's centre in degrees, without refraction. */
export function solarAltitude(lat: number, lon: number, epochMs: number): number {
  const { declination, equationOfTime } = solarCoordinates(epochMs)
  const minutes = (epochMs / 60_000) % 1440
  const hourAngle = ((minutes + equationOfTime + 4 * lon) / 4 - 180) * RAD
  const sine = Math.sin(lat * RAD) * Math.sin(declination) + Math.cos(lat * RAD) * Math.cos(declination) * Math.cos(hourAngle)
  return Math.asin(Math.max(-1, Math.min(1, sine))) / RAD
}

/** True while any part of the disc is above the horizon. */
export function isDaylight(lat: number, lon: number, epochMs: number): boolean {
  return solarAltitude(lat, lon, epochMs) > HORIZON
}

export type SunDay =
  | { readonly kind: 'normal'; readonly rise: number; readonly set: number }
  | { readonly kind: 'polar day' | 'polar night' }

/** Sunrise and sunset (epoch milliseconds, whole seconds) around the solar noon nearest to an instant, local noon of the day in question. */
export function sunDay(lat: number, lon: number, noonMs: number): SunDay {
  const rise = crossing(lat, lon, noonMs, -1)
  const set = crossing(lat, lon, noonMs, 1)
  if (typeof rise === 'number' && typeof set === 'number') return { kind: 'normal', rise, set }
  const altitude = solarAltitude(lat, lon, solarNoon(lon, noonMs))
  return { kind: altitude > HORIZON ? 'polar day' : 'polar night' }
}

function solarNoon(lon: number, noonMs: number): number {
  const minutes = 720 - 4 * lon - solarCoordinates(noonMs).equationOfTime
  const day = Math.round((noonMs / 60_000 - minutes) / 1440)
  return (day * 1440 + minutes) * 60_000
}

function crossing(lat: number, lon: number, noonMs: number, side: -1 | 1): number | null {
  const noon = solarNoon(lon, noonMs)
  let at = noon
  for (let round = 0; round < 3; round++) {
    const { declination, equationOfTime } = solarCoordinates(at)
    const cosine = (Math.sin(HORIZON * RAD) - Math.sin(lat * RAD) * Math.sin(declination)) / (Math.cos(lat * RAD) * Math.cos(declination))
    if (!(cosine >= -1 && cosine <= 1)) return null
    const shift = solarCoordinates(noon).equationOfTime - equationOfTime
    at = noon + (side * (Math.acos(cosine) / RAD) * 4 + shift) * 60_000
  }
  return Math.round(at / 1000) * 1000
}
