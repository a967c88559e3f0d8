import type { Lease } from '../../db/leases.ts'
import type { CacheEntry, SecondLevel } from '../second-level.ts'

/** A second level in this process, which nothing expires in. `leased`: the keys of its leases. */
export interface MemoryLevel extends SecondLevel {
  readonly entries: Map<string, CacheEntry>
  readonly leased: Set<string>
}

export function createMemoryLevel(): MemoryLevel {
  const entries = new Map<string, CacheEntry>()
  const leased = new Set<string>()
  return {
    engine: 'postgresql',
    entries,
    leased,
    get: async (keys) => keys.map((key) => entries.get(key)?.value ?? null),
    async put(all) {
      for (const entry of all) entries.set(entry.key, entry)
    },
    async lease(key): Promise<Lease | null> {
      if (leased.has(key)) return null
      leased.add(key)
      return { isHeld: () => leased.has(key), release: async () => void leased.delete(key) }
    },
    sweep: async () => 0,
    close: async () => undefined,
  }
}
