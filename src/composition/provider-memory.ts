import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { SharedMemory } from '@isobar/providers/port'
import type { Foundation } from '../foundation.ts'

/** Forecasts have 30 to 150 kB as text, and a tenth of that compressed. */
const MAX_BYTES = 4 * 1024 * 1024

const encode = (value: unknown): Buffer => zstdCompressSync(JSON.stringify(value))
const decode = (bytes: Buffer): unknown => JSON.parse(zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES }).toString())

/** A provider's memory in the second level, under keys of its own. */
export function createProviderMemory(id: string, { level, onError }: Pick<Foundation, 'level' | 'onError'>): SharedMemory {
  const keyOf = (key: string): string => `provider:${id}:${key}`
  return {
    async get(key) {
      try {
        const [bytes] = await level.get([keyOf(key)])
        return bytes ? decode(bytes) : null
      } catch (error) {
        onError(error, `reading what ${id} remembers`)
        return null
      }
    },
    async put(key, value, expiresAt) {
      await level
        .put([{ key: keyOf(key), value: encode(value), expiresAt }])
        .catch((error: unknown) => onError(error, `writing what ${id} remembers`))
    },
  }
}
