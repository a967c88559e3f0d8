import { setTimeout as sleep } from 'node:timers/promises'
import { signal, workersOf } from '../rig/processes.ts'
import type { Failure } from '../rig/network.ts'
import type { NodeLinks, Rig } from '../rig/rig.ts'

/** Something that goes away and comes back. Resolves when it is back. */
export interface Outage {
  readonly name: string
  /** The kind that the observer knows: what it expects during the outage is no finding. */
  readonly kind: string
  readonly isPossible: (rig: Rig) => boolean
  readonly strike: (rig: Rig, awayMs: number) => Promise<void>
}

const always = (): boolean => true
const hasValkey = ({ valkey }: Rig): boolean => valkey !== undefined

/** Run in turn. Each affects one node of several, or something that all share. */
export const OUTAGES: readonly Outage[] = [
  {
    name: 'a node is killed, and started again',
    kind: 'service kill',
    isPossible: always,
    strike: (rig) => nodeOf(rig, 0).end('SIGKILL'),
  },
  {
    name: 'a node is stopped for an update, and started again',
    kind: 'service term',
    isPossible: always,
    strike: (rig) => nodeOf(rig, 1).end('SIGTERM'),
  },
  { name: 'a node stands still', kind: 'service stall', isPossible: always, strike: freeze },
  {
    name: 'a node is off the network',
    kind: 'network of a node',
    isPossible: always,
    strike: (rig, awayMs) => cut([linksOf(rig, 1)], ['front', 'database', 'valkey'], 'drop', awayMs),
  },
  {
    name: 'a node does not reach PostgreSQL',
    kind: 'network of the database',
    isPossible: always,
    strike: (rig, awayMs) => cut([linksOf(rig, 0)], ['database'], 'drop', awayMs),
  },
  {
    name: 'Valkey is killed, and started again',
    kind: 'valkey kill',
    isPossible: hasValkey,
    async strike({ valkey }, awayMs) {
      await valkey?.kill()
      await sleep(awayMs)
      await valkey?.start()
    },
  },
  {
    name: 'no node reaches Valkey',
    kind: 'network of valkey',
    isPossible: hasValkey,
    strike: (rig, awayMs) => cut(rig.links, ['valkey'], 'drop', awayMs),
  },
  {
    name: 'PostgreSQL is killed, and started again',
    kind: 'database kill',
    isPossible: always,
    strike: (rig, awayMs) => endDatabase(rig, 'SIGKILL', awayMs),
  },
  {
    name: 'PostgreSQL is restarted',
    kind: 'database restart',
    isPossible: always,
    strike: (rig) => endDatabase(rig, 'SIGINT', 0),
  },
  {
    name: 'no node reaches PostgreSQL',
    kind: 'network of the database',
    isPossible: always,
    strike: (rig, awayMs) => cut(rig.links, ['database'], 'drop', awayMs),
  },
]

const nodeOf = ({ nodes }: Rig, index: number) => nodes[index] as Rig['nodes'][number]
const linksOf = ({ links }: Rig, index: number) => links[index] as NodeLinks

async function freeze(rig: Rig, awayMs: number): Promise<void> {
  const pid = nodeOf(rig, rig.nodes.length - 1).pid()
  if (pid === undefined) return
  const all = [pid, ...workersOf(pid)]
  for (const each of all) signal(each, 'SIGSTOP')
  await sleep(awayMs)
  for (const each of all) signal(each, 'SIGCONT')
}

async function cut(links: readonly NodeLinks[], parts: readonly (keyof NodeLinks)[], how: Failure, awayMs: number): Promise<void> {
  const mend = links.flatMap((link) => parts.map((part) => link[part]?.cut(how)))
  await sleep(awayMs)
  for (const each of mend) each?.()
}

async function endDatabase({ postgres }: Rig, name: 'SIGKILL' | 'SIGINT', awayMs: number): Promise<void> {
  await postgres?.stop(name)
  await sleep(awayMs)
  await postgres?.start()
}
