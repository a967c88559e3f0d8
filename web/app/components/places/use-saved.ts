import { useSyncExternalStore } from 'react'
import type { Place } from '../../visit/city-path.ts'
import { savedIn, toggled } from './saved.ts'

const KEY = 'saved_places'
/** The browser tells other tabs of a change; this tells our own. */
const CHANGED = 'saved-places'

/** The places that this browser keeps; null while that is not known: on the server, and until the page lives. */
export function useSaved(): readonly Place[] | null {
  return useSyncExternalStore(follow, saved, () => null)
}

/** Keeps a place, or no more. */
export function toggleSaved(place: Place): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(toggled(saved(), place)))
  } catch {
    // Storage is full or not allowed: the page goes on without.
  }
  dispatchEvent(new Event(CHANGED))
}

let read: { readonly text: string | null; readonly list: readonly Place[] } = { text: null, list: [] }

/** The same list while it is the same. */
function saved(): readonly Place[] {
  let text: string | null = null
  try {
    text = localStorage.getItem(KEY)
  } catch {
    // Not allowed.
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
