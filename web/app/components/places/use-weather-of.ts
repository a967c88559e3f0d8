import { useEffect, useRef, useState } from 'react'
import { MINUTE_MS } from '../../../../src/time.ts'
import { api } from '../../api/browser.ts'
import type { Place } from '../../visit/city-path.ts'
import { formatPlaceKey } from './saved.ts'

export interface Sky {
  readonly temperature: number | null
  readonly icon: string | null
  readonly description: string | null
}

/** Maximum age of the weather when the visitor returns to the page; older weather is reloaded. */
const REFRESH_MS = 10 * MINUTE_MS

/**
 * The weather of places by their keys, one request for all new ones; null for a place that failed. Reloads when the visitor returns after a
 * while.
 */
export function usePlacesWeather(places: readonly Place[] | null, units: string, lang: string): ReadonlyMap<string, Sky | null> {
  const [known, setKnown] = useState<ReadonlyMap<string, Sky | null>>(new Map())
  const round = useRound()
  const asked = useRef({ round, keys: new Set<string>() })

  useEffect(() => {
    if (asked.current.round !== round) asked.current = { round, keys: new Set() }
    const wanted = places?.filter((place) => !asked.current.keys.has(formatPlaceKey(place))) ?? []
    if (wanted.length === 0) return
    for (const place of wanted) asked.current.keys.add(formatPlaceKey(place))
    void askFor(wanted, units, lang, round === 0 ? 'dashboard_load' : 'dashboard_refresh').then((found) => {
      setKnown((before) => new Map([...before, ...found]))
    })
  }, [places, units, lang, round])

  return known
}

/** Increments when the visitor returns to the page after a while. */
function useRound(): number {
  const [round, setRound] = useState(0)
  const begunAt = useRef(0)
  useEffect(() => {
    begunAt.current = performance.now()
    const look = () => {
      if (document.visibilityState !== 'visible' || performance.now() - begunAt.current < REFRESH_MS) return
      begunAt.current = performance.now()
      setRound((before) => before + 1)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return round
}

async function askFor(places: readonly Place[], units: string, lang: string, trigger: string): Promise<[string, Sky | null][]> {
  const cities = places.map(({ lat, lon }) => ({ lat, lon }))
  try {
    const answer = await api.post('/api/weather/batch', { body: { cities, units, lang, trigger } as never })
    return places.map((place, i) => {
      const current = answer.cities[i]?.scopes.current
      // As on other cards, weather too old to be shown without its age is left out.
      const isShown = current !== undefined && 'data' in current && current.meta.freshness !== 'emergency'
      return [formatPlaceKey(place), isShown ? current.data : null]
    })
  } catch {
    return places.map((place) => [formatPlaceKey(place), null])
  }
}
