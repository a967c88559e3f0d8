import type { Redis } from 'iovalkey'
import type { SharedWindows } from './shared-windows.ts'

/** How long a count outlives its window, so that nodes with slightly different clocks still find it. */
const SLACK_SECONDS = 60

/** Shared counts in Valkey or Redis, one pipeline per settling; keys expire by themselves. */
export function createValkeyWindows(valkey: Redis, prefix = 'isobar'): SharedWindows {
  return {
    async settle(deltas) {
      if (deltas.length === 0) return []
      const pipeline = valkey.pipeline()
      for (const { name, key, windowStart, windowSeconds, count } of deltas) {
        const counter = `${prefix}:window:${name}:${windowStart}:${key}`
        pipeline.incrby(counter, count).expireat(counter, windowStart + windowSeconds + SLACK_SECONDS)
      }
      const results = (await pipeline.exec()) ?? []
      return deltas.map((_delta, i) => {
        const [error, total] = results[i * 2] ?? [new Error('no answer to INCRBY'), null]
        if (error !== null) throw error
        return Number(total)
      })
    },
  }
}
