import { setTimeout as sleep } from 'node:timers/promises'
import { parentOf } from '../../test/helpers/embedded.ts'
import { createRandom, type Random } from '../../tools/random.ts'
import type { FaultSpec } from '../../tools/upstream-simulator/faults/faults.ts'
import { readMetrics } from './rig/metrics.ts'
import { childrenOf, postmasterOf, signal, stall, workersOf } from './rig/processes.ts'
import type { Rig } from './rig/rig.ts'
import { DROPPED_AFTER_DATA, GREYLISTED, late, REFUSED_FOR_GOOD } from './rig/smtp.ts'

/** What can be broken. */
export interface FaultPlace {
  readonly nodes: number
  /** Processes in each node. */
  readonly workers: number
  /** Otherwise each node has its own embedded database. */
  readonly hasServer: boolean
  readonly hasValkey: boolean
  /** A file system that can be filled without harm. */
  readonly hasSmallDisk: boolean
}

/** Breaks something and repairs it. Resolves when it is over. */
type Strike = (rig: Rig, random: Random, node: number) => Promise<unknown>

interface FaultOf {
  /** Relative frequency. */
  readonly weight: number
  readonly strike: Strike
  /** Default: everywhere. */
  readonly isPossible?: (place: FaultPlace) => boolean
}

/** Makes the providers answer like this for some seconds. */
const upstream = (weight: number, spec: (random: Random) => FaultSpec): FaultOf => ({
  weight,
  async strike({ upstream: { fail } }, random) {
    const provider = random.pick([undefined, 'openweather', 'openweather', 'open-meteo', 'nws'])
    const made = spec(random)
    const lift = fail([{ ...made, ...(provider === undefined ? {} : { match: { provider } }) }], random.between(1, 9_999))
    await sleep(random.between(500, 6_000))
    lift()
  },
})

const smtp = (weight: number, begin: (smtp: Rig['smtp'], random: Random) => Promise<() => Promise<void>>): FaultOf => ({
  weight,
  async strike(rig, random) {
    const lift = await begin(rig.smtp, random)
    await sleep(random.between(500, 5_000))
    await lift()
  },
})

/** Acts on the first process of a node's PostgreSQL, if it runs. */
const postmaster = (act: (pid: number, random: Random, ownPid: number | undefined) => unknown): Strike => {
  return async (rig, random, node) => {
    const found = postmasterOf(rig.clusterDir(node))
    if (found !== undefined) await act(found.pid, random, rig.nodes[node]?.pid())
    await sleep(500)
  }
}

/** The server restarts by itself, or its supervisor restarts it. */
const endDatabase =
  (name: 'SIGKILL' | 'SIGINT'): Strike =>
  async (rig, random, node) => {
    if (rig.postgres === undefined) return postmaster((pid) => signal(pid, name))(rig, random, node)
    await rig.postgres.stop(name)
    await sleep(200)
    await rig.postgres.start()
  }

const hasValkey = (place: FaultPlace): boolean => place.hasValkey

export const FAULTS = {
  'upstream delay': upstream(2, (random) => ({ kind: 'delay', delayMs: random.between(50, 3_000), jitterMs: 500 })),
  'upstream status': upstream(2, (random) => ({
    kind: 'status',
    status: random.pick([500, 502, 503, 404]),
    probability: random.pick([0.3, 1]),
  })),
  'upstream refused key': upstream(0.5, () => ({ kind: 'status', status: 401 })),
  'upstream quota': upstream(0.5, () => ({ kind: 'status', status: 429, probability: 0.5 })),
  'upstream hang': upstream(1, (random) => ({ kind: 'hang', probability: random.pick([0.3, 1]) })),
  'upstream hang-body': upstream(1, () => ({ kind: 'hang-body', probability: 0.5 })),
  'upstream reset': upstream(1, (random) => ({ kind: 'reset', afterHeaders: random.next() < 0.5, probability: 0.7 })),
  'upstream garbage': upstream(0.5, () => ({ kind: 'garbage' })),
  'upstream html': upstream(0.5, () => ({ kind: 'html', status: 200 })),
  'upstream truncate': upstream(0.5, () => ({ kind: 'truncate' })),
  'upstream huge': upstream(0.2, () => ({ kind: 'huge', bytes: 30_000_000, next: 3 })),
  'upstream drip': upstream(0.5, () => ({ kind: 'drip', bytesPerSecond: 2_000 })),
  'smtp hang': smtp(1, ({ hang }) => hang()),
  'smtp refuse': smtp(1, ({ refuse }) => refuse()),
  'smtp 4xx': smtp(1, ({ behave }) => behave(GREYLISTED)),
  'smtp 5xx': smtp(0.5, ({ behave }) => behave(REFUSED_FOR_GOOD)),
  'smtp drop after data': smtp(1, ({ behave }) => behave(DROPPED_AFTER_DATA)),
  'smtp late': smtp(1, ({ behave }, random) => behave(late(random.between(300, 3_000)))),
  'service kill': {
    weight: 4,
    async strike(rig, random, node) {
      const killed = rig.nodes[node]?.end('SIGKILL')
      if (random.next() < 0.3) {
        // Again, somewhere during its start.
        await sleep(random.between(300, 4_000))
        await rig.nodes[node]?.end('SIGKILL')
      }
      await killed
    },
  },
  'service term': { weight: 2, strike: async (rig, _, node) => rig.nodes[node]?.end('SIGTERM') },
  'service stall': {
    weight: 1,
    async strike(rig, random, node) {
      const pid = rig.nodes[node]?.pid()
      if (pid !== undefined) await stall([pid, ...workersOf(pid)], random.between(300, 4_000))
    },
  },
  'service worker kill': {
    weight: 2,
    isPossible: ({ workers }) => workers > 1,
    async strike(rig, random, node) {
      const service = rig.nodes[node]
      const serving = service?.isUp() === true ? await readMetrics(service.url()).catch(() => undefined) : undefined
      const workers = workersOf(service?.pid() ?? 0)
      // The last serving worker is not killed: then nobody would answer.
      if ((serving?.get('isobar_workers') ?? 0) < 2 || workers.length < 2) return
      // Clients of that worker are cut off; the others answer new ones.
      const end = rig.disturbances.begin('down', node)
      signal(random.pick(workers), 'SIGKILL')
      await sleep(500)
      end()
    },
  },
  'database kill': { weight: 2, strike: endDatabase('SIGKILL') },
  'database backend kill': {
    weight: 1,
    strike: postmaster((pid, random) => {
      const children = childrenOf(pid)
      if (children.length > 0) signal(random.pick(children), 'SIGKILL')
    }),
  },
  'database stall': {
    weight: 2,
    strike: postmaster((pid, random) => stall([pid, ...childrenOf(pid)], random.between(300, 5_000))),
  },
  'database restart': { weight: 1, isPossible: ({ hasServer }) => hasServer, strike: endDatabase('SIGINT') },
  'database watchdog kill': {
    weight: 1,
    isPossible: ({ hasServer }) => !hasServer,
    strike: postmaster((pid, _, ownPid) => {
      const watchdog = parentOf(pid)
      if (watchdog > 1 && watchdog !== ownPid) signal(watchdog, 'SIGKILL')
    }),
  },
  'valkey kill': {
    weight: 2,
    isPossible: hasValkey,
    async strike({ valkey }, random) {
      await valkey?.kill()
      await sleep(random.between(100, 3_000))
      await valkey?.start()
    },
  },
  'valkey stall': {
    weight: 2,
    isPossible: hasValkey,
    strike: async ({ valkey }, random) => valkey && stall([valkey.pid()], random.between(300, 5_000)),
  },
  'disk full': {
    weight: 0.5,
    isPossible: ({ hasSmallDisk }) => hasSmallDisk,
    async strike({ disk }, random) {
      const free = disk?.fill()
      await sleep(random.between(500, 4_000))
      free?.()
    },
  },
  'clock step': {
    weight: 1.5,
    async strike({ clock }, random) {
      const minutes = random.pick([-5, -2, -1, 1, 3, 6, 11, 31, 61])
      clock.step(minutes * 60_000 + random.between(-20_000, 20_000))
    },
  },
} satisfies Record<string, FaultOf>

export type FaultKind = keyof typeof FAULTS

export const isPossible = (kind: FaultKind, place: FaultPlace): boolean => (FAULTS[kind] as FaultOf).isPossible?.(place) ?? true

/** Whether it ends a process. */
export const isKill = (kind: FaultKind): boolean => / (kill|term|restart)$/.test(kind)

/** Something that breaks. */
export interface Fault {
  /** `f3` */
  readonly id: string
  readonly atMs: number
  readonly kind: FaultKind
  readonly node: number
  readonly draw: number
}

/** Applies the fault and repairs it. Resolves when it is over. */
export async function strike(rig: Rig, { kind, node, draw }: Fault): Promise<void> {
  const end = rig.disturbances.begin(kind, /^(service|database)/.test(kind) && rig.postgres === undefined ? node : undefined)
  try {
    await FAULTS[kind].strike(rig, createRandom(draw), node)
  } finally {
    end()
  }
}
