import { useSyncExternalStore } from 'react'
import type { Place } from '../../visit/city-path.ts'
import { savedIn, toggled } from './saved.ts'

const KEY = 'saved_places'
/** The browser notifies only other tabs of a change; this event notifies our own. */
const CHANGED = 'saved-places'

/** The places saved in this browser; null while unknown: on the server, and until hydration. */
export function useSaved(): readonly Place[] | null {
  return useSyncExternalStore(follow, saved, () => null)
}

/** Saves a place, or removes it. */
export function toggleSaved(place: Place): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(toggled(saved(), place)))
  } catch {
    // Storage is full or forbidden; the page works without it.
  }
  dispatchEvent(new Event(CHANGED))
}

let read: { readonly text: string | null; readonly list: readonly Place[] } = { text: null, list: [] }

/** Returns the same list object while it is unchanged. */
function saved(): readonly Place[] {
  let text: string | null = null
  try {
    text = localStorage.getItem(KEY)
  } catch {
    // Storage is forbidden.
  }
  if (text !== read.text) read = { text, list: savedIn(text) }
  return read.list
}

function follow(changed: () => void): () => void {
  addEventListener('storage', changed)
  addEventListener(CHANGED, changed)
  return () => {
    removeEventListener('storage', changed)
    removeEventListener(CHANGED, changed)
  }
}
