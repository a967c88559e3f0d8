import type { Point } from '@isobar/weather'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { resolveTimeZone } from '../../format/time-zone.ts'
import { wrapLongitude } from './address.ts'

const SETTLED_MS = 300
const AGAIN_MS = 20_000

/**
 * The IANA zone at a point, as the service finds it to a tenth of a degree; null until it is known. UTC where there is none that this browser knows,
 * and while it cannot be asked for: the visitor's own zone says nothing of the place that is looked at.
 */
export function useZone({ lat, lon }: Point): string | null {
  const [zone, setZone] = useState<string | null>(null)
  const [nearLat, nearLon] = [Number(lat.toFixed(1)), Number(wrapLongitude(lon).toFixed(1))]
  const isFirst = zone === null
  useEffect(() => {
    let isLeft = false
    const ask = async (): Promise<void> => {
      const found = await api.get('/api/location/name', { query: { lat: nearLat, lon: nearLon } }).catch(() => null)
      if (isLeft) return
      setZone(resolveTimeZone(found?.timezone))
      if (found === null) timer = setTimeout(() => void ask(), AGAIN_MS)
    }
    let timer = setTimeout(() => void ask(), isFirst ? 0 : SETTLED_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a zone that has become known is no reason to ask again
  }, [nearLat, nearLon])
  return zone
}
