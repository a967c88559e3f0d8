import type { CacheEntry, SecondLevel } from '../../platform/cache/second-level.ts'
import type { Lease } from '../../platform/db/leases.ts'

/** A second level in this process, which nothing expires in. `held`: the keys of the leases that are out. */
export interface MemoryLevel extends SecondLevel {
  readonly entries: Map<string, CacheEntry>
  readonly held: Set<string>
}

export function createMemoryLevel(): MemoryLevel {
  const entries = new Map<string, CacheEntry>()
  const held = new Set<string>()
  return {
    engine: 'postgresql',
    entries,
    held,
    get: async (keys) => keys.map((key) => entries.get(key)?.value ?? null),
    async put(all) {
      for (const entry of all) entries.set(entry.key, entry)
    },
    async lease(key): Promise<Lease | null> {
      if (held.has(key)) return null
      held.add(key)
      return { isHeld: () => held.has(key), release: async () => void held.delete(key) }
    },
    sweep: async () => 0,
    close: async () => undefined,
  }
}
