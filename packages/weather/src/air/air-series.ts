import { parseInstant } from '../instant.ts'
import type { Series } from '../model.ts'
import { HOUR_MS } from '../time.ts'
import {
  type AirPoint,
  mapPollutants,
  type HourOfAir,
  type Lookback,
  listLookbacks,
  buildPollenCounts,
  type PollenCounts,
  type Pollutant,
  POLLUTANTS,
} from './air.ts'
import { computeEuropeanIndex } from './european.ts'
import { computeUsIndex } from './us.ts'

/** An hour as a source sends it. */
export interface SentHour extends HourOfAir {
  readonly pollen: PollenCounts | null
}

/** Beyond these, a sensor or a model is wrong: records are 10,000 µg/m³ of dust in storms, and some 60 mg/m³ of carbon monoxide. */
const MAX_CONCENTRATION: Record<Pollutant, number> = {
  pm25: 5_000,
  pm10: 15_000,
  no2: 5_000,
  o3: 2_000,
  so2: 20_000,
  co: 200_000,
  dust: 30_000,
}
const MAX_POLLEN = 50_000

/**
 * A source's hours, in order, as the air scope: without impossible values and the hours that have ended at `now` (epoch milliseconds), which only
 * serve the indices' means. Unavailable without any concentration.
 */
export function buildAirSeries(hours: readonly SentHour[], now: number): Series<AirPoint> {
  const possible = hours.map(withoutImpossible)
  const backs = listLookbacks(possible)
  const points = possible.flatMap((hour, at) => {
    const back = backs[at]
    if (back === undefined || parseInstant(hour.time) + HOUR_MS <= now) return []
    return { ...hour, ...computeAirIndices(back) }
  })
  const last = points.findLastIndex((point) => POLLUTANTS.some((pollutant) => point[pollutant] !== null))
  return { available: last >= 0, points: points.slice(0, last + 1) }
}

/** Both indices of an hour. */
export function computeAirIndices(back: Lookback): Pick<AirPoint, 'europeanIndex' | 'usIndex'> {
  return { europeanIndex: computeEuropeanIndex(back), usIndex: computeUsIndex(back) }
}

const within = (value: number | null, most: number): number | null => (value !== null && value >= 0 && value <= most ? value : null)

function withoutImpossible(hour: SentHour): SentHour {
  return {
    time: hour.time,
    ...mapPollutants((pollutant) => within(hour[pollutant], MAX_CONCENTRATION[pollutant])),
    pollen: buildPollenCounts((plant) => within(hour.pollen?.[plant] ?? null, MAX_POLLEN)),
  }
}

/** The index that people at a place know from their authorities: the European one in Europe's time zones, elsewhere the US one. */
export function chooseLocalAirIndex(timezone: string): 'europeanIndex' | 'usIndex' {
  return /^(?:Europe\/|Arctic\/|Atlantic\/(?:Azores|Canary|Faroe|Madeira|Reykjavik)|Asia\/Nicosia)/.test(timezone)
    ? 'europeanIndex'
    : 'usIndex'
}
