/** Moon positions by the truncated series of Meeus, "Astronomical Algorithms" (chapter 47, the largest terms): within about 0.3°. */

const RAD = Math.PI / 180
const HOUR = 3_600_000
/** Altitude of the centre at rise and set: parallax less refraction and radius. */
const HORIZON = 0.125

function ecliptic(epochMs: number): { longitude: number; latitude: number; days: number } {
  const days = epochMs / 86_400_000 - 10_957.5
  const mean = 218.316 + 13.176396 * days
  const anomaly = (134.963 + 13.064993 * days) * RAD
  const node = (93.272 + 13.22935 * days) * RAD
  const elongation = (297.85 + 12.190749 * days) * RAD
  const sunAnomaly = (357.529 + 0.98560028 * days) * RAD
  const longitude =
    mean +
    6.289 * Math.sin(anomaly) +
    1.274 * Math.sin(2 * elongation - anomaly) +
    0.658 * Math.sin(2 * elongation) +
    0.214 * Math.sin(2 * anomaly) -
    0.186 * Math.sin(sunAnomaly) -
    0.114 * Math.sin(2 * node)
  const latitude = 5.128 * Math.sin(node) + 0.281 * Math.sin(anomaly + node) + 0.278 * Math.sin(anomaly - node)
  return { longitude: longitude * RAD, latitude: latitude * RAD, days }
}

function altitude(lat: number, lon: number, epochMs: number): number {
  const { longitude, latitude, days } = ecliptic(epochMs)
  const tilt = 23.4397 * RAD
  const declination = Math.asin(Math.sin(latitude) * Math.cos(tilt) + Math.cos(latitude) * Math.sin(tilt) * Math.sin(longitude))
  const ascension = Math.atan2(Math.sin(longitude) * Math.cos(tilt) - Math.tan(latitude) * Math.sin(tilt), Math.cos(longitude))
  const sidereal = (280.16 + 360.9856235 * days + lon) * RAD
  const hourAngle = sidereal - ascension
  return Math.asin(Math.sin(lat * RAD) * Math.sin(declination) + Math.cos(lat * RAD) * Math.cos(declination) * Math.cos(hourAngle)) / RAD
}

/** Illumination cycle as a fraction: 0 new, 0.25 first quarter, 0.5 full, 0.75 last quarter. */
export function moonPhase(epochMs: number): number {
  const { longitude } = ecliptic(epochMs)
  const days = epochMs / 86_400_000 - 10_957.5
  const anomaly = (357.529 + 0.98560028 * days) * RAD
  const sun = (280.459 + 0.98564736 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RAD
  const turn = (longitude - sun) / (2 * Math.PI)
  return turn - Math.floor(turn)
}

/** Moonrise and moonset within the `hours` after an instant (a local day), epoch milliseconds to the minute; null when the event does not happen. */
export function moonDay(lat: number, lon: number, startMs: number, hours = 24): { rise: number | null; set: number | null } {
  let rise: number | null = null
  let set: number | null = null
  let before = altitude(lat, lon, startMs) - HORIZON
  for (let hour = 1; hour <= hours; hour++) {
    const after = altitude(lat, lon, startMs + hour * HOUR) - HORIZON
    if (before < 0 && after >= 0) rise ??= crossing(lat, lon, startMs + (hour - 1) * HOUR, true)
    if (before >= 0 && after < 0) set ??= crossing(lat, lon, startMs + (hour - 1) * HOUR, false)
    before = after
  }
  return { rise, set }
}

function crossing(lat: number, lon: number, fromMs: number, rising: boolean): number {
  let low = fromMs
  let high = fromMs + HOUR
  for (let round = 0; round < 7; round++) {
    const middle = (low + high) / 2
    if (altitude(lat, lon, middle) - HORIZON < 0 === rising) low = middle
    else high = middle
  }
  return Math.round(high / 60_000) * 60_000
}
