import { isJsonObject } from './preferences.ts'

/**
 * The stored preferences as a patch changes them. A null removes its key. An object is merged into a stored object, one level deep,
 * so that `{ quietHours: { from: '23:00' } }` keeps the end of the night; anything else replaces what was there, so that `rain: true`
 * is rain with the default threshold. Neither argument is changed. The outcome is what has to be checked by `parsePreferences`:
 * a patch may be valid only together with what is stored, and many patches may make it too large.
 */
export function mergePreferences(stored: object, patch: object): object {
  const before = new Map(Object.entries(stored))
  return mergeKeys(before, patch, (value, former) => {
    if (!isJsonObject(value)) return value
    return mergeKeys(new Map(isJsonObject(former) ? Object.entries(former) : []), value, (inner) => inner)
  })
}

function mergeKeys(before: ReadonlyMap<string, unknown>, patch: object, merge: (value: unknown, former: unknown) => unknown): object {
  const after = new Map(before)
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) after.delete(key)
    else after.set(key, merge(value, before.get(key)))
  }
  return Object.fromEntries(after)
}
