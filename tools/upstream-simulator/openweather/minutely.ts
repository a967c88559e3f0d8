import type { Series } from '../climate/series.ts'
import { seconds } from '../times.ts'
import { round } from '../wire.ts'

const RADAR_ZONES =
  /^(?:Europe|America|Australia)\/|^Asia\/(?:Tokyo|Seoul|Taipei|Shanghai|Singapore|Hong_Kong)$|^Pacific\/(?:Auckland|Honolulu)$|^Atlantic\/Reykjavik$/

/** Minutes are sent only where there is radar; elsewhere the block is absent without being excluded. */
export function hasRadar(zoneId: string): boolean {
  return RADAR_ZONES.test(zoneId)
}

/** The next hour by minutes, mm/h, from the next full minute: 60 elements, or 61 in some places. */
export function minutes(series: Series, nowMs: number, lat: number): { dt: number; precipitation: number }[] {
  const first = Math.ceil((nowMs + 1) / 60_000) * 60_000
  const length = lat < 0 ? 61 : 60
  return Array.from({ length }, (_, index) => {
    const at = first + index * 60_000
    const rate = series.at(at).precipitation
    return { dt: seconds(at), precipitation: rate < 0.05 ? 0 : round(rate, 4) }
  })
}
