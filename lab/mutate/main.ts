import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../../tools/random.ts'
import { type Covered, isCovered } from './coverage.ts'
import { changeOf, type Mutant, mutantsOf, shuffled } from './mutants.ts'
import { openWorkshop, ROOT, withMutants, type Workshop } from './workshop.ts'

/**
 * `npm run mutate -- [--room domain] [--sample 200] [--seed 1]`: random changes of a room's sources, each against the room's own tests. Prints the
 * changes that no test noticed, and a row for the table of docs/reliability.md. A room is a folder of `src/features` or `src`.
 */
const { values } = parseArgs({
  options: {
    room: { type: 'string', default: 'domain' },
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})
/** As many as processors: tests and what they test share one process. */
const AT_ONCE = 2
/** Two in five do not compile, and each attempt takes a second or more. */
const DRAWN_FOR_EACH = 1.8
/** Test files that a change is run against. */
const NEAREST = 8
/** These start the built service, or browsers: they would not see the change, or take minutes. */
const LEFT_OUT = /service-process|mail-process|runCampaign|startEmbedded|buildPages|openSite|launchBrowser/

interface TestFile {
  readonly file: string
  readonly ms: number
  readonly covered: readonly Covered[]
}

type Outcome = 'killed' | 'survived' | 'not covered'

process.chdir(ROOT)
const folder = [`src/features/${values.room}`, `src/${values.room}`].find((each) => existsSync(each))
if (folder === undefined) throw new Error(`there is no room ${values.room}`)
const sources = globSync(`${folder}/**/*.ts`)
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  .toSorted()
const startedAt = performance.now()
const workshop = await openWorkshop(AT_ONCE)
try {
  const all = await mutantsOf(ROOT, sources)
  const sample = await compilable(workshop, shuffled(all, createRandom(Number(values.seed))), Number(values.sample))
  const tests = await baseline(workshop, folder)
  const outcomes = new Map<Mutant, Outcome>()
  await inParallel(workshop, sample, async (mutant, copy) => void outcomes.set(mutant, await judge(workshop, copy, mutant, tests)))
  report(sample, outcomes, all.length)
} finally {
  await workshop.close()
}

/** The first so many that compile. */
async function compilable({ refused }: Workshop, drawn: readonly Mutant[], count: number): Promise<Mutant[]> {
  const sample: Mutant[] = []
  for (let at = 0; sample.length < count && at < drawn.length;) {
    const next = drawn.slice(at, at + Math.ceil(DRAWN_FOR_EACH * (count - sample.length)))
    const bad = await refused(next)
    sample.push(...next.filter((mutant) => !bad.has(mutant)))
    at += next.length
  }
  return sample.slice(0, count)
}

/** Runs every test file once without a change: how long it takes, and what it executes. Files that fail are left out. */
async function baseline({ test, copies }: Workshop, room: string): Promise<TestFile[]> {
  const files = globSync(`${room}/**/*.test.ts`).filter((file) => !LEFT_OUT.test(readFileSync(file, 'utf8')))
  const tests: TestFile[] = []
  await inParallel({ copies }, files.toSorted(), async (file, copy) => {
    const covered: Covered[] = []
    const from = performance.now()
    const isGood = await test(copy, file, undefined, (each) => void covered.push(each))
    if (isGood) tests.push({ file, ms: performance.now() - from, covered })
    else console.log(`LEFT OUT: ${file} fails without a change.`)
  })
  return tests
}

/** The tests nearest to the change, one after the other. A change that makes a test hang is noticed by it. */
async function judge(shop: Workshop, copy: string, mutant: Mutant, tests: readonly TestFile[]): Promise<Outcome> {
  const away = ({ file }: TestFile): number => relative(dirname(mutant.file), dirname(file)).split('/').length
  const isNamesake = ({ file }: TestFile): boolean => file === mutant.file.replace(/\.ts$/, '.test.ts')
  const able = tests
    .filter(({ covered }) => isCovered(covered, mutant.file, mutant.from))
    .toSorted((a, b) => Number(isNamesake(b)) - Number(isNamesake(a)) || away(a) - away(b) || a.file.localeCompare(b.file))
    .slice(0, NEAREST)
  if (able.length === 0) return 'not covered'
  return withMutants(copy, [mutant], async () => {
    for (const { file, ms } of able) if (!(await shop.test(copy, file, 4 * ms + 5_000))) return 'killed'
    return 'survived'
  })
}

/** Each copy takes the next one when it is done. */
async function inParallel<T>({ copies }: Pick<Workshop, 'copies'>, all: readonly T[], work: (one: T, copy: string) => Promise<void>) {
  const left = [...all]
  await Promise.all(
    copies.map(async (copy) => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one, copy)
    }),
  )
}

function report(sample: readonly Mutant[], outcomes: ReadonlyMap<Mutant, Outcome>, all: number): void {
  const left = sample
    .filter((mutant) => outcomes.get(mutant) !== 'killed')
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
  for (const mutant of left)
    console.log(`${outcomes.get(mutant)?.toUpperCase()} ${mutant.file}:${mutant.line} ${mutant.kind}: ${changeOf(mutant)}`)
  const count = (wanted: Outcome): number => sample.filter((mutant) => outcomes.get(mutant) === wanted).length
  const [killed, survived, uncovered] = [count('killed'), count('survived'), count('not covered')]
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  const share = `${Math.round((100 * killed) / Math.max(1, sample.length))} %`
  console.log('\n| room | mutants | tried | killed | survived | not covered | share killed | seconds |\n|---|---|---|---|---|---|---|---|')
  console.log(
    `| ${values.room} | ${all.toLocaleString('en')} | ${sample.length} | ${killed} | ${survived} | ${uncovered} | ${share} | ${seconds} |`,
  )
}
