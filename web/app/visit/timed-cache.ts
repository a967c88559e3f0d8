/** Values by key that all visitors share for `lifetimeMs`, or for as long as `set` says; emptied when it is full. */
export function createTimedCache<Value>(lifetimeMs: number, most: number) {
  const entries = new Map<string, { readonly at: number; readonly untilMs: number; readonly value: Value }>()
  return {
    /** Undefined if nothing is stored, or for too long. `nowMs`: epoch milliseconds. */
    get(key: string, nowMs: number): Value | undefined {
      const entry = entries.get(key)
      return entry !== undefined && nowMs >= entry.at && nowMs < entry.untilMs ? entry.value : undefined
    },
    set(key: string, value: Value, nowMs: number, forMs = lifetimeMs): void {
      if (entries.size >= most) entries.clear()
      entries.set(key, { at: nowMs, untilMs: nowMs + forMs, value })
    },
    delete(key: string): void {
      entries.delete(key)
    },
  }
}
