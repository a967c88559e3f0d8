import { randomUUID } from 'node:crypto'
import { outgoing, renderPlainly, SENDER } from '../../../../../test/helpers/mail.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { MailFailure, type MailTransport } from '../../../../platform/mail/transport.ts'
import type { OutboxStore } from '../outbox-store.ts'
import { startMailWorkers, type Workers } from '../workers.ts'
import type { TestOutbox } from './outboxes.ts'
import { createSimulatedTime } from './simulated-time.ts'

/** `flapping`: every other connection is refused. */
export type ServerMode = 'up' | 'slow' | 'deferring' | 'unreachable' | 'flapping'
/**
 * `late` answers a second after it has committed. `hanging` does not respond until it is up again, and then loses the pending
 * statements.
 */
export type DatabaseMode = 'up' | 'late' | 'failing' | 'hanging'
export type Start = typeof startMailWorkers

export const LEASE_MS = 30_000
export const CONNECTIONS = 3
export const SLOW_MS = 8_000
const LATE_MS = 1_000

const isDown = (mode: DatabaseMode): boolean => mode === 'failing' || mode === 'hanging'

const NEVER = new Promise<never>(() => undefined)

interface Node {
  readonly workers: Workers
  readonly life: { isAlive: boolean }
  /** Accepted by the mail server but not known to be committed. */
  readonly unsettled: Set<string>
}

/** Nodes that share one outbox in simulated time, with every failure that can happen around them. */
export function createNodeRoom(openOutbox: (clock: Clock) => TestOutbox, start: Start = startMailWorkers) {
  const time = createSimulatedTime()
  const { clock, timers } = time
  const outbox = openOutbox(clock)
  const nodes: Node[] = []
  const arrivals = new Map<string, number>()
  /** How often a mail was in flight at a kill or a database outage, each of which may repeat it once. */
  const excuses = new Map<string, number>()
  let inserted = 0
  let connections = 0
  let server: ServerMode = 'up'
  let database: DatabaseMode = 'up'
  /** Until then, an outcome may wait for a statement that is late. */
  let lateUntil = 0
  let databaseBack = Promise.withResolvers<void>()
  let perSecond: number | null = null

  const excuse = (node: Node): void => {
    for (const id of node.unsettled) excuses.set(id, (excuses.get(id) ?? 0) + 1)
  }

  async function ask<T>(life: Node['life'], query: () => Promise<T>): Promise<T> {
    if (!life.isAlive) return NEVER
    if (database === 'hanging') await databaseBack.promise.then(() => Promise.reject(new Error('the connection was lost')))
    if (database === 'failing') throw new Error('the database is away')
    const result = await time.working(query())
    if (database === 'late') {
      lateUntil = clock.now() + 2 * LATE_MS
      await timers.sleep(LATE_MS)
    }
    return life.isAlive ? result : NEVER
  }

  const storeOf = (life: Node['life'], unsettled: Set<string>): OutboxStore => ({
    leaseDue: (...args) => ask(life, () => outbox.store.leaseDue(...args)),
    renewLeases: (...args) => ask(life, () => outbox.store.renewLeases(...args)),
    releaseLeases: (...args) => ask(life, () => outbox.store.releaseLeases(...args)),
    async settle(owner, settlements) {
      await ask(life, () => outbox.store.settle(owner, settlements))
      for (const { id } of settlements) unsettled.delete(id)
    },
    recordMailServer: (now) => ask(life, () => outbox.store.recordMailServer(now)),
    mailServerSeenAt: () => ask(life, () => outbox.store.mailServerSeenAt()),
    findParts: (ids) => ask(life, () => outbox.store.findParts(ids)),
  })

  const transportOf = (life: Node['life'], unsettled: Set<string>): MailTransport => ({
    kind: 'smtp',
    connections: CONNECTIONS,
    async send({ id }, signal) {
      if (!life.isAlive) return NEVER
      connections += 1
      if (server === 'unreachable' || (server === 'flapping' && connections % 2 === 1))
        throw new MailFailure('unreachable', 'connection refused')
      if (server === 'deferring') throw new MailFailure('deferred', '451 later')
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1)
      unsettled.add(id)
      if (isDown(database)) excuses.set(id, (excuses.get(id) ?? 0) + 1)
      if (server === 'slow') {
        await timers.sleep(SLOW_MS, signal).catch(() => {
          excuses.set(id, (excuses.get(id) ?? 0) + 1)
          throw new MailFailure('unknown', 'cut off')
        })
      }
      return life.isAlive ? '250 OK' : NEVER
    },
    verify: async () => undefined,
    close: async () => undefined,
  })

  function startNode(): void {
    const life = { isAlive: true }
    const unsettled = new Set<string>()
    const workers = start({
      outbox: storeOf(life, unsettled),
      suppressions: { findSuppressed: () => ask(life, async () => new Map()), insertSuppression: async () => true },
      transport: transportOf(life, unsettled),
      addressHash: (emailKey) => emailKey,
      clock,
      timers: {
        monotonicMs: timers.monotonicMs,
        sleep: async (ms, signal) => {
          await timers.sleep(ms, signal)
          if (!life.isAlive) await NEVER
        },
      },
      perSecond: () => perSecond,
      render: renderPlainly,
      publicUrl: 'https://weather.example',
      sender: SENDER.address,
      onOutcome: () => undefined,
      onError: () => undefined,
      leaseMs: LEASE_MS,
    })
    nodes.push({ workers, life, unsettled })
  }

  const take = (index: number): Node | undefined => nodes.splice(index % nodes.length, 1)[0]

  return {
    time,
    clock,
    nodes,
    startNode,
    async insert(count: number, { delayMs = 0, isUrgent = false, isWoken = true }) {
      const now = clock.now()
      const kind = isUrgent ? 'confirmation' : 'digest'
      const mails = Array.from({ length: count }, () => outgoing(`u${inserted++}@example.org`, { kind, notBefore: now + delayMs }))
      await outbox.insert(mails, now)
      if (isWoken) for (const { workers } of nodes) workers.wake()
    },
    /** Leases mails for a node that dies immediately afterwards. */
    leaseElsewhere: async (max: number) => void (await outbox.store.leaseDue(randomUUID(), max, clock.now(), LEASE_MS)),
    kill(index: number) {
      const node = take(index)
      if (node === undefined) return
      node.life.isAlive = false
      excuse(node)
    },
    async stop(index: number) {
      const node = take(index)
      // It waits for no statement that is late: no simulated time passes meanwhile.
      if (node !== undefined && clock.now() < lateUntil) excuse(node)
      await node?.workers.stop(1)
      if (node !== undefined) node.life.isAlive = false
    },
    throttle: (rate: number | null) => void (perSecond = rate),
    setServer: (mode: ServerMode) => void (server = mode),
    setDatabase(mode: DatabaseMode) {
      if (isDown(mode)) nodes.forEach(excuse)
      database = mode
      databaseBack.resolve()
      databaseBack = Promise.withResolvers()
    },
    countDue: (at: number) => outbox.countDue(at),
    /** Mails that arrived more often than the history explains. */
    unexplainedRepeats: () => [...arrivals].filter(([id, count]) => count > 1 + (excuses.get(id) ?? 0)),
    async close() {
      for (const { life } of nodes.splice(0)) life.isAlive = false
    },
  }
}

export type NodeRoom = ReturnType<typeof createNodeRoom>
