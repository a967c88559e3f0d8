import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createRandom } from '../../tools/random.ts'
import { coveredRanges, isCovered } from './coverage.ts'
import { changeOf, mutantsOf, mutated, shuffled } from './mutants.ts'

const SOURCE = `type Way = 'up' | 'down'
export function isWay<T>(text: T, { most = 3 }: { most?: number } = {}): boolean {
  using end = { [Symbol.dispose]: () => undefined }
  if (most < 2) throw new Error('it is too little')
  return (text as unknown) === ('up' satisfies Way) && end !== null
}
`

describe('mutants', () => {
  it('are changes of one place each, in any syntax that Node can strip; texts and types stay', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'isobar-mutants-'))
    t.after(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'a.ts'), SOURCE)
    const all = await mutantsOf(folder, ['a.ts'])
    const less = all.find(({ after }) => after === 'most <= 2')
    assert.ok(less)
    assert.deepEqual([less.line, less.kind, changeOf(less)], [4, 'EqualityOperator', 'most < 2 → most <= 2'])
    assert.equal(mutated(SOURCE, less), SOURCE.replace('most < 2', 'most <= 2'))
    for (const mutant of all) {
      assert.equal(SOURCE.slice(mutant.from, mutant.to), mutant.before)
      assert.notEqual(mutated(SOURCE, mutant), SOURCE)
    }
    assert.ok(!all.some(({ before, line }) => before.includes('too little') && line === 4 && before.startsWith("'")))
    assert.ok(!all.some(({ line }) => line === 1))
  })

  it('come in an order that follows from the seed, none twice', () => {
    const numbers = Array.from({ length: 50 }, (_, i) => i)
    const drawn = (seed: number) => shuffled(numbers, createRandom(seed))
    assert.deepEqual(drawn(1), drawn(1))
    assert.notDeepEqual(drawn(1), drawn(2))
    assert.deepEqual(
      drawn(1).toSorted((a, b) => a - b),
      numbers,
    )
  })
})

describe('coverage', () => {
  const range = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count })
  const json = JSON.stringify({
    result: [
      { url: 'file:///copy/src/a.ts', functions: [{ ranges: [range(0, 100, 1), range(20, 40, 0)] }, { ranges: [range(50, 60, 0)] }] },
      { url: 'node:fs', functions: [{ ranges: [range(0, 100, 1)] }] },
    ],
  })

  it('is that of the innermost range around a place, in any of the processes', () => {
    const covered = coveredRanges(json, '/copy/src/')
    assert.deepEqual([...covered.keys()], ['src/a.ts'])
    const at = (offset: number) => isCovered([covered], 'src/a.ts', offset)
    assert.deepEqual([at(0), at(19), at(20), at(39), at(40), at(55), at(60), at(100)], [true, true, false, false, true, false, true, false])
    assert.equal(isCovered([new Map(), covered], 'src/a.ts', 0), true)
    assert.equal(isCovered([covered], 'src/b.ts', 0), false)
  })
})
