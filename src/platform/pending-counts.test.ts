import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createPendingCounts } from './pending-counts.ts'

interface Count {
  readonly name: string
  times: number
}

function counting(t: TestContext, write: (counts: readonly Count[]) => Promise<void>) {
  const [errors, dropped]: [unknown[], number[]] = [[], []]
  const counts = createPendingCounts<Count>({
    keyOf: ({ name }) => name,
    merge: (known, more) => void (known.times += more.times),
    everyMs: 1_000_000,
    maxKeys: 2,
    write,
    what: 'writing counts',
    onError: (error) => void errors.push(error),
    onDropped: () => void dropped.push(1),
  })
  t.after(() => counts.close())
  return { counts, errors, dropped }
}
const one = (name: string): Count => ({ name, times: 1 })

describe('counts that are pending', () => {
  it('are added up by key and written once; beyond the limit only known keys are counted', async (t) => {
    const written: unknown[] = []
    const { counts, dropped } = counting(t, async (batch) => void written.push(structuredClone(batch)))
    for (const name of ['a', 'b', 'a', 'c', 'a']) counts.add(one(name))
    assert.deepEqual(
      [...counts.values()].map(({ name, times }) => [name, times]),
      [
        ['a', 3],
        ['b', 1],
      ],
    )
    assert.equal(dropped.length, 1)
    await counts.flush()
    await counts.flush()
    assert.deepEqual(written, [
      [
        { name: 'a', times: 3 },
        { name: 'b', times: 1 },
      ],
    ])
    assert.deepEqual([...counts.values()], [])
  })

  it('are added to what came meanwhile if they could not be written, and written when it closes', async (t) => {
    let fails = true
    const written: Count[] = []
    const { counts, errors } = counting(t, async (batch) => {
      if (fails) {
        counts.add(one('a'))
        throw new Error('away')
      }
      written.push(...batch)
    })
    counts.add(one('a'))
    await counts.flush()
    assert.equal(errors.length, 1)
    fails = false
    await counts.close()
    assert.deepEqual(written, [{ name: 'a', times: 2 }])
  })
})
