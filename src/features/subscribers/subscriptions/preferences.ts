import { mergePreferences, parsePreferences } from '@isobar/weather'
import type { FieldError } from '../../../errors.ts'
import type { Preferences } from './subscription.ts'

/** Merges a patch into stored preferences; a null removes a preference. */
export function mergeStoredPreferences(stored: Preferences, patch: Preferences): Preferences {
  return mergePreferences(stored, patch) as Preferences
}

/**
 * Problems of preferences, by path in the request body. An unknown key is one of them, since a misspelled hazard would never be warned of;
 * only those that `stored` preferences of an earlier release have are `ignored`.
 */
export function checkPreferences(
  preferences: Preferences,
  stored: Preferences = {},
): {
  readonly problems: readonly FieldError[]
  readonly ignored: readonly string[]
} {
  const { problems, ignored } = parsePreferences(preferences)
  const kept = new Set(ignored.length === 0 ? [] : parsePreferences(stored).ignored)
  const unknown = ignored.filter((path) => !kept.has(path)).map((path) => ({ path, message: 'is not a preference that is known here' }))
  return {
    ignored: ignored.filter((path) => kept.has(path)),
    problems: [...problems, ...unknown].map(({ path, message }) => ({ path: path === '' ? 'alertPrefs' : `alertPrefs.${path}`, message })),
  }
}
