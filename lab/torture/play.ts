import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../tools/random.ts'
import { type Fault, strike } from './faults.ts'
import type { Rig } from './rig/rig.ts'
import type { Operation, Schedule } from './schedule.ts'
import type { Client } from './traffic/client.ts'
import { type OperationOf, OPERATIONS } from './traffic/operations.ts'
import type { World } from './traffic/people.ts'

export interface Play {
  readonly rig: Rig
  readonly client: Client
  readonly world: World
  readonly note: (line: string) => void
  /** Something in the campaign itself failed. */
  readonly onDefect: (error: Error) => void
  /** Once true, the rest of the schedule is not begun. */
  readonly isOver?: () => boolean
}

/** How many of each kind were done. */
export interface Played {
  readonly operations: Record<string, number>
  readonly faults: Record<string, number>
}

/** Does everything at its time. Resolves when all of it is over. */
export async function playSchedule(
  schedule: Schedule,
  { rig, client, world, note, onDefect, isOver = () => false }: Play,
): Promise<Played> {
  const operations: Record<string, number> = {}
  const faults: Record<string, number> = {}
  const lanes = new Map<string, Promise<unknown>>()
  const underWay = new Set<Promise<unknown>>()

  /** Work in the same lane runs one after the other. */
  function begin(work: () => Promise<unknown>, lane?: string): void {
    const before = lane === undefined ? undefined : lanes.get(lane)
    const done: Promise<unknown> = (before === undefined ? work() : before.then(work)).catch(onDefect).finally(() => underWay.delete(done))
    if (lane !== undefined) lanes.set(lane, done)
    underWay.add(done)
  }

  function operate({ id, kind, node, draw }: Operation): void {
    count(operations, kind)
    const { run, lane }: OperationOf = OPERATIONS[kind]
    begin(() => run({ event: id, random: createRandom(draw), world, rig, send: (asked) => client.send(id, node, asked) }), lane)
  }

  /** Two faults of the same thing at once would repair each other. */
  function breakSomething(fault: Fault): void {
    const { id, kind, node } = fault
    begin(
      async () => {
        count(faults, kind)
        note(`${id.padEnd(6)} ${kind} begins, node ${node}`)
        await strike(rig, fault)
        note(`${id.padEnd(6)} ${kind} is over`)
      },
      `fault ${kind.split(' ')[0]} ${node}`,
    )
  }

  const events = [
    ...schedule.operations.map((operation) => ({ atMs: operation.atMs, go: () => operate(operation) })),
    ...schedule.faults.map((fault) => ({ atMs: fault.atMs, go: () => breakSomething(fault) })),
  ].sort((a, b) => a.atMs - b.atMs)
  let startedAt = performance.now()
  for (const { atMs, go } of events) {
    const waitMs = atMs - (performance.now() - startedAt)
    if (waitMs > 0) await sleep(waitMs)
    startedAt += await whileAllAreDown(rig)
    if (isOver()) break
    go()
  }
  while (underWay.size > 0) await Promise.all(underWay)
  note('all faults and operations are over')
  return { operations, faults }
}

/** The schedule's clock stops while all nodes are down. Resolves to how long that was, in milliseconds. */
async function whileAllAreDown({ nodes }: Rig): Promise<number> {
  const from = performance.now()
  while (nodes.every((node) => !node.isUp())) await sleep(20)
  return performance.now() - from
}

function count(counts: Record<string, number>, kind: string): void {
  counts[kind] = (counts[kind] ?? 0) + 1
}
