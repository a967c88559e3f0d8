import { availableParallelism, totalmem } from 'node:os'
import type { Config } from './config.ts'
import { integer } from './parsers.ts'
import { Fault } from './reader.ts'

const MAX_WORKERS = 64
/** With its caches full, a worker takes a third of this. */
const BYTES_OF_WORKER = 1024 ** 3
/** Where the kernel shares a port out among processes. */
const SHARES_PORTS: ReadonlySet<NodeJS.Platform> = new Set(['linux', 'freebsd'])

/** What the machine, or the container that this runs in, has to offer. */
interface Machine {
  readonly platform: NodeJS.Platform
  readonly processors: number
  readonly bytes: number
}

const HERE: Machine = {
  platform: process.platform,
  processors: availableParallelism(),
  bytes: Math.min(process.constrainedMemory() || Infinity, totalmem()),
}

/** Parses a number of processes, or `auto`: one for each processor, as far as there is memory for them. @throws Fault */
export function workerCount(text: string, { platform, processors, bytes }: Machine = HERE): number {
  const sharesPorts = SHARES_PORTS.has(platform)
  if (text === 'auto') {
    const fitting = Math.min(processors, Math.floor(bytes / BYTES_OF_WORKER), MAX_WORKERS)
    return sharesPorts ? Math.max(1, fitting) : 1
  }
  const count = integer(1, MAX_WORKERS)(text)
  if (count > 1 && !sharesPorts) throw new Fault(`must be 1 or auto: on ${platform}, processes cannot share a port`)
  return count
}

/** The configuration of one of several workers: what is stated for the service, and counted by each for itself, is divided. */
export function dividedAmong(config: Config, workers: number): Config {
  return { ...config, MAX_CONNECTIONS: Math.ceil(config.MAX_CONNECTIONS / workers) }
}
