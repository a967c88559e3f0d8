import { FAULT_WEIGHTS, type FaultKind, type FaultPlace, isPossible } from './faults/kinds.ts'
import { createRandom } from './random.ts'
import { OPERATION_WEIGHTS, type OperationKind } from './traffic/kinds.ts'

/** Something that a client does. `draw` seeds its choices. */
export interface Operation {
  /** `o17` */
  readonly id: string
  readonly atMs: number
  readonly kind: OperationKind
  readonly node: number
  readonly draw: number
}

/** Something that breaks. */
export interface Fault {
  /** `f3` */
  readonly id: string
  readonly atMs: number
  readonly kind: FaultKind
  readonly node: number
  readonly draw: number
}

/** Everything that will be tried, made from the seed before anything runs, so that it does not depend on what happens. */
export interface Schedule {
  readonly seed: number
  readonly lengthMs: number
  readonly operations: readonly Operation[]
  readonly faults: readonly Fault[]
}

export interface ScheduleOptions {
  readonly seed: number
  readonly lengthMs: number
  readonly operationsPerSecond: number
  /** Mean time between two faults. */
  readonly faultEveryMs: number
  readonly place: FaultPlace
}

/** Time to find everything in order before the first fault. */
const FIRST_FAULT_MS = 1_000

export function makeSchedule({ seed, lengthMs, operationsPerSecond, faultEveryMs, place }: ScheduleOptions): Schedule {
  // Two sequences: a different rate of faults leaves the traffic unchanged.
  const traffic = createRandom(seed)
  const trouble = createRandom(seed ^ 0x5f3759df)
  const operations: Operation[] = []
  for (let atMs = 0; atMs < lengthMs; atMs += (traffic.next() * 2_000) / operationsPerSecond) {
    operations.push({
      id: `o${operations.length + 1}`,
      atMs: Math.round(atMs),
      kind: traffic.weighted(OPERATION_WEIGHTS),
      node: traffic.between(0, place.nodes - 1),
      draw: traffic.between(0, 2 ** 31),
    })
  }
  const faults: Fault[] = []
  for (let atMs = FIRST_FAULT_MS; atMs < lengthMs; atMs += trouble.next() * 2 * faultEveryMs) {
    const kind = trouble.weighted(FAULT_WEIGHTS)
    const [node, draw] = [trouble.between(0, place.nodes - 1), trouble.between(0, 2 ** 31)]
    // Faults that are not possible on this machine take a number too, so that the others keep their names.
    const fault: Fault = { id: `f${faults.length + 1}`, atMs: Math.round(atMs), kind, node, draw }
    faults.push(fault)
  }
  return { seed, lengthMs, operations, faults: faults.filter(({ kind }) => isPossible(kind, place)) }
}

/** The part of a schedule before an instant, limited to what `only` names: `f3`, `o10-o200`, `f*`. */
export function cut(
  schedule: Schedule,
  { untilMs = Infinity, only }: { untilMs?: number | undefined; only?: string | undefined },
): Schedule {
  const isWanted = only === undefined ? () => true : selector(only)
  const keep = <T extends { id: string; atMs: number }>(all: readonly T[]): T[] =>
    all.filter(({ id, atMs }) => atMs < untilMs && isWanted(id))
  return {
    ...schedule,
    lengthMs: Math.min(schedule.lengthMs, untilMs),
    operations: keep(schedule.operations),
    faults: keep(schedule.faults),
  }
}

function selector(only: string): (id: string) => boolean {
  const parts = only.split(',').map((part) => {
    const [, letter, from, to] = /^([of])(?:\*|(\d+)(?:-[of]?(\d+))?)$/.exec(part.trim()) ?? []
    if (letter === undefined) throw new Error(`--only: not a name, a range or a kind: ${part}`)
    return { letter, from: Number(from ?? 0), to: Number(to ?? from ?? Infinity) }
  })
  return (id) => parts.some(({ letter, from, to }) => id[0] === letter && Number(id.slice(1)) >= from && Number(id.slice(1)) <= to)
}

/** `o1-o4,o7`: the shortest way to name the events that are left, as `--only` reads it. */
export function nameEvents(events: readonly { readonly id: string }[]): string {
  const ranges: string[] = []
  const numbers = events.map(({ id }) => Number(id.slice(1))).sort((a, b) => a - b)
  const letter = events[0]?.id[0] ?? ''
  for (let i = 0; i < numbers.length;) {
    let j = i
    while (numbers[j + 1] === (numbers[j] ?? 0) + 1) j++
    ranges.push(i === j ? `${letter}${numbers[i]}` : `${letter}${numbers[i]}-${letter}${numbers[j]}`)
    i = j + 1
  }
  return ranges.join(',')
}
