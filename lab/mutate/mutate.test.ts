import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createRandom } from '../../tools/random.ts'
import { coveredRanges, isCovered } from './coverage.ts'
import { changeOf, type Mutant, mutantsOf, mutated, shuffled } from './mutants.ts'
import { lineOf, survivorsOf, type TestFile, testsFor } from './selection.ts'

const SOURCE = `type Way = 'up' | 'down'
export function isWay<T>(text: T, { most = 3 }: { most?: number } = {}): boolean {
  using end = { [Symbol.dispose]: () => undefined }
  if (most < 2) throw new Error('it is too little')
  return (text as unknown) === ('up' satisfies Way) && end !== null
}
`

const SCHEMA = `const Kind = Type.Object(
  { name: Type.String({ pattern: '^a$', examples: ['ab'] }), way: Type.Literal('up', { description: 'w' }) },
  { title: 'Kind' },
)
export const KIND_EXAMPLE = { way: 'down' }
list('/kinds', { operationId: 'kinds', tags: ['Kinds'], order: 'name', response: { 200: { description: 'OK' } } })
const page = { title: 'page', tags: ['tag'] }
`

async function writtenMutants(source: string, folder: string): Promise<Mutant[]> {
  await writeFile(join(folder, 'a.ts'), source)
  return mutantsOf(folder, ['a.ts'])
}

describe('mutants', () => {
  it('leave what only documents a schema', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'isobar-mutants-'))
    t.after(() => rm(folder, { recursive: true }))
    const all = await writtenMutants(SCHEMA, folder)
    assert.deepEqual(
      all.filter(({ kind }) => kind === 'StringLiteral').map(({ before }) => before),
      ["'^a$'", "'up'", "'/kinds'", "'name'", "'page'", "'tag'"],
    )
    assert.ok(!all.some(({ before }) => before.startsWith("{ title: 'Kind'") || before.startsWith('{ description')))
  })

  it('are changes of one place each, in any syntax that Node can strip; texts and types stay', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'isobar-mutants-'))
    t.after(() => rm(folder, { recursive: true }))
    const all = await writtenMutants(SOURCE, folder)
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

  it('are printed from shortly before where long texts differ', () => {
    const long = (end: string) => `/${'a|'.repeat(40)}${end}/`
    const change = (before: string, after: string) =>
      changeOf({ file: 'src/a.ts', from: 0, to: before.length, line: 1, kind: 'Regex', before, after })
    assert.equal(change(long('b$'), long('b')), `…${'a|'.repeat(12)}b$/ → …${'a|'.repeat(12)}b/`)
    assert.equal(change('a  <\n b', 'a <= b'), 'a < b → a <= b')
    assert.equal(change(`{ ${'x'.repeat(80)} }`, '{}'), `{ ${'x'.repeat(55)}… → {}`)
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
    assert.deepEqual(Object.keys(covered), ['src/a.ts'])
    const at = (offset: number) => isCovered([covered], 'src/a.ts', offset)
    assert.deepEqual([at(0), at(19), at(20), at(39), at(40), at(55), at(60), at(100)], [true, true, false, false, true, false, true, false])
    assert.equal(isCovered([{}, covered], 'src/a.ts', 0), true)
    assert.equal(isCovered([covered], 'src/b.ts', 0), false)
  })
})

describe('the tests for a change', () => {
  const mutant: Mutant = { file: 'src/a/b/c.ts', from: 10, to: 12, line: 3, kind: 'EqualityOperator', before: 'a < b', after: 'a <= b' }
  const covered = [{ 'src/a/b/c.ts': [{ startOffset: 0, endOffset: 20, count: 1 }] }]
  const test = (file: string, ms = 100): TestFile => ({ file, ms, covered })
  const chosen = (tests: readonly TestFile[]): string[] => testsFor(mutant, tests).map(({ file }) => file)

  it('are those that execute it: its namesake, then the nearest, then the fastest', () => {
    const tests = [
      test('src/a/far/x.test.ts', 1),
      test('src/a/b/slow.test.ts', 900),
      test('src/a/b/fast.test.ts', 5),
      test('src/a/b/c.test.ts', 3_000),
      { ...test('src/a/b/other.test.ts', 1), covered: [] },
    ]
    assert.deepEqual(chosen(tests), ['src/a/b/c.test.ts', 'src/a/b/fast.test.ts', 'src/a/b/slow.test.ts', 'src/a/far/x.test.ts'])
  })

  it('are at most eight, and take 20 s together unless the nearest takes longer', () => {
    assert.equal(chosen(Array.from({ length: 12 }, (_, i) => test(`src/a/b/${i}.test.ts`))).length, 8)
    const long = [test('src/a/b/c.test.ts', 30_000), test('src/a/b/d.test.ts', 1)]
    assert.deepEqual(chosen(long), ['src/a/b/c.test.ts'])
    assert.deepEqual(chosen([test('src/a/b/c.test.ts', 15_000), test('src/a/b/d.test.ts', 5_001), test('src/a/x.test.ts', 5_000)]), [
      'src/a/b/c.test.ts',
      'src/a/x.test.ts',
    ])
  })

  it('can be run again for the survivors that an output lists, where they are now', () => {
    const other = { ...mutant, line: 90 }
    const changed = { ...mutant, line: 7, after: 'a >= b' }
    const log = `SURVIVED ${lineOf({ ...mutant, line: 5 })}\nNOT COVERED ${lineOf({ ...changed, file: 'src/gone.ts' })}\n| a table |\n`
    assert.deepEqual(survivorsOf(log, [other, changed, mutant]), {
      mutants: [mutant],
      gone: ['NOT COVERED src/gone.ts:7 EqualityOperator: a < b → a >= b'],
    })
  })
})
