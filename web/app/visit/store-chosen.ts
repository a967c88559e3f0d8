import { type Chosen, writePreferencesCookie } from './preferences.ts'

/** Stores the choices in this browser, for its next request. */
export function storeChosen(chosen: Chosen): void {
  // The Cookie Store API needs https.
  document.cookie = writePreferencesCookie(chosen, location.protocol === 'https:')
}
