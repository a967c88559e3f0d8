import { setTimeout as sleep } from 'node:timers/promises'
import { stall, workersOf } from '../rig/processes.ts'
import type { NodeLinks, Rig } from '../rig/rig.ts'

/** Something that goes away and comes back. Resolves when it is back. */
interface Outage {
  readonly name: string
  /** The kind that the observer knows: what it expects during the outage is no finding. */
  readonly kind: string
  /** Default: everywhere. */
  readonly isPossible?: (rig: Rig) => boolean
  readonly strike: (rig: Rig, awayMs: number) => Promise<void>
}

const hasValkey = ({ valkey }: Rig): boolean => valkey !== undefined

/** Run in turn. Each affects one node of several, or something that all share. */
export const OUTAGES: readonly Outage[] = [
  { name: 'a node is killed, and started again', kind: 'service kill', strike: (rig) => nodeOf(rig, 0).end('SIGKILL') },
  { name: 'a node is stopped for an update, and started again', kind: 'service term', strike: (rig) => nodeOf(rig, 1).end('SIGTERM') },
  {
    name: 'a node stands still',
    kind: 'service stall',
    async strike(rig, awayMs) {
      const pid = nodeOf(rig, rig.nodes.length - 1).pid()
      if (pid !== undefined) await stall([pid, ...workersOf(pid)], awayMs)
    },
  },
  {
    name: 'a node is off the network',
    kind: 'network of a node',
    strike: ({ links }, awayMs) => cut(links.slice(1, 2), ['front', 'database', 'valkey'], awayMs),
  },
  {
    name: 'a node does not reach PostgreSQL',
    kind: 'network of the database',
    strike: ({ links }, awayMs) => cut(links.slice(0, 1), ['database'], awayMs),
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
    strike: ({ links }, awayMs) => cut(links, ['valkey'], awayMs),
  },
  { name: 'PostgreSQL is killed, and started again', kind: 'database kill', strike: (rig, awayMs) => endDatabase(rig, 'SIGKILL', awayMs) },
  { name: 'PostgreSQL is restarted', kind: 'database restart', strike: (rig) => endDatabase(rig, 'SIGINT', 0) },
  { name: 'no node reaches PostgreSQL', kind: 'network of the database', strike: ({ links }, awayMs) => cut(links, ['database'], awayMs) },
]

const nodeOf = ({ nodes }: Rig, index: number) => nodes[index] as Rig['nodes'][number]

async function cut(links: readonly NodeLinks[], parts: readonly (keyof NodeLinks)[], awayMs: number): Promise<void> {
  const mend = links.flatMap((link) => parts.map((part) => link[part]?.cut()))
  await sleep(awayMs)
  for (const each of mend) each?.()
}

async function endDatabase({ postgres }: Rig, name: 'SIGKILL' | 'SIGINT', awayMs: number): Promise<void> {
  await postgres?.stop(name)
  await sleep(awayMs)
  await postgres?.start()
}
