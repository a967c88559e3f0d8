import { createRandom } from '../../tools/random.ts'
import { type Fault, type FaultPlace, FAULTS, isPossible } from './faults.ts'
import { type OperationKind, OPERATIONS } from './traffic/operations.ts'

/** Something that a client does. `draw` seeds its choices. */
export interface Operation {
  /** `o17` */
  readonly id: string
  readonly atMs: number
  readonly kind: OperationKind
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
      kind: traffic.weighted(OPERATIONS),
      node: traffic.between(0, place.nodes - 1),
      draw: traffic.between(0, 2 ** 31),
    })
  }
  const faults: Fault[] = []
  for (let atMs = FIRST_FAULT_MS; atMs < lengthMs; atMs += trouble.next() * 2 * faultEveryMs) {
    const kind = trouble.weighted(FAULTS)
    const [node, draw] = [trouble.between(0, place.nodes - 1), trouble.between(0, 2 ** 31)]
    // Faults that are not possible on this machine take a number too, so that the others keep their names.
    faults.push({ id: `f${faults.length + 1}`, atMs: Math.round(atMs), kind, node, draw })
  }
  return { seed, lengthMs, operations, faults: faults.filter(({ kind }) => isPossible(kind, place)) }
}
