import { mergePreferences, parsePreferences } from '../../../domain/hazards/index.ts'
import type { FieldError } from '../../../errors.ts'
import type { Preferences } from './subscription.ts'

/** Merges a patch into stored preferences; a null removes a preference. */
export function mergedPreferences(stored: Preferences, patch: Preferences): Preferences {
  return mergePreferences(stored, patch) as Preferences
}

/** Problems of preferences, by path in the request body, and the unknown keys, which are ignored. */
export function checkPreferences(preferences: Preferences): {
  readonly problems: readonly FieldError[]
  readonly ignored: readonly string[]
} {
  const { problems, ignored } = parsePreferences(preferences)
  return {
    ignored,
    problems: problems.map(({ path, message }) => ({ path: path === '' ? 'alertPrefs' : `alertPrefs.${path}`, message })),
  }
}
