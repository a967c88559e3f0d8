import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { CAVEATS, pinSelf } from '../load.ts'
import { compareRuns, withoutCounterpart } from './compare.ts'
import { GROUPS } from './groups.ts'
import { describeMachine, type Machine } from './machine.ts'
import { renderComparison } from './comparison.ts'
import type { Pace, Row } from './row.ts'
import { footnoteOf, renderRow, renderTable } from './table.ts'

const FULL: Pace = { rounds: 5, seconds: 2, isQuick: false }
const QUICK: Pace = { rounds: 3, seconds: 1, isQuick: true }

/** A run as `--json` writes it. */
interface Run {
  readonly version: 1
  readonly machine: Machine
  readonly pace: Pace
  readonly caveats: readonly string[]
  readonly seconds: number
  /** Groups that ended with an error. */
  readonly failed: readonly string[]
  readonly rows: readonly Row[]
}

/**
 * `npm run bench -- [--only GROUPS] [--quick] [--json FILE] [--against FILE]`: measures, prints the table, and compares. Resolves to the exit status:
 * 1 when something got slower or failed.
 */
export async function runTable(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string' }, quick: { type: 'boolean' }, json: { type: 'string' }, against: { type: 'string' } },
  })
  const wanted = values.only === undefined ? Object.keys(GROUPS) : values.only.split(',')
  const unknown = wanted.filter((name) => GROUPS[name] === undefined)
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(', no ')}; there are ${Object.keys(GROUPS).join(', ')}`)
  const earlier = values.against === undefined ? undefined : await readRun(values.against)
  const run = await measure(wanted, values.quick ? QUICK : FULL)
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(run, null, 1)}\n`)
  const isSlower = earlier !== undefined && compare(earlier, run)
  if (run.failed.length > 0) console.log(`Failed: ${run.failed.join(', ')}`)
  return isSlower || run.failed.length > 0 ? 1 : 0
}

async function measure(groups: readonly string[], pace: Pace): Promise<Run> {
  const machine = await describeMachine()
  const startedAt = performance.now()
  for (const line of [...headOf(machine, pace), ...CAVEATS]) console.log(line)
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
  const footnote = footnoteOf(rows)
  if (footnote !== null) console.log(footnote)
  console.log(`The ratio is a share of the yardstick's speed: above 1, Isobar is faster. Measured in ${seconds} s.`)
  return { version: 1, machine, pace, caveats: CAVEATS, seconds, failed, rows }
}

function headOf({ processor, processors, node, commit, load, generator }: Machine, { rounds, seconds, isQuick }: Pace): string[] {
  return [
    `${processor}, ${processors} processors, load ${load.map((each) => each.toFixed(1)).join(' ')}; Node ${node}, commit ${commit}`,
    `${rounds} rounds of ${seconds} s in turns by ${generator} over 64 connections; medians, the ratio over rounds`,
    ...(isQuick ? ['Quick: short rounds, fewer rows, smaller sizes. For figures to keep, run without --quick.'] : []),
  ]
}

/** Whether something got slower. */
function compare(earlier: Run, now: Run): boolean {
  const comparisons = compareRuns(earlier.rows, now.rows)
  console.log('')
  for (const line of differencesOf(earlier, now)) console.log(line)
  for (const line of renderComparison(comparisons)) console.log(line)
  const added = withoutCounterpart(now.rows, earlier.rows)
  if (added.length > 0) console.log(`Not in the earlier run: ${added.map(({ group, name }) => `${group}: ${name}`).join('; ')}`)
  return comparisons.some(({ verdict }) => verdict === 'slower')
}

/** What makes two runs hard to compare. */
function differencesOf(earlier: Run, now: Run): string[] {
  const [then, today] = [earlier.machine, now.machine]
  const different = (['processor', 'processors', 'node', 'generator'] as const).filter((what) => then[what] !== today[what])
  return [
    `Against ${then.commit} of ${then.at}, load ${then.load[0]?.toFixed(1)} (now ${today.load[0]?.toFixed(1)}):`,
    ...different.map((what) => `Different: ${what} ${then[what]} then, ${today[what]} now.`),
    ...(earlier.pace.isQuick === now.pace.isQuick ? [] : ['Different: only one of them is a quick run, with smaller sizes.']),
  ]
}

async function readRun(file: string): Promise<Run> {
  const run = JSON.parse(await readFile(file, 'utf8')) as Partial<Run>
  if (run.version !== 1 || run.machine === undefined || run.rows === undefined) throw new Error(`${file} is not a run of this bench`)
  return run as Run
}
