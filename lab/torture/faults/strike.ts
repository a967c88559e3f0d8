import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultSpec } from '../../../tools/upstream-simulator/faults/faults.ts'
import { readMetrics } from '../observer/metrics-watch.ts'
import { createRandom, type Random } from '../random.ts'
import { childrenOf, parentOf, postmasterOf, signal, workersOf } from '../rig/processes.ts'
import type { Rig } from '../rig/rig.ts'
import { DROPPED_AFTER_DATA, GREYLISTED, late, REFUSED_FOR_GOOD } from '../rig/smtp.ts'
import type { Fault } from '../schedule.ts'
import type { FaultKind } from './kinds.ts'

type Strike = (rig: Rig, random: Random, node: number) => Promise<unknown>

/** Applies the fault and repairs it. Resolves when it is over. */
export async function strike(rig: Rig, fault: Fault): Promise<void> {
  const end = rig.disturbances.begin(
    fault.kind,
    /^(service|database)/.test(fault.kind) && rig.postgres === undefined ? fault.node : undefined,
  )
  try {
    await STRIKES[fault.kind](rig, createRandom(fault.draw), fault.node)
  } finally {
    end()
  }
}

/** Makes the providers answer like this for some seconds. */
const upstream =
  (spec: (random: Random) => FaultSpec): Strike =>
  async ({ upstream: { fail } }, random) => {
    const provider = random.pick([undefined, 'openweather', 'openweather', 'open-meteo', 'nws'])
    const made = spec(random)
    const lift = fail([{ ...made, ...(provider === undefined ? {} : { match: { provider } }) }], random.between(1, 9_999))
    await sleep(random.between(500, 6_000))
    lift()
  }

const smtp =
  (begin: (rig: Rig, random: Random) => (() => Promise<void>) | Promise<() => Promise<void>>): Strike =>
  async (rig, random) => {
    const lift = await begin(rig, random)
    await sleep(random.between(500, 5_000))
    await lift()
  }

/** Pauses the processes for a while, like a machine that swaps or is being moved. */
async function stall(pids: readonly number[], ms: number): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGSTOP')
  try {
    await sleep(ms)
  } finally {
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
}

/** The server restarts by itself, or its supervisor restarts it. */
async function endDatabase(rig: Rig, node: number, name: 'SIGKILL' | 'SIGINT'): Promise<void> {
  if (rig.postgres !== undefined) {
    await rig.postgres.stop(name)
    await sleep(200)
    await rig.postgres.start()
    return
  }
  const found = postmasterOf(rig.clusterDir(node))
  if (found !== undefined) signal(found.pid, name)
  await sleep(500)
}

const STRIKES: Readonly<Record<FaultKind, Strike>> = {
  'upstream delay': upstream((random) => ({ kind: 'delay', delayMs: random.between(50, 3_000), jitterMs: 500 })),
  'upstream status': upstream((random) => ({
    kind: 'status',
    status: random.pick([500, 502, 503, 404]),
    probability: random.pick([0.3, 1]),
  })),
  'upstream refused key': upstream(() => ({ kind: 'status', status: 401 })),
  'upstream quota': upstream(() => ({ kind: 'status', status: 429, probability: 0.5 })),
  'upstream hang': upstream((random) => ({ kind: 'hang', probability: random.pick([0.3, 1]) })),
  'upstream hang-body': upstream(() => ({ kind: 'hang-body', probability: 0.5 })),
  'upstream reset': upstream((random) => ({ kind: 'reset', afterHeaders: random.next() < 0.5, probability: 0.7 })),
  'upstream garbage': upstream(() => ({ kind: 'garbage' })),
  'upstream html': upstream(() => ({ kind: 'html', status: 200 })),
  'upstream truncate': upstream(() => ({ kind: 'truncate' })),
  'upstream huge': upstream(() => ({ kind: 'huge', bytes: 30_000_000, next: 3 })),
  'upstream drip': upstream(() => ({ kind: 'drip', bytesPerSecond: 2_000 })),
  'smtp hang': smtp(({ smtp: { hang } }) => hang()),
  'smtp refuse': smtp(({ smtp: { refuse } }) => refuse()),
  'smtp 4xx': smtp(({ smtp: { behave } }) => behave(GREYLISTED)),
  'smtp 5xx': smtp(({ smtp: { behave } }) => behave(REFUSED_FOR_GOOD)),
  'smtp drop after data': smtp(({ smtp: { behave } }) => behave(DROPPED_AFTER_DATA)),
  'smtp late': smtp(({ smtp: { behave } }, random) => behave(late(random.between(300, 3_000)))),
  async 'service kill'(rig, random, node) {
    const killed = rig.nodes[node]?.end('SIGKILL')
    if (random.next() < 0.3) {
      // Again, somewhere during its start.
      await sleep(random.between(300, 4_000))
      await rig.nodes[node]?.end('SIGKILL')
    }
    await killed
  },
  'service term': (rig, _, node) => rig.nodes[node]?.end('SIGTERM') ?? Promise.resolve(),
  async 'service stall'(rig, random, node) {
    const pid = rig.nodes[node]?.pid()
    if (pid !== undefined) await stall([pid, ...workersOf(pid)], random.between(300, 4_000))
  },
  async 'service worker kill'(rig, random, node) {
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
  'database kill': (rig, _, node) => endDatabase(rig, node, 'SIGKILL'),
  'database restart': (rig, _, node) => endDatabase(rig, node, 'SIGINT'),
  async 'database backend kill'(rig, random, node) {
    const found = postmasterOf(rig.clusterDir(node))
    const children = found === undefined ? [] : childrenOf(found.pid)
    if (children.length > 0) signal(random.pick(children), 'SIGKILL')
    await sleep(500)
  },
  async 'database stall'(rig, random, node) {
    const found = postmasterOf(rig.clusterDir(node))
    if (found !== undefined) await stall([found.pid, ...childrenOf(found.pid)], random.between(300, 5_000))
  },
  async 'database watchdog kill'(rig, _, node) {
    const found = postmasterOf(rig.clusterDir(node))
    const watchdog = found === undefined ? undefined : parentOf(found.pid)
    if (watchdog !== undefined && watchdog > 1 && watchdog !== rig.nodes[node]?.pid()) signal(watchdog, 'SIGKILL')
    await sleep(500)
  },
  async 'valkey kill'({ valkey }, random) {
    await valkey?.kill()
    await sleep(random.between(100, 3_000))
    await valkey?.start()
  },
  async 'valkey stall'({ valkey }, random) {
    if (valkey !== undefined) await stall([valkey.pid()], random.between(300, 5_000))
  },
  async 'disk full'({ disk }, random) {
    const free = disk?.fill()
    await sleep(random.between(500, 4_000))
    free?.()
  },
  async 'clock step'({ clock }, random) {
    const minutes = random.pick([-5, -2, -1, 1, 3, 6, 11, 31, 61])
    clock.step(minutes * 60_000 + random.between(-20_000, 20_000))
  },
}
