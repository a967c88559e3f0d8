import type { CampaignResult } from './campaign.ts'
import type { Finding } from './observer/findings.ts'
import type { TortureOptions } from './options.ts'
import { type Fault, nameEvents, type Operation, type Schedule } from './schedule.ts'

type Run = (narrow: (whole: Schedule) => Schedule) => Promise<CampaignResult>

const MOST_RUNS = 25
/** Some faults show only this long after they happened. */
const AFTERMATH_MS = 3_000

/** Runs smaller and smaller parts of a schedule that broke an invariant, as long as they break it too, and prints the smallest. */
export async function shrink(first: CampaignResult, run: Run, options: TortureOptions): Promise<void> {
  const [wanted] = first.findings as [Finding]
  let best = first
  let runs = 0

  async function breaksToo(faults: readonly Fault[], operations: readonly Operation[], lengthMs: number): Promise<boolean> {
    if (runs >= MOST_RUNS) return false
    runs += 1
    console.log(`\nshrinking, run ${runs}: ${faults.length} faults, ${operations.length} operations, ${Math.round(lengthMs / 1_000)} s`)
    const result = await run((whole) => ({ ...whole, faults, operations, lengthMs }))
    if (!result.findings.some(({ invariant }) => invariant === wanted.invariant)) return false
    best = result
    return true
  }

  console.log(`\nLooking for the shortest history that breaks "${wanted.invariant}"`)
  const end = wanted.atMs + AFTERMATH_MS
  const before = <T extends { atMs: number }>(all: readonly T[]): T[] => all.filter(({ atMs }) => atMs < end)
  const { schedule } = first
  if (end < schedule.lengthMs) await breaksToo(before(schedule.faults), before(schedule.operations), end)
  await thinOut(
    () => best.schedule.faults,
    (faults) => breaksToo(faults, best.schedule.operations, best.schedule.lengthMs),
  )
  await thinOut(
    () => best.schedule.operations,
    (operations) => breaksToo(best.schedule.faults, operations, best.schedule.lengthMs),
  )

  const { faults, operations, lengthMs } = best.schedule
  const names = [nameEvents(faults), nameEvents(operations)].filter((part) => part !== '').join(',')
  console.log(`\nThe shortest history found, in ${runs} runs:\n${best.history.slice(-200).join('\n')}`)
  console.log(
    `\nnpm run torture -- --seconds ${options.seconds} --seed ${schedule.seed} --nodes ${options.nodes} --rate ${options.operationsPerSecond} ` +
      `--fault-every ${options.faultEveryMs} --until ${Math.ceil(lengthMs)} --only ${names}`,
  )
}

/** Removes pieces, ever smaller ones, as long as the rest is enough (delta debugging). */
async function thinOut<T>(current: () => readonly T[], isEnough: (rest: readonly T[]) => Promise<boolean>): Promise<void> {
  for (let pieces = 2; pieces <= Math.min(16, current().length * 2); pieces *= 2) {
    const size = Math.ceil(current().length / pieces)
    for (let start = 0; start < current().length;) {
      const rest = [...current().slice(0, start), ...current().slice(start + size)]
      if (!(await isEnough(rest))) start += size
    }
  }
}
