const MAX_CACHED = 400

/** Caches expensive objects, such as formatters, by key. It is emptied when full, since few keys are in use at any time. */
export function createKeyedCache<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>()
  return (key) => {
    let value = made.get(key)
    if (value === undefined) {
      if (made.size >= MAX_CACHED) made.clear()
      value = make(key)
      made.set(key, value)
    }
    return value
  }
}
