import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTally } from './answer-counter.ts'

describe('the tally of answers', () => {
  it('is written once for each kind and turn of the event loop', async () => {
    const written: (string | number)[][] = []
    const counterOf = createTally((...counted) => void written.push(counted))
    const [one, other] = [counterOf('current', 'memory', 'fresh', 'a'), counterOf('daily', 'upstream', 'fresh', 'b')]
    for (const count of [one, other, one, one]) count()
    assert.deepEqual(written, [])
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(written, [
      ['current', 'memory', 'fresh', 'a', 3],
      ['daily', 'upstream', 'fresh', 'b', 1],
    ])
    one()
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(written[2], ['current', 'memory', 'fresh', 'a', 1])
    assert.equal(written.length, 3)
  })
})
