import { DAY_SECONDS } from '../../src/time.ts'
import { activityAt, ASSUMED, spreadKm } from './people.ts'
import { createZipf, type Town } from './towns.ts'

const HOURS = 24
/** A town's people are divided into this many rings of equal numbers around its centre. */
const RINGS = 8
/** The rest is too far out to matter. */
const OUTERMOST = 0.995
const CELL_KM = 1.112

/**
 * Calls a day of a cache that fills all scopes of a cell with one call and calls again at the first view after `freshSeconds`: with λ views a
 * second, a cell costs λ / (1 + λ · fresh) calls a second. That is linear where views are rare, and ends at one call for each fresh window. Summed
 * over the cells that `viewsPerDay` views fall on, hour by hour, with the storm (`isEveryday`: without); nothing in it is fitted.
 */
export function refreshLaw(towns: readonly Town[], viewsPerDay: number, freshSeconds: number, isEveryday = false): number {
  const { storm, zipfExponent } = ASSUMED
  const activities = Array.from({ length: HOURS }, (_, hour) => activityAt(hour + 0.5))
  const callsOf = (looksPerDay: number): number =>
    activities.reduce((sum, activity) => {
      const rate = (looksPerDay * activity) / DAY_SECONDS
      return sum + ((DAY_SECONDS / HOURS) * rate) / (1 + rate * freshSeconds)
    }, 0)
  const everyday = overCells(towns, viewsPerDay, callsOf)
  if (isEveryday) return everyday
  const ofStorm = createZipf(storm.towns, zipfExponent)
  const seconds = (storm.toHour - storm.fromHour) * 3_600
  const inStorm = Array.from({ length: storm.towns }, (_, rank) => {
    const rate = (viewsPerDay * storm.more * ofStorm.shareOf(rank)) / DAY_SECONDS
    return (seconds * rate) / (1 + rate * freshSeconds)
  })
  return everyday + inStorm.reduce((sum, calls) => sum + calls, 0)
}

/** How many cells are viewed in a day, each once or more. */
export function cellsSeen(towns: readonly Town[], viewsPerDay: number): number {
  return overCells(towns, viewsPerDay, (looks) => 1 - Math.exp(-looks))
}

/** Sums over the cells that views fall on: those of town centres, and those around them. `of` gets a cell's views a day. */
function overCells(towns: readonly Town[], viewsPerDay: number, of: (looksPerDay: number) => number): number {
  const zipf = createZipf(towns.length, ASSUMED.zipfExponent)
  return towns.reduce((sum, town, rank) => {
    const looks = viewsPerDay * zipf.shareOf(rank)
    const ofRing = (looks * ASSUMED.located) / RINGS
    // A ring smaller than a cell lies in the centre's cell.
    const rings = ringsOf(town).filter((cells) => cells >= 1)
    const around = rings.reduce((total, cells) => total + cells * of(ofRing / cells), 0)
    return sum + of(looks - rings.length * ofRing) + around
  }, 0)
}

/** How many cells each ring around the town's centre has. */
function ringsOf(town: Town): readonly number[] {
  const areaUpTo = (part: number): number => -2 * Math.PI * spreadKm(town) ** 2 * Math.log(1 - part)
  const cellArea = CELL_KM ** 2 * Math.max(0.05, Math.cos((town.lat * Math.PI) / 180))
  return Array.from({ length: RINGS }, (_, i) => {
    const [inner, outer] = [(i * OUTERMOST) / RINGS, ((i + 1) * OUTERMOST) / RINGS]
    return (areaUpTo(outer) - areaUpTo(inner)) / cellArea
  })
}
