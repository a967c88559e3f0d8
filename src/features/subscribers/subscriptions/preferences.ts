import type { FieldError } from '../../../errors.ts'
import { mergePreferences, parsePreferences } from '../../../domain/hazards/index.ts'
import type { Preferences } from './subscription.ts'

/** The stored preferences as a patch changes them; a null removes one. */
export function mergedPreferences(stored: Preferences, patch: Preferences): Preferences {
  return mergePreferences(stored, patch) as Preferences
}

/** What is wrong with preferences, by the path in a request's body, and which of their keys mean nothing. */
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
