import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createMemoryCacheMetrics } from '../metrics.ts'
import { createMemoryCache } from './memory-cache.ts'

it('keeps what fits, and reports its size', async () => {
  const caches = [
    createMemoryCache<string, string>('words', 10, ({ length }) => length),
    createMemoryCache<string, string>('words', 6, () => 1),
  ]
  for (const cache of caches) for (const word of ['one', 'three', 'five']) cache.set(word, word)
  assert.deepEqual([...(caches[0]?.keys() ?? [])], ['five', 'three'])
  const read = async (name: string) => {
    const { values } = (await createMemoryCacheMetrics()
      .find((gauge) => 'name' in gauge && gauge.name === name)
      ?.get()) ?? { values: [] }
    return values.find(({ labels }) => labels['cache'] === 'words')?.value
  }
  assert.deepEqual(
    { readMemoryCacheBytes: await read('memory_cache_bytes'), readMemoryCacheMaxBytes: await read('memory_cache_max_bytes') },
    { readMemoryCacheBytes: 9 + 3, readMemoryCacheMaxBytes: 16 },
  )
})
