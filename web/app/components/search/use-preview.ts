import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { degrees } from '../../format/measures.ts'
import type { Suggestion } from './suggestion.ts'

/** How long the selection must rest before a request is sent. */
const STAY_MS = 400

export interface Preview {
  readonly temperature: string
  readonly icon: string | null
  readonly description: string | null
}

export interface PreviewReader {
  readonly lang: string
  readonly locale: string
  readonly units: string
}

/** The weather of the selected suggestion, by its path; earlier ones are kept while the list is unchanged. */
export function usePreview(active: Suggestion | undefined, { lang, locale, units }: PreviewReader): ReadonlyMap<string, Preview> {
  const [seen, setSeen] = useState<ReadonlyMap<string, Preview>>(new Map())
  useEffect(() => {
    if (active === undefined || seen.has(active.path)) return undefined
    const { lat, lon, path } = active
    const left = new AbortController()
    const timer = setTimeout(() => {
      const query = { lat, lon, scope: 'current', trigger: 'search_preview', lang, units } as const
      api.get('/api/weather', { query: query as never, signal: left.signal }).then(
        (weather) => {
          // Too old to be shown without its age, for which there is no space.
          if (weather.scope !== 'current' || weather.freshness === 'emergency') return
          const { temperature, icon, description } = weather
          setSeen((before) =>
            new Map([...before].slice(-MAX_KEPT)).set(path, { temperature: degrees(temperature, locale), icon, description }),
          )
        },
        // The list works without weather.
        () => undefined,
      )
    }, STAY_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [active, seen, lang, locale, units])
  return seen
}

const MAX_KEPT = 20
