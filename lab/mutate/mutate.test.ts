import assert from 'node:assert/strict'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { until } from '../../test/helpers/until.ts'
import { createJudge, runBaseline } from './judge.ts'
import { changeOf, inRandomOrder, instrumented, type Mutant, mutantsOf, mutated } from './mutants.ts'
import { openOutcomes } from './outcomes.ts'
import { createRunner } from './runner.ts'
import { type TestFile, testsFor } from './selection.ts'
import { listFilesWithErrors, ROOT } from './workshop.ts'

const SOURCE = `type Way = 'up' | 'down'
export function isWay<T>(text: T, { most = 3 }: { most?: number } = {}): boolean {
  using end = { [Symbol.dispose]: () => undefined }
  if (most < 2) throw new Error('it is too little')
  return (text as unknown) === ('up' satisfies Way) && end !== null
}
`

const SCHEMA = `const KindPatch = Type.Object(
  { name: Type.String({ pattern: '^a$', examples: ['ab'] }), way: Type.Literal('up', { description: 'w' }) },
  { title: 'Kind' },
)
const Part = Type.Object({ text: Type.String({ pattern: '^d$' }) })
const KindAnswer = Type.Object({ part: Part, name: Type.String({ pattern: '^b$' }) })
const KindBody = Type.Object({ key: Type.String({ pattern: '^c$' }) }, { title: 'KindBody' })
export const KIND_EXAMPLE = { way: 'down' }
const ITEM = 'y'
const SHOWN = ['x', ITEM]
const tags = ['Kinds']
list('/kinds', { operationId: 'kinds', tags, order: 'name', response: { 200: { ...KindAnswer, examples: SHOWN }, ...refusals('gone') } })
const mail = { id: 'mail', samples: [{ id: 'ada' }] }
const page = { title: 'page', tags: ['tag'] }
const descend = (depth) => (depth < 1 ? 'leaf' : descend(depth - 1))
`

async function writtenMutants(source: string, folder: string): Promise<Mutant[]> {
  await writeFile(join(folder, 'a.ts'), source)
  return mutantsOf(folder, ['a.ts'])
}

describe('mutants', () => {
  it('leave what only documents a schema, the schemas of answers, and samples', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'isobar-mutants-'))
    t.after(() => rm(folder, { recursive: true }))
    const all = await writtenMutants(SCHEMA, folder)
    assert.deepEqual(
      all.filter(({ kind }) => kind === 'StringLiteral').map(({ before }) => before),
      ["'^a$'", "'up'", "'^c$'", "'/kinds'", "'name'", "'mail'", "'page'", "'tag'", "'leaf'"],
    )
    assert.ok(!all.some(({ before }) => before.startsWith("{ title: 'Kind'") || before.startsWith('{ description')))
  })

  it('are changes of one place each, in any syntax that Node can strip; texts and types stay', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'isobar-mutants-'))
    t.after(() => rm(folder, { recursive: true }))
    const all = await writtenMutants(SOURCE, folder)
    const less = all.find(({ after }) => after === 'most <= 2')
    assert.ok(less)
    assert.deepEqual(
      { line: less.line, kind: less.kind, changeOf: changeOf(less) },
      { line: 4, kind: 'EqualityOperator', changeOf: 'most < 2 → most <= 2' },
    )
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

  it('come in an order that follows from the seed, none twice, and the same one when another file has changed', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'isobar-mutants-'))
    t.after(() => rm(folder, { recursive: true }))
    const all = await writtenMutants(SOURCE, folder)
    assert.deepEqual(inRandomOrder(all, 1), inRandomOrder(all, 1))
    assert.notDeepEqual(inRandomOrder(all, 1), inRandomOrder(all, 2))
    assert.deepEqual(new Set(inRandomOrder(all, 1)), new Set(all))
    const moved = await writtenMutants(`const first = [1]\n${SOURCE}`, folder)
    const names = (some: readonly Mutant[]): string[] =>
      some.filter(({ before }) => before !== '[1]').map(({ before, after }) => `${before} ${after}`)
    assert.deepEqual(names(inRandomOrder(moved, 1)), names(inRandomOrder(all, 1)))
  })
})

describe('the tests for a change', () => {
  const mutant: Mutant = { file: 'src/a/b/c.ts', from: 10, to: 12, line: 3, kind: 'EqualityOperator', before: 'a < b', after: 'a <= b' }
  const test = (file: string, ms = 100): TestFile => ({ file, ms, executed: new Set() })
  const chosen = (tests: readonly TestFile[]): string[] => testsFor(mutant, tests, 30_000).map(({ file }) => file)

  it('begin with its namesake, then the nearest, then the fastest', () => {
    const tests = [
      test('src/a/far/x.test.ts', 1),
      test('src/a/b/slow.test.ts', 900),
      test('src/a/b/fast.test.ts', 5),
      test('src/a/b/c.test.ts', 3_000),
    ]
    assert.deepEqual(chosen(tests), ['src/a/b/c.test.ts', 'src/a/b/fast.test.ts', 'src/a/b/slow.test.ts', 'src/a/far/x.test.ts'])
  })

  it('take as long together as is allowed unless the nearest takes longer', () => {
    const long = [test('src/a/b/c.test.ts', 40_000), test('src/a/b/d.test.ts', 1)]
    assert.deepEqual(chosen(long), ['src/a/b/c.test.ts'])
    assert.deepEqual(chosen([test('src/a/b/c.test.ts', 25_000), test('src/a/b/d.test.ts', 5_001), test('src/a/x.test.ts', 5_000)]), [
      'src/a/b/c.test.ts',
      'src/a/x.test.ts',
    ])
  })
})

const RULES = `export const LIMIT = 2 + 1
let stored: number | undefined
export const isMany = (count: number): boolean => count > LIMIT
export const once = (): number => (stored ??= 2 * 2)
export const untried = (): boolean => true
export function wait(count: number): void {
  while (count > 0) count--
}
export const stuck = (): Promise<void> => new Promise((resolve) => setTimeout(() => resolve(), 1))
`
const RULES_TEST = `import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isMany, once, stuck, wait } from './rules.ts'
describe('rules', () => {
  it('count', () => assert.deepEqual([isMany(3), isMany(4)], [false, true]))
  it('are known once', () => assert.equal(once(), 4))
  it('end', () => wait(2))
  it('go on', () => stuck())
})
`

describe('the compiler', () => {
  it('refuses changes in any room, but not what a copy declares twice', () => {
    const said = [
      'packages/weather/src/a.mutant-0.ts(3,5): error TS2322: Type null is not assignable',
      '  The expected type comes from property at src/b.mutant-1.ts(1,1): error TS1',
      'src/c.mutant-2.ts(1,1): error TS2717: Subsequent property declarations must have the same type.',
      'web/app/d.mutant-3.ts(9,1): error TS2304: Cannot find name',
    ].join('\n')
    assert.deepEqual([...listFilesWithErrors(said)], ['packages/weather/src/a.mutant-0.ts', 'web/app/d.mutant-3.ts'])
  })
})

describe('a judgement', { timeout: 120_000 }, () => {
  /** A project of one source and two tests, one of which fails, with all mutants of the source in it. */
  async function project(t: TestContext) {
    const folder = await mkdtemp(join(tmpdir(), 'isobar-mutants-'))
    for (const file of [
      'lab/mutate/switches.ts',
      'lab/mutate/test-process.ts',
      'test/helpers/ending.ts',
      'test/helpers/untracked-promises.ts',
    ])
      await cp(join(ROOT, file), join(folder, file))
    await mkdir(join(folder, 'src'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'src/rules.ts'), RULES)
    await writeFile(join(folder, 'src/rules.test.ts'), RULES_TEST)
    await writeFile(
      join(folder, 'src/bad.test.ts'),
      `import { before, it } from 'node:test'\nbefore(() => Promise.reject(new Error('no')))\nit('is', () => {})`,
    )
    const all = await mutantsOf(folder, ['src/rules.ts'])
    const { texts, numbers } = await instrumented(folder, all)
    for (const [file, text] of texts) await writeFile(join(folder, file), text)
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const runner = createRunner(folder, env, async () => {})
    t.after(async () => {
      await runner.restart()
      await rm(folder, { recursive: true })
    })
    const baseline = await runBaseline([runner], ['src/bad.test.ts', 'src/rules.test.ts'])
    const judge = createJudge(baseline, 1_500)
    const outcomeOf = (before: string, after: string) => {
      const mutant = all.find((each) => each.before === before && each.after === after)
      assert.ok(mutant, `${before} → ${after}`)
      return judge(runner, mutant, numbers.get(mutant) ?? -1)
    }
    return { folder, runner, all, numbers, baseline, outcomeOf }
  }

  it('is that of the tests that execute the change, in one process, or a new one for what is executed once', async (t) => {
    const { all, numbers, baseline, outcomeOf } = await project(t)
    assert.equal(numbers.size, all.length)
    assert.deepEqual(
      baseline.tests.map(({ file }) => file),
      ['src/rules.test.ts'],
    )
    assert.equal(await outcomeOf('count > LIMIT', 'count >= LIMIT'), 'killed')
    assert.equal(await outcomeOf('2 + 1', '2 - 1'), 'killed')
    assert.equal(await outcomeOf('2 * 2', '2 / 2'), 'killed')
    assert.equal(await outcomeOf('count > 0', 'count >= 0'), 'survived')
    assert.equal(await outcomeOf('true', 'false'), 'not covered')
    assert.equal(await outcomeOf('count > LIMIT', 'true'), 'killed')
  })

  it('of a change after which a test never ends is reached by the count of rounds, or by time', async (t) => {
    const { outcomeOf } = await project(t)
    assert.equal(await outcomeOf('count--', 'count++'), 'killed')
    assert.equal(await outcomeOf('() => resolve()', '() => undefined'), 'killed')
  })

  it('is none if the run is ended meanwhile', async (t) => {
    const { runner, outcomeOf } = await project(t)
    const judging = outcomeOf('() => resolve()', '() => undefined')
    await runner.end()
    await assert.rejects(judging, /has ended/)
    await assert.rejects(runner.run({ file: 'src/rules.test.ts' }, 1_000), /has ended/)
  })

  it('goes on in a new process if one has died since its last answer', async (t) => {
    const { folder, runner } = await project(t)
    const file = 'src/pid.test.ts'
    await writeFile(
      join(folder, file),
      `import { writeFileSync } from 'node:fs'\nimport { it } from 'node:test'\nit('is', () => writeFileSync('pid', String(process.pid)))`,
    )
    const pids = []
    for (let times = 0; times < 2; times++) {
      assert.ok((await runner.run({ file }, 60_000)).isGood)
      const pid = Number(await readFile(join(folder, 'pid'), 'utf8'))
      pids.push(pid)
      process.kill(pid, 'SIGKILL')
      await until('the process has ended', () => !isRunning(pid))
    }
    assert.notEqual(pids[0], pids[1])
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('outcomes', () => {
  it('are those of former runs: of killed mutants while their file, of others while the tests are unchanged', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'isobar-mutants-'))
    t.after(() => rm(folder, { recursive: true }))
    const [source, test] = [join(folder, 'a.ts'), join(folder, 'a.test.ts')]
    await writeFile(source, '1 < 2')
    await writeFile(test, 'first')
    const mutant = (after: string): Mutant => ({ file: source, from: 0, to: 5, line: 1, kind: 'EqualityOperator', before: '1 < 2', after })
    const [killed, survived] = [mutant('1 <= 2'), mutant('1 > 2')]
    const first = openOutcomes('some/room', [test], folder)
    first.set(killed, 'killed')
    first.set(survived, 'compiles')
    first.set(survived, 'survived')
    const known = () => [killed, survived].map((each) => openOutcomes('some/room', [test], folder).get(each))
    await appendFile(join(folder, 'some-room.jsonl'), '{"mutant":"half')
    assert.deepEqual(known(), ['killed', 'survived'])
    openOutcomes('some/room', [test], folder).set(killed, 'killed')
    assert.deepEqual(known(), ['killed', 'survived'])
    await writeFile(test, 'second')
    assert.deepEqual(known(), ['killed', 'compiles'])
    await writeFile(source, '1  < 2')
    assert.deepEqual(known(), [undefined, undefined])
  })
})
