import { nearest } from './distance.ts'
import { US_AREAS, type UsArea } from './us-states.ts'
import { zoneAt } from './zone.ts'

const US_ZONES = new Set(
  `America/New_York America/Chicago America/Denver America/Phoenix America/Los_Angeles America/Anchorage America/Juneau America/Sitka America/Nome
   America/Metlakatla America/Yakutat America/Adak America/Detroit America/Boise America/Menominee Pacific/Honolulu America/Puerto_Rico America/St_Thomas
   Pacific/Guam Pacific/Saipan Pacific/Pago_Pago US/Eastern US/Central US/Mountain US/Pacific US/Alaska US/Hawaii`.split(/\s+/),
)

/** The area (with its forecast office) of a point: the nearest one's; null outside the coverage of the National Weather Service. */
export function usAreaAt(lat: number, lon: number): UsArea | null {
  const zone = zoneAt(lat, lon).id
  const inside =
    US_ZONES.has(zone) ||
    /^America\/(?:Indiana|Kentucky|North_Dakota)\//.test(zone) ||
    (lat < -13 && lat > -15.5 && lon < -167 && lon > -172)
  return inside ? (nearest(US_AREAS, lat, lon)?.place ?? null) : null
}
