import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPace } from './pace.ts'
import { ProviderFailure } from './provider.ts'

describe('calls at a pace', () => {
  it('begin as far apart as they should', async () => {
    let now = 0
    const waits: number[] = []
    const turn = createPace('Anybody', 100, { now: () => now, wait: async (ms) => waits.push(ms) })
    await Promise.all([turn(), turn(), turn()])
    now = 250
    await turn()
    now = 1_000
    await turn()
    assert.deepEqual(waits, [100, 200, 50])
  })

  it('that would begin more than two seconds later are refused, and take no turn', async () => {
    let now = 0
    const waits: number[] = []
    const turn = createPace('Anybody', 100, { now: () => now, wait: async (ms) => waits.push(ms) })
    await Promise.all(Array.from({ length: 21 }, () => turn()))
    for (let refused = 0; refused < 2; refused++) {
      const error: unknown = await turn().catch((caught: unknown) => caught)
      assert.ok(error instanceof ProviderFailure)
      assert.deepEqual([error.kind, error.retryAfterSeconds], ['budget_spent', 2])
    }
    now = 100
    await turn()
    assert.deepEqual([waits.length, waits.at(-2), waits.at(-1)], [21, 2_000, 2_000])
  })
})
