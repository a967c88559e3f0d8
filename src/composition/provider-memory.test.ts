import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMemoryLevel } from '../platform/cache/testing/memory-level.ts'
import { providerMemory } from './provider-memory.ts'

const UNTIL = Date.parse('2026-07-01T12:00:00Z')

describe('the memory of a provider', () => {
  it('is shared by all nodes, until then, and no other provider sees it', async () => {
    const level = createMemoryLevel()
    const [node, other, another] = ['nws', 'nws', 'met-norway'].map((id) => providerMemory(id, { level, onError: () => assert.fail() }))
    await node!.put('grid', Buffer.from('EAX'), UNTIL)
    assert.equal((await other!.get('grid'))?.toString(), 'EAX')
    assert.equal(await another!.get('grid'), null)
    assert.deepEqual(
      [...level.entries.values()].map(({ expiresAt }) => expiresAt),
      [UNTIL],
    )
  })

  it('has forgotten what it cannot read or write, and reports why', async () => {
    const reported: string[] = []
    const away = async () => Promise.reject(new Error('away'))
    const memory = providerMemory('nws', {
      level: { ...createMemoryLevel(), get: away, put: away },
      onError: (_error, doing) => reported.push(doing),
    })
    await memory.put('grid', Buffer.from('EAX'), UNTIL)
    assert.equal(await memory.get('grid'), null)
    assert.deepEqual(reported, ['writing what nws remembers', 'reading what nws remembers'])
  })
})
