import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { createMemoryLevel } from '../platform/cache/testing/memory-level.ts'
import { createProviderMemory } from './provider-memory.ts'

const UNTIL = Date.parse('2026-07-01T12:00:00Z')

describe('the memory of a provider', () => {
  it('is shared by all nodes, until then, and no other provider sees it', async () => {
    const level = createMemoryLevel()
    const [node, other, another] = ['nws', 'nws', 'met-norway'].map((id) =>
      createProviderMemory(id, { level, onError: () => assert.fail() }),
    )
    await node!.put('grid', { office: 'EAX' }, UNTIL)
    assert.deepEqual(await other!.get('grid'), { office: 'EAX' })
    assert.equal(await another!.get('grid'), null)
    assert.deepEqual(
      [...level.entries.values()].map(({ expiresAt }) => expiresAt),
      [UNTIL],
    )
  })

  it('has forgotten what it cannot read or write, and reports why', async () => {
    const reported: string[] = []
    const away = async () => Promise.reject(new Error('away'))
    const memory = createProviderMemory('nws', {
      level: { ...createMemoryLevel(), get: away, put: away },
      onError: (_error, doing) => reported.push(doing),
    })
    await memory.put('grid', { office: 'EAX' }, UNTIL)
    assert.equal(await memory.get('grid'), null)
    assert.deepEqual(reported, ['writing what nws remembers', 'reading what nws remembers'])
  })

  it('has forgotten what was written in another form, or would take much memory to read', async () => {
    const level = createMemoryLevel()
    const reported: string[] = []
    const memory = createProviderMemory('nws', { level, onError: (_error, doing) => reported.push(doing) })
    for (const value of ['EAX', '{', zstdCompressSync('{'), zstdCompressSync(`"${'x'.repeat(8_000_000)}"`)].map((sent) =>
      Buffer.from(sent),
    )) {
      await level.put([{ key: 'provider:nws:grid', value, expiresAt: UNTIL }])
      assert.equal(await memory.get('grid'), null)
    }
    assert.deepEqual(reported, Array(4).fill('reading what nws remembers'))
  })

  it('stores forecasts compressed', async () => {
    const level = createMemoryLevel()
    const hours = Array.from({ length: 240 }, (_, hour) => ({ hour, temperature: hour % 24, windSpeed: 5, precipitation: 0 }))
    await createProviderMemory('weatherkit', { level, onError: () => assert.fail() }).put('1', hours, UNTIL)
    const [stored] = level.entries.values()
    assert.ok(stored!.value.length < JSON.stringify(hours).length / 4)
  })
})
