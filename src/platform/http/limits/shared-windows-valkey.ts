import type { Redis } from 'iovalkey'
import type { SharedWindows, WindowName } from './shared-windows.ts'

/** How long a count outlives its window, so that nodes with slightly different clocks still find it. */
const SLACK_SECONDS = 60

/** Shared counts in Valkey or Redis, one pipeline per settling; keys expire by themselves. */
export function createValkeyWindows(valkey: Redis, prefix = 'isobar'): SharedWindows {
  const counterOf = ({ name, windowStart, key }: WindowName): string => `${prefix}:window:${name}:${windowStart}:${key}`
  return {
    async settle(deltas) {
      if (deltas.length === 0) return []
      const pipeline = valkey.pipeline()
      for (const delta of deltas) {
        const counter = counterOf(delta)
        pipeline.incrby(counter, delta.count).expireat(counter, delta.windowStart + delta.windowSeconds + SLACK_SECONDS)
      }
      const results = (await pipeline.exec()) ?? []
      return deltas.map((_delta, i) => {
        const [error, total] = results[i * 2] ?? [new Error('no answer to INCRBY'), null]
        if (error !== null) throw error
        return Number(total)
      })
    },
    async totals(windows) {
      if (windows.length === 0) return []
      return (await valkey.mget(windows.map(counterOf))).map(Number)
    },
  }
}
