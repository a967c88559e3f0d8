import { type Chosen, preferencesCookie } from './preferences.ts'

/** Stores the choices in this browser, for its next request. */
export function storeChosen(chosen: Chosen): void {
  // The Cookie Store API needs https.
  document.cookie = preferencesCookie(chosen, location.protocol === 'https:')
}
