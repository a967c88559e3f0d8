import { existsSync, globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createJudge, runBaseline } from './judge.ts'
import { inRandomOrder, lineOf, type Mutant, mutantsOf } from './mutants.ts'
import { openOutcomes, type Outcome } from './outcomes.ts'
import { inParallel, openWorkshop, ROOT } from './workshop.ts'

/**
 * `npm run mutate -- [--room packages/weather] [--sample 200] [--seed 1] [--copies 2]`: random changes of a room's sources, each against the room's own tests.
 * Prints the changes that no test noticed, and a row with their numbers. A room is a folder of `src/features` or `src`, or `web`.
 */
const { values } = parseArgs({
  options: {
    room: { type: 'string', default: 'packages/weather' },
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    // As many as processors: tests and what they test share one process.
    copies: { type: 'string', default: '2' },
  },
})
/** Two in five do not compile, and each attempt compiles all of src. */
const DRAWN_FOR_EACH = 1.8
/** These start the built service, or browsers: they would not see the change, or take minutes. */
const LEFT_OUT = /service-process|mail-process|runCampaign|startEmbedded|openSite|launchBrowser/

process.chdir(ROOT)
const folders = [`src/features/${values.room}`, `src/${values.room}`, ...(values.room === 'web' ? ['web/app'] : []), values.room]
const folder = folders.find((each) => existsSync(each))
if (folder === undefined) throw new Error(`there is no room ${values.room}`)
const startedAt = performance.now()
const workshop = await openWorkshop(Number(values.copies))
let isInterrupted = false
process.once('SIGINT', () => {
  isInterrupted = true
  void workshop.close().then(() => process.exit(130))
})
process.chdir(workshop.pristine)
const files = globSync(`${folder}/**/*.ts`).toSorted()
const sources = files.filter((file) => !/\.test\.ts$|\/testing\/|\/(?:samples|examples)\.ts$/.test(file))
const testFiles = files.filter((file) => file.endsWith('.test.ts') && !LEFT_OUT.test(readFileSync(file, 'utf8')))
const outcomes = openOutcomes(values.room, testFiles)
try {
  const all = await mutantsOf(workshop.pristine, sources)
  const sample = await compilable(inRandomOrder(all, Number(values.seed)), Number(values.sample))
  for (const mutant of sample) print(mutant, outcomes.get(mutant))
  const open = sample.filter((mutant) => outcomes.get(mutant) === 'compiles')
  if (open.length > 0) await judgeAll(open)
  report(sample, all.length)
} catch (error) {
  if (!isInterrupted) throw error
} finally {
  await workshop.close()
}

async function judgeAll(open: readonly Mutant[]): Promise<void> {
  const numbers = await workshop.install(open)
  const judge = createJudge(await runBaseline(workshop.runners, testFiles))
  await inParallel(workshop.runners, open, async (mutant, runner) => {
    const outcome = await judge(runner, mutant, numbers.get(mutant) ?? 0)
    outcomes.set(mutant, outcome)
    print(mutant, outcome)
  })
}

/** The first so many that compile. */
async function compilable(drawn: readonly Mutant[], count: number): Promise<Mutant[]> {
  const sample: Mutant[] = []
  for (let at = 0; sample.length < count && at < drawn.length;) {
    const next = drawn.slice(at, at + Math.ceil(DRAWN_FOR_EACH * (count - sample.length)))
    const unknown = next.filter((mutant) => outcomes.get(mutant) === undefined)
    const refused = unknown.length > 0 ? await workshop.refused(unknown) : new Set()
    for (const mutant of unknown) outcomes.set(mutant, refused.has(mutant) ? 'does not compile' : 'compiles')
    sample.push(...next.filter((mutant) => outcomes.get(mutant) !== 'does not compile'))
    at += next.length
  }
  return sample.slice(0, count)
}

/** At once: a run that is ended early has said what it knows. */
function print(mutant: Mutant, outcome: Outcome | undefined): void {
  if (outcome === 'survived' || outcome === 'not covered') console.log(`${outcome.toUpperCase()} ${lineOf(mutant)}`)
}

function report(sample: readonly Mutant[], all: number): void {
  const count = (wanted: Outcome): number => sample.filter((mutant) => outcomes.get(mutant) === wanted).length
  const [killed, survived, uncovered] = [count('killed'), count('survived'), count('not covered')]
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  const share = `${Math.round((100 * killed) / Math.max(1, sample.length))} %`
  console.log('\n| room | mutants | tried | killed | survived | not covered | share killed | seconds |\n|---|---|---|---|---|---|---|---|')
  console.log(
    `| ${values.room} | ${all.toLocaleString('en')} | ${sample.length} | ${killed} | ${survived} | ${uncovered} | ${share} | ${seconds} |`,
  )
}
