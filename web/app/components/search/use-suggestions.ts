import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { searchFailure, type SearchFailure } from './search-failure.ts'
import { MAX_SUGGESTIONS, type Suggestion, suggestionsOf } from './suggestion.ts'

const DEBOUNCE_MS = 250
export const MIN_LENGTH = 2
export const MAX_LENGTH = 100

/** State of the search. `none`: no query. */
export type Search =
  | { readonly state: 'none' | 'asking' | SearchFailure }
  | { readonly state: 'found'; readonly asked: string; readonly places: readonly Suggestion[] }

const NONE: Search = { state: 'none' }

/** Searches when typing pauses; outdated answers are dropped. While typing continues, the last results stay. */
export function useSuggestions(query: string, lang: string): Search {
  const [last, setLast] = useState({ asked: '', search: NONE })
  const asked = query.trim()
  useEffect(() => {
    if (asked.length < MIN_LENGTH) return undefined
    const overtaken = new AbortController()
    const tell = (search: Search) => {
      if (!overtaken.signal.aborted) setLast({ asked, search })
    }
    const timer = setTimeout(() => {
      setLast((before) => (before.search.state === 'found' ? before : { asked, search: { state: 'asking' } }))
      api.get('/api/geocode', { query: { q: asked, lang, limit: MAX_SUGGESTIONS }, signal: overtaken.signal }).then(
        (found) => tell({ state: 'found', asked, places: suggestionsOf(found, lang) }),
        (failure: unknown) => tell({ state: searchFailure(failure) }),
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
