import type { Foundation } from '../foundation.ts'
import type { SharedMemory } from '../providers/provider.ts'

/** A provider's memory in the second level, under keys of its own. */
export function providerMemory(id: string, { level, onError }: Pick<Foundation, 'level' | 'onError'>): SharedMemory {
  const keyOf = (key: string): string => `provider:${id}:${key}`
  return {
    async get(key) {
      try {
        return (await level.get([keyOf(key)]))[0] ?? null
      } catch (error) {
        onError(error, `reading what ${id} remembers`)
        return null
      }
    },
    async put(key, value, expiresAt) {
      await level.put([{ key: keyOf(key), value, expiresAt }]).catch((error: unknown) => onError(error, `writing what ${id} remembers`))
    },
  }
}
