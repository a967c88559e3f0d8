import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Decision, DeliveredMeanwhile } from './store.ts'
import { writePage } from './writer.ts'

describe('a page of mails', () => {
  const decision = (name: string) => ({ mail: { key: name } }) as unknown as Decision
  async function written(insert: (names: readonly string[]) => number, names: readonly string[]) {
    const [calls, errors]: [string[], string[]] = [[], []]
    const insertDecisions = async (decisions: readonly Decision[]) => {
      const keys = decisions.map(({ mail }) => mail.key)
      calls.push(keys.join('+'))
      return insert(keys)
    }
    return { outcome: await writePage(names.map(decision), insertDecisions, (_, doing) => void errors.push(doing)), calls, errors }
  }
  const fails = (error: Error, when: (names: readonly string[]) => boolean) => (names: readonly string[]) => {
    if (when(names)) throw error
    return names.length
  }

  it('is written at once, or one by one if that fails; a bad one is counted and reported', async () => {
    assert.deepEqual(await written((names) => names.length, []), { outcome: { enqueued: 0, failed: 0 }, calls: [], errors: [] })
    assert.deepEqual((await written((names) => names.length, ['a', 'b'])).calls, ['a+b'])
    assert.deepEqual(
      await written(
        fails(new Error('bad'), (names) => names.includes('b')),
        ['a', 'b', 'c'],
      ),
      {
        outcome: { enqueued: 2, failed: 1 },
        calls: ['a+b+c', 'a', 'b', 'c'],
        errors: ['writing a page of digests', 'writing one digest'],
      },
    )
  })

  it('is read again if another run has delivered some of it, and ends the run if the database is away', async () => {
    assert.deepEqual(
      await written(
        fails(new DeliveredMeanwhile(), () => true),
        ['a', 'b'],
      ),
      { outcome: 'again', calls: ['a+b'], errors: [] },
    )
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    await assert.rejects(
      written(
        fails(away, () => true),
        ['a', 'b'],
      ),
      away,
    )
    let calls = 0
    await assert.rejects(
      written(() => {
        if (++calls === 1) throw new Error('bad')
        throw away
      }, ['a', 'b']),
      away,
    )
  })
})
