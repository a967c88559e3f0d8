import assert from 'node:assert/strict'
import fc from 'fast-check'
import { DAY_MS } from '../../../../time.ts'
import { type DatabaseMode, LEASE_MS, type NodeRoom, type ServerMode, SLOW_MS } from './node-room.ts'

/** The facts that limit how long a mail may wait. */
interface Model {
  nodes: number
  rate: number | null
  database: DatabaseMode
  /** If so, the nodes may pause for up to five minutes. */
  wasUnreachable: boolean
}

const MAX_NODES = 3
const LONGEST_POLL_MS = 5_000
const LONGEST_PAUSE_MS = 5 * 60_000
/** The longest delay before the outcome of a mail is written again. */
const SETTLE_MS = 2_000

class Step implements fc.AsyncCommand<Model, NodeRoom> {
  readonly name: string
  readonly happen: (room: NodeRoom, model: Model) => unknown
  readonly isPossible: (model: Readonly<Model>) => boolean
  constructor(name: string, happen: Step['happen'], isPossible: Step['isPossible'] = () => true) {
    this.name = name
    this.happen = happen
    this.isPossible = isPossible
  }
  check(model: Readonly<Model>): boolean {
    return this.isPossible(model)
  }
  async run(model: Model, room: NodeRoom): Promise<void> {
    await this.happen(room, model)
    await room.time.pass(0)
    assert.deepEqual(room.unexplainedRepeats(), [])
  }
  toString(): string {
    return this.name
  }
}

/** Repairs every failure and asserts that all due mails are sent within the longest poll plus the lease plus the sending time. */
const CHECK = new Step('all that is due is sent', async (room, model) => {
  room.setDatabase('up')
  room.setServer('up')
  model.database = 'up'
  if (model.nodes === 0) room.startNode()
  model.nodes = Math.max(1, model.nodes)
  const due = room.clock.now()
  const count = await room.countDue(due)
  // Mails that become due meanwhile may be more urgent.
  const waiting = await room.countDue(due + DAY_MS)
  const sendingMs = (model.rate === null ? 0 : (waiting / model.rate) * 1_000) + SLOW_MS
  const restMs = model.wasUnreachable ? LONGEST_PAUSE_MS : 0
  await room.time.pass(LONGEST_POLL_MS + LEASE_MS + SETTLE_MS + sendingMs + restMs)
  assert.equal(await room.countDue(due), 0, `of ${count} due mails some are still waiting`)
  model.wasUnreachable = false
})

const steps: fc.Arbitrary<fc.AsyncCommand<Model, NodeRoom>>[] = [
  fc
    .record({
      count: fc.integer({ min: 1, max: 60 }),
      delayMs: fc.constantFrom(0, 0, 2_000, 90_000),
      isUrgent: fc.boolean(),
      isWoken: fc.boolean(),
    })
    .map(({ count, ...how }) => new Step(`insert ${count} ${JSON.stringify(how)}`, (room) => room.insert(count, how))),
  fc.integer({ min: 1, max: 40 }).map((max) => new Step(`lease ${max} elsewhere`, (room) => room.leaseElsewhere(max))),
  fc.constantFrom(null, 1, 2, 5, 14, 50).map(
    (rate) =>
      new Step(`throttle to ${rate}`, (room, model) => {
        room.throttle(rate)
        model.rate = rate
      }),
  ),
  fc.constantFrom<ServerMode>('up', 'slow', 'deferring', 'unreachable', 'flapping').map(
    (mode) =>
      new Step(`mail server ${mode}`, (room, model) => {
        room.setServer(mode)
        if (mode === 'unreachable' || mode === 'flapping') model.wasUnreachable = true
      }),
  ),
  fc.constantFrom<DatabaseMode>('up', 'late', 'failing', 'hanging').map(
    (mode) =>
      new Step(`database ${mode}`, (room, model) => {
        room.setDatabase(mode)
        model.database = mode
      }),
  ),
  fc.nat(MAX_NODES).map(
    (index) =>
      new Step(
        `kill ${index}`,
        (room, model) => {
          room.kill(index)
          model.nodes -= 1
        },
        ({ nodes }) => nodes > 0,
      ),
  ),
  fc.nat(MAX_NODES).map(
    (index) =>
      new Step(
        `stop ${index}`,
        async (room, model) => {
          await room.stop(index)
          model.nodes -= 1
        },
        ({ nodes, database }) => nodes > 0 && database === 'up',
      ),
  ),
  fc.constant(
    new Step(
      'start a node',
      (room, model) => {
        room.startNode()
        model.nodes += 1
      },
      ({ nodes }) => nodes < MAX_NODES,
    ),
  ),
  fc.constantFrom(10, 300, 1_000, 4_000, 12_000, 45_000).map((ms) => new Step(`pass ${ms} ms`, (room) => room.time.pass(ms))),
  fc.constant(CHECK),
]

/** Runs random histories, each in a fresh room and each ending with the check. */
export async function assertAlwaysSends(openRoom: () => Promise<NodeRoom>, runs: number): Promise<void> {
  const histories = fc.commands(steps, { size: '+1', maxCommands: 60 })
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const room = await openRoom()
      const model: Model = { nodes: 0, rate: null, database: 'up', wasUnreachable: false }
      try {
        await fc.asyncModelRun(() => ({ model, real: room }), [...history])
        await CHECK.run(model, room)
      } finally {
        await room.close()
      }
    }),
    { numRuns: runs },
  )
}
