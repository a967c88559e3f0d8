import { availableParallelism, totalmem } from 'node:os'
import { buildIntegerParser } from './parsers.ts'
import { Fault } from './reader.ts'

const MAX_WORKERS = 64
/** With its caches full, a worker takes a third of this. */
const BYTES_OF_WORKER = 1024 ** 3
/** Platforms where the kernel distributes the connections of a port among processes. */
const SHARES_PORTS: ReadonlySet<NodeJS.Platform> = new Set(['linux', 'freebsd'])

/** The resources of the machine, or of the container. */
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

/** Parses a number of processes, or `auto`: one per processor, if there is enough memory. @throws Fault */
export function parseWorkerCount(text: string, { platform, processors, bytes }: Machine = HERE): number {
  const sharesPorts = SHARES_PORTS.has(platform)
  if (text === 'auto') {
    const affordable = Math.min(processors, Math.floor(bytes / BYTES_OF_WORKER), MAX_WORKERS)
    return sharesPorts ? Math.max(1, affordable) : 1
  }
  const count = buildIntegerParser(1, MAX_WORKERS)(text)
  if (count > 1 && !sharesPorts) throw new Fault(`must be 1 or auto: on ${platform}, processes cannot share a port`)
  return count
}

/** Limits for the whole service that each worker counts on its own. */
const DIVIDED = ['MAX_CONNECTIONS', 'MAX_CONNECTIONS_PER_CLIENT', 'MAX_STREAMS', 'MAX_STREAMS_PER_CLIENT'] as const

/** The configuration of one of several workers, with its part of the limits. */
export function buildWorkerConfig<Config extends Readonly<Record<(typeof DIVIDED)[number], number>>>(
  config: Config,
  workers: number,
): Config {
  return { ...config, ...Object.fromEntries(DIVIDED.map((name) => [name, Math.ceil(config[name] / workers)])) }
}
