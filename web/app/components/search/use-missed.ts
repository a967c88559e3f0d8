import { useCallback, useEffect, useRef } from 'react'
import { report } from '../analytics/report.ts'
import type { Search } from './use-suggestions.ts'

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
    report({ type: 'search', text })
  }, [text])
  useEffect(() => {
    const timer = setTimeout(end, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [end])
  return end
}
