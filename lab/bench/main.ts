import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { build } from '../../tools/build/build.ts'
import { compareRuns, renderComparison, withoutCounterpart } from './against.ts'
import { GENERATOR, IS_PINNED, pinSelf } from './load.ts'
import type { Group, Pace, Row } from './row.ts'
import { renderRow, renderTable } from './table.ts'

/**
 * `npm run bench -- [--only GROUPS] [--quick] [--json FILE] [--against FILE]`: one table of ratios, each measured side by side in one run, since
 * absolute numbers depend on the machine. Exits with status 1 when something got slower or failed. `docs/performance.md` explains the figures.
 */
const FULL: Pace = { rounds: 5, seconds: 2, isQuick: false }
const QUICK: Pace = { rounds: 3, seconds: 1, isQuick: true }

/** In the order of the table; `--only` takes these names. Loaded when they are measured: one that fails to load leaves the others. */
const GROUPS: Readonly<Record<string, () => Promise<Group>>> = {
  hot: async () => (await import('./rows/answers.ts')).hot,
  workers: async () => (await import('./rows/answers.ts')).workers,
  compatible: async () => (await import('./rows/answers.ts')).compatible,
  supplied: async () => (await import('./rows/answers.ts')).supplied,
  pages: async () => (await import('./rows/pages.ts')).pages,
  'beside-pages': async () => (await import('./rows/pages.ts')).withPages,
  search: async () => (await import('./rows/search.ts')).search,
  lists: async () => (await import('./rows/lists.ts')).lists,
  mails: async () => (await import('./rows/mails.ts')).mails,
  memory: async () => (await import('./rows/memory.ts')).memory,
  start: async () => (await import('./rows/start.ts')).start,
  'a-million': async () => (await import('./rows/jobs.ts')).aMillion,
  'blended-places': async () => (await import('./rows/blend.ts')).blendedPlaces,
}
/** Measured only when `--only` names them. */
const LONG = new Set(['a-million', 'blended-places'])

/** A run as `--json` writes it. */
interface Run {
  readonly version: 1
  readonly machine: ReturnType<typeof describeMachine>
  readonly pace: Pace
  readonly seconds: number
  /** Groups that ended with an error. */
  readonly failed: readonly string[]
  readonly rows: readonly Row[]
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean' }, json: { type: 'string' }, against: { type: 'string' } },
})
const wanted = values.only?.split(',') ?? Object.keys(GROUPS).filter((name) => !LONG.has(name))
const unknown = wanted.filter((name) => GROUPS[name] === undefined)
if (unknown.length > 0) throw new Error(`there is no ${unknown.join(', no ')}; there are ${Object.keys(GROUPS).join(', ')}`)
const earlier = values.against === undefined ? undefined : await readRun(values.against)
await build()
const run = await measure(wanted, values.quick ? QUICK : FULL)
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(run, null, 1)}\n`)
const isSlower = earlier !== undefined && compare(earlier, run)
if (run.failed.length > 0) console.log(`Failed: ${run.failed.join(', ')}`)
process.exit(isSlower || run.failed.length > 0 ? 1 : 0)

async function measure(groups: readonly string[], pace: Pace): Promise<Run> {
  const machine = describeMachine()
  const startedAt = performance.now()
  const { processor, processors, node, commit, load, generator } = machine
  console.log(
    `${processor}, ${processors} processors, load ${load.map((each) => each.toFixed(1)).join(' ')}; Node ${node}, commit ${commit}`,
  )
  console.log(`${pace.rounds} rounds of ${pace.seconds} s in turns by ${generator} over 64 connections; medians, the ratio over rounds`)
  if (pace.isQuick) console.log('Quick: short rounds, smaller sizes. For figures to keep, run without --quick.')
  if (!IS_PINNED)
    console.log(
      'Not pinned (no taskset, or one core): servers and load generator compete for the same cores, which flatters the slower server.',
    )
  console.log('')
  pinSelf()
  const [rows, failed]: [Row[], string[]] = [[], []]
  for (const group of groups) {
    const closing = new AsyncDisposableStack()
    try {
      const open = await GROUPS[group]?.()
      for await (const measured of open?.(pace, closing) ?? []) {
        const row = { group, ...measured }
        rows.push(row)
        console.log(renderRow(row))
      }
    } catch (error) {
      // The other groups took minutes: keep their results.
      failed.push(group)
      console.error(error)
    } finally {
      await closing.disposeAsync()
    }
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  console.log(`\n${renderTable(rows)}\n`)
  console.log(`The ratio is a share of the yardstick's speed: above 1, Isobar is faster. Measured in ${seconds} s.`)
  return { version: 1, machine, pace, seconds, failed, rows }
}

/** Prints what changed since an earlier run, and what makes the two hard to compare. Returns whether something got slower. */
function compare(before: Run, now: Run): boolean {
  const [then, today] = [before.machine, now.machine]
  console.log(`\nAgainst ${then.commit} of ${then.at}, load ${then.load[0]?.toFixed(1)} (now ${today.load[0]?.toFixed(1)}):`)
  for (const what of ['processor', 'processors', 'node', 'generator'] as const)
    if (then[what] !== today[what]) console.log(`Different: ${what} ${then[what]} then, ${today[what]} now.`)
  if (before.pace.isQuick !== now.pace.isQuick) console.log('Different: only one of them is a quick run, with smaller sizes.')
  const comparisons = compareRuns(before.rows, now.rows)
  for (const line of renderComparison(comparisons)) console.log(line)
  const added = withoutCounterpart(now.rows, before.rows)
  if (added.length > 0) console.log(`Not in the earlier run: ${added.map(({ group, name }) => `${group}: ${name}`).join('; ')}`)
  return comparisons.some(({ verdict }) => verdict === 'slower')
}

async function readRun(file: string): Promise<Run> {
  const read = JSON.parse(await readFile(file, 'utf8')) as Partial<Run>
  if (read.version !== 1 || read.machine === undefined || read.rows === undefined) throw new Error(`${file} is not a run of this bench`)
  return read as Run
}

/** Where and when a run is made; `commit` ends in `+` if there are uncommitted changes, `load` is over 1, 5 and 15 minutes. */
function describeMachine() {
  const [commit, changes] = [git('rev-parse', '--short', 'HEAD'), git('status', '--porcelain', '--untracked-files=no')]
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    processors: availableParallelism(),
    node: process.version,
    commit: commit === '' ? 'unknown' : commit + (changes === '' ? '' : '+'),
    at: new Date().toISOString(),
    load: loadavg(),
    generator: GENERATOR,
  }
}

/** What git prints, or nothing if this is not a checkout. */
function git(...args: string[]): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}
