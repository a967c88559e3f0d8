/** What never changes about a point of the Earth, built from a few soft-edged discs: enough for plausible climates, but not a map. */
export interface Site {
  readonly lat: number
  readonly lon: number
  /** Unit vector from the Earth's centre. */
  readonly x: number
  readonly y: number
  readonly z: number
  /** 0 open ocean … 1 deep inland. */
  readonly continentality: number
  /** 0 moist … 1 desert. */
  readonly dryness: number
  /** Metres. */
  readonly elevation: number
  /** Yearly mean temperature, °C, and half the difference between summer and winter (negative south of the equator). */
  readonly meanTemperature: number
  readonly seasonAmplitude: number
  /** Mean sea level pressure, hPa, and how strongly weather systems move it. */
  readonly meanPressure: number
  readonly pressureAmplitude: number
  /** Prevailing eastward wind, m/s. */
  readonly zonalWind: number
  /** How much more readily it rains than elsewhere. */
  readonly rainBias: number
}

type Disc = readonly [lat: number, lon: number, radiusDeg: number, strength: number]

const LAND: readonly Disc[] = [
  [55, 95, 34, 0.95],
  [50, 35, 18, 0.7],
  [33, 100, 18, 0.8],
  [52, -105, 22, 0.9],
  [38, -98, 14, 0.7],
  [-12, -57, 18, 0.7],
  [-35, -66, 9, 0.5],
  [14, 15, 24, 0.9],
  [-18, 25, 14, 0.75],
  [24, 48, 12, 0.8],
  [22, 79, 10, 0.6],
  [-25, 134, 13, 0.85],
  [-87, 60, 17, 0.8],
  [73, -41, 7, 0.8],
  [64, 128, 12, 0.8],
  [40, -75, 7, 0.4],
  [38, 126, 13, 0.55],
]
const DESERT: readonly Disc[] = [
  [23, 10, 15, 1],
  [23, 27, 9, 1],
  [24, 46, 9, 1],
  [33, 58, 7, 0.8],
  [41, 92, 11, 0.9],
  [-25, 130, 11, 0.9],
  [35, -114, 6, 0.9],
  [-23, -69, 5, 1],
  [-24, 18, 6, 0.8],
  [-45, -69, 5, 0.6],
  [-85, 60, 14, 0.8],
]
const HIGHLAND: readonly Disc[] = [
  [33, 88, 8, 4300],
  [-33, -69.5, 2.5, 1500],
  [-16, -68, 4, 3600],
  [0, -78, 3, 2400],
  [39, -107, 5, 1900],
  [9, 39, 4, 2000],
  [20, -100, 3, 2100],
  [33, 54, 6, 1200],
  [-28, 28, 4, 1500],
  [39, 37, 5, 1000],
  [73, -41, 8, 2500],
  [-80, 80, 14, 2600],
  [46.6, 9, 1.5, 1600],
  [47, 103, 6, 1300],
  [-1, 36.5, 3, 1600],
]

/** Seas kept warm by currents, °C. */
const WARM_SEA: readonly Disc[] = [
  [70, 12, 13, 9],
  [56, -4, 8, 3.5],
  [57, -140, 8, 4],
]

const RAD = Math.PI / 180

function prepare(discs: readonly Disc[]): { x: number; y: number; z: number; inverse: number; strength: number }[] {
  return discs.map(([lat, lon, radius, strength]) => {
    const vector = unitVector(lat, lon)
    return { ...vector, inverse: 1 / (radius * RAD) ** 2, strength }
  })
}

function unitVector(lat: number, lon: number): { x: number; y: number; z: number } {
  const cos = Math.cos(lat * RAD)
  return { x: cos * Math.cos(lon * RAD), y: cos * Math.sin(lon * RAD), z: Math.sin(lat * RAD) }
}

const land = prepare(LAND)
const deserts = prepare(DESERT)
const highlands = prepare(HIGHLAND)
const warmSeas = prepare(WARM_SEA)

function cover(discs: ReturnType<typeof prepare>, x: number, y: number, z: number): number {
  let open = 1
  for (const disc of discs) open *= 1 - disc.strength * falloff(disc, x, y, z)
  return 1 - open
}

function falloff(disc: { x: number; y: number; z: number; inverse: number }, x: number, y: number, z: number): number {
  const angle = Math.acos(Math.min(1, Math.max(-1, disc.x * x + disc.y * y + disc.z * z)))
  return Math.exp(-angle * angle * disc.inverse)
}

function bell(value: number, centre: number, width: number): number {
  const d = (value - centre) / width
  return Math.exp(-d * d)
}

/** The site at a coordinate pair. Continuous in both. */
export function siteAt(lat: number, lon: number): Site {
  const { x, y, z } = unitVector(lat, lon)
  const continentality = cover(land, x, y, z)
  const dryness = cover(deserts, x, y, z)
  let elevation = 0
  for (const disc of highlands) elevation += disc.strength * falloff(disc, x, y, z)
  elevation += 140 * continentality * continentality
  let warmth = 0
  for (const disc of warmSeas) warmth += disc.strength * falloff(disc, x, y, z)
  const north = Math.abs(lat)
  const polarWinter = continentality * Math.max(0, north - 45) * 0.45
  return {
    lat,
    lon,
    x,
    y,
    z,
    continentality,
    dryness,
    elevation,
    meanTemperature: 27 - 0.0064 * lat * lat - polarWinter - (elevation / 1000) * 5 + warmth + 6 * dryness * bell(north, 25, 14),
    seasonAmplitude: lat * (0.075 + 0.25 * continentality) * (1 - 0.25 * bell(north, 0, 20)),
    meanPressure: 1012 + 6 * bell(north, 31, 12) - 7 * bell(north, 62, 12) - 2 * bell(lat, 4, 8),
    pressureAmplitude: 4 + 25 * bell(north, 58, 26),
    zonalWind: -4.5 * bell(north, 10, 14) + 4 * bell(north, 47, 15) - 2 * bell(north, 80, 10),
    rainBias: 0.08 * bell(lat, 4, 9) + 0.05 * bell(north, 52, 14) - 0.1 * bell(north, 26, 9) - 0.4 * dryness,
  }
}
