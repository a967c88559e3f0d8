import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../api/browser.ts'
import { formatDegrees } from '../../format/numbers.ts'
import { reportVisit } from '../analytics/report.ts'
import { MAX_SUGGESTIONS, toSearchFailure, type SearchFailure, type Suggestion, buildSuggestions } from './suggestion.ts'

const DEBOUNCE_MS = 250
export const MIN_LENGTH = 2

/** State of the search. `none`: no query. */
export type Search =
  | { readonly state: 'none' | 'asking' | SearchFailure }
  | { readonly state: 'found'; readonly asked: string; readonly places: readonly Suggestion[] }

const NONE: Search = { state: 'none' }

/** Searches when typing pauses; outdated answers are dropped, `answered` hears of the others. While typing continues, the last results stay. */
export function useSuggestions(query: string, lang: string, answered: (search: Search) => void): Search {
  const [last, setLast] = useState({ asked: '', search: NONE })
  const asked = query.trim()
  const onAnswer = useEffectEvent(answered)
  useEffect(() => {
    if (asked.length < MIN_LENGTH) return undefined
    const overtaken = new AbortController()
    const show = (search: Search) => {
      if (overtaken.signal.aborted) return
      setLast({ asked, search })
      onAnswer(search)
    }
    const timer = setTimeout(() => {
      setLast((before) => (before.search.state === 'found' ? before : { asked, search: { state: 'asking' } }))
      api.get('/api/geocode', { query: { q: asked, lang, limit: MAX_SUGGESTIONS }, signal: overtaken.signal }).then(
        (found) => show({ state: 'found', asked, places: buildSuggestions(found, lang) }),
        (failure: unknown) => show({ state: toSearchFailure(failure) }),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      overtaken.abort()
    }
  }, [asked, lang])
  const isOfThis = asked.length >= MIN_LENGTH && asked.slice(0, MIN_LENGTH) === last.asked.slice(0, MIN_LENGTH)
  return isOfThis ? last.search : NONE
}

/** So long nobody types on who has not ended the search. */
const PAUSE_MS = 2_000

/**
 * Reports a search that found nothing when it ends: after a pause, or when the caller says so (Enter). What is typed on the way to a name
 * finds nothing, too, and says nothing about what is missing.
 */
export function useMissed(search: Search, typed: string): () => void {
  const reported = useRef('')
  const text = search.state === 'found' && search.places.length === 0 && search.asked === typed.trim() ? search.asked : ''
  const end = useCallback(() => {
    if (text === '' || text === reported.current) return
    reported.current = text
    reportVisit({ type: 'search', text })
  }, [text])
  useEffect(() => {
    const timer = setTimeout(end, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [end])
  return end
}

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

/** The weather of the selected suggestion, by its path; earlier ones stay cached. */
export function usePreview(
  active: Pick<Suggestion, 'path' | 'lat' | 'lon'> | undefined,
  { lang, locale, units }: PreviewReader,
): ReadonlyMap<string, Preview> {
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
          if (!('scope' in weather) || weather.scope !== 'current' || weather.freshness === 'emergency') return
          const { temperature, icon, description } = weather
          setSeen((before) =>
            new Map([...before].slice(-MAX_CACHED)).set(path, { temperature: formatDegrees(temperature, locale), icon, description }),
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

const MAX_CACHED = 20
