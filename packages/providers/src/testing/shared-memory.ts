import type { SharedMemory } from '../provider.ts'

/** A memory in this process. `now` returns epoch milliseconds; without it, nothing is forgotten. */
export function createSharedMemory(now: () => number = () => 0): SharedMemory {
  const entries = new Map<string, { readonly json: string; readonly until: number }>()
  return {
    async get(key) {
      const entry = entries.get(key)
      return entry !== undefined && now() < entry.until ? (JSON.parse(entry.json) as unknown) : null
    },
    put: async (key, value, until) => void entries.set(key, { json: JSON.stringify(value), until }),
  }
}
