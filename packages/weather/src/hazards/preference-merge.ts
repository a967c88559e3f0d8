import { isJsonObject } from './preferences.ts'

/**
 * Applies a patch to stored preferences. A null removes its key. An object is merged into a stored object, one level deep, so that `{
 * quietHours: { from: '23:00' } }` keeps the end of the night; anything else replaces what was there, so that `rain: true` is rain with the
 * default threshold. Neither argument is changed. Check the result, not the patch, with `parsePreferences`: a patch may be valid only
 * together with what is stored, and many patches may make it too large.
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
