import { DAY_SECONDS } from '../../src/time.ts'
import { createRandom, type Random } from '../../tools/random.ts'
import { createZipf, type Town } from './towns.ts'

/** Assumptions about people: input, not measured. */
export const ASSUMED = {
  /** Of 10 million people who use a site, three in ten visit it in a day. */
  visitsPerPersonAndDay: 0.3,
  /** Places viewed in a visit. */
  viewsPerVisit: 1.3,
  /** Towns are viewed by Zipf's law over their rank. */
  zipfExponent: 1,
  /** Share of views of one's own position, to about 10 m; the rest name a town. */
  located: 0.3,
  /** Inhabitants per km² of a town, which determines how far around its centre its people are. */
  density: 3_000,
  /** A storm over a large town during these hours (UTC): adds this share of all visits, all to towns near it. */
  storm: { fromHour: 14, toHour: 20, more: 0.5, towns: 40, townRank: 25 },
  /** Pages that crawlers read in a day, each town as often as any other, whatever the number of people. */
  crawledPerDay: 5_000,
} as const

/** One view of a place, which requests all four scopes. */
export interface View {
  /** Degrees, four decimals. */
  readonly lat: number
  readonly lon: number
  readonly isCrawler: boolean
}

export interface PeopleOptions {
  readonly towns: readonly Town[]
  /** Views a day without storm and crawlers. */
  readonly viewsPerDay: number
  readonly seed: number
  /** Without storm and crawlers. */
  readonly isEveryday?: boolean
}

const KM_PER_DEGREE = 111.2

/** The views of each step of a day, from a seed: equal seeds give equal days. */
export function createPeople({ towns, viewsPerDay, seed, isEveryday = false }: PeopleOptions) {
  const random = createRandom(seed)
  const zipf = createZipf(towns.length, ASSUMED.zipfExponent)
  const { storm } = ASSUMED
  const stormTowns = nearest(towns, towns[Math.min(storm.townRank, towns.length - 1)] as Town, storm.towns)
  const stormZipf = createZipf(stormTowns.length, ASSUMED.zipfExponent)
  const owed = { people: 0, crawlers: 0, storm: 0 }

  /** Whole numbers that add up to the expected rate. */
  function due(kind: keyof typeof owed, expected: number): number {
    owed[kind] += expected
    const whole = Math.floor(owed[kind])
    owed[kind] -= whole
    return whole
  }

  function viewOf(town: Town): View {
    const isLocated = random.next() < ASSUMED.located
    const { lat, lon } = isLocated ? around(town, random) : town
    return { lat: four(lat), lon: four(lon), isCrawler: false }
  }

  return {
    /** The views of the step of this many seconds that begins at `atMs`. */
    step(atMs: number, seconds: number): View[] {
      const perStep = (perDay: number): number => (perDay * seconds) / DAY_SECONDS
      const views: View[] = []
      // Each draw is a view at the busiest hour, and is kept in proportion to its town's activity.
      for (let n = due('people', perStep(viewsPerDay) * HIGHEST_ACTIVITY); n > 0; n--) {
        const town = towns[zipf.draw(random.next())] as Town
        if (random.next() * HIGHEST_ACTIVITY < activityAt(localHour(town.lon, atMs))) views.push(viewOf(town))
      }
      if (isEveryday) return views
      const hour = (atMs / 3_600_000) % 24
      if (hour >= storm.fromHour && hour < storm.toHour)
        for (let n = due('storm', perStep(viewsPerDay * storm.more)); n > 0; n--)
          views.push(viewOf(stormTowns[stormZipf.draw(random.next())] as Town))
      for (let n = due('crawlers', perStep(ASSUMED.crawledPerDay)); n > 0; n--) {
        const { lat, lon } = random.pick(towns)
        views.push({ lat: four(lat), lon: four(lon), isCrawler: true })
      }
      return views
    },
  }
}

/** The radius within which two thirds of a town's people are, in km. */
export function spreadKm({ population }: Town): number {
  return 0.5 * Math.sqrt(population / ASSUMED.density / Math.PI)
}

function around(town: Town, random: Random): Pick<Town, 'lat' | 'lon'> {
  const radius = spreadKm(town) * Math.sqrt(-2 * Math.log(1 - random.next()))
  const angle = 2 * Math.PI * random.next()
  const lat = Math.max(-89, Math.min(89, town.lat + (radius * Math.sin(angle)) / KM_PER_DEGREE))
  const lon = town.lon + (radius * Math.cos(angle)) / KM_PER_DEGREE / Math.max(0.02, Math.cos((town.lat * Math.PI) / 180))
  return { lat, lon: Math.max(-180, Math.min(180, lon)) }
}

function nearest(towns: readonly Town[], { lat, lon }: Town, count: number): Town[] {
  const squeeze = Math.cos((lat * Math.PI) / 180)
  const awayOf = (town: Town): number => (town.lat - lat) ** 2 + ((town.lon - lon) * squeeze) ** 2
  return [...towns].sort((a, b) => awayOf(a) - awayOf(b)).slice(0, count)
}

const four = (degrees: number): number => Math.round(degrees * 10_000) / 10_000

const HOURS = 24
/** When in the local day people look at the weather: how far above the night, at what hour, and for how long. */
const PEAKS = [
  { height: 1.6, at: 7.25, hours: 1.2 },
  { height: 0.5, at: 12.5, hours: 1.5 },
  { height: 0.9, at: 18.5, hours: 2.5 },
] as const
const NIGHT = 0.12
const SAMPLES = 1_440

/** How often people look at an hour of their local day (0–24), relative to the day's mean, which is 1. */
export function activityAt(localHour: number): number {
  return raw(localHour) / MEAN
}

/** The local solar hour of a longitude at an instant (epoch milliseconds): morning moves 15° an hour. */
export function localHour(lon: number, atMs: number): number {
  const utcHours = ((atMs / 1_000) % DAY_SECONDS) / 3_600
  return (((utcHours + lon / 15) % HOURS) + HOURS) % HOURS
}

function raw(hour: number): number {
  return PEAKS.reduce((sum, { height, at, hours }) => {
    const away = Math.abs(hour - at)
    const around = Math.min(away, HOURS - away)
    return sum + height * Math.exp(-0.5 * (around / hours) ** 2)
  }, NIGHT)
}

const MEAN = Array.from({ length: SAMPLES }, (_, i) => raw((i * HOURS) / SAMPLES)).reduce((sum, each) => sum + each, 0) / SAMPLES
/** The activity of the busiest hour. */
export const HIGHEST_ACTIVITY = Math.max(...Array.from({ length: SAMPLES }, (_, i) => activityAt((i * HOURS) / SAMPLES)))
