const MAX_KEPT = 400

/** Keeps what is costly to make, such as formatters, by key. When full it starts over: there are few keys at any time. */
export function kept<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>()
  return (key) => {
    let value = made.get(key)
    if (value === undefined) {
      if (made.size >= MAX_KEPT) made.clear()
      value = make(key)
      made.set(key, value)
    }
    return value
  }
}
