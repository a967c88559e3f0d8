/** Makes a value that depends on the time once for each second; `now`: epoch milliseconds. */
export function cacheBySecond<T>(make: (now: number) => T): (now: number) => T {
  let current: { readonly second: number; readonly value: T } | undefined
  return (now) => {
    const second = Math.floor(now / 1_000)
    if (current?.second !== second) current = { second, value: make(now) }
    return current.value
  }
}
