import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Sample } from './row.ts'

const CONNECTIONS = 64

/** What to request besides the URL. */
export interface Asking {
  /** Default: 64. */
  readonly connections?: number
  /** JSON to post. */
  readonly body?: string
  /**
   * Request a different place each time: the URL holds `%.2f` twice, for latitude and longitude, and the grid's places are requested in order
   * from this one on. Needs `wrk`.
   */
  readonly firstPlace?: number
  /** The command that pins the generator; default: `LOAD_CORE`. */
  readonly core?: readonly string[]
}

/** The program's version line; undefined if it is not installed. */
function versionOf(program: string, option = '--version'): string | undefined {
  const { error, stdout, stderr } = spawnSync(program, [option], { encoding: 'utf8' })
  return error === undefined ? (/[^\n]+/.exec(stdout + stderr)?.[0] ?? program) : undefined
}

const IS_PINNED = process.platform === 'linux' && availableParallelism() > 1 && versionOf('taskset') !== undefined
export const HAS_WRK = versionOf('wrk') !== undefined
/** The load generator, for the header of a run. */
export const GENERATOR: string = HAS_WRK ? (versionOf('wrk', '-v')?.split(' [')[0] ?? 'wrk') : 'autocannon'

/** Limitations of a run on this machine, for its first lines. */
export const CAVEATS: readonly string[] = [
  ...(IS_PINNED
    ? []
    : ['Not pinned (no taskset, or one core): servers and load generator compete for the same cores, which flatters the slower server.']),
  ...(HAS_WRK
    ? []
    : [
        'The load comes from autocannon because wrk is not installed (Debian has a package): autocannon reaches its limit before a bare server does, which flatters ratios. Rows that request a different place each time are left out.',
      ]),
]

/** Command prefix: pins a server to the first core. */
export const SERVER_CORE: readonly string[] = IS_PINNED ? ['taskset', '-c', '0'] : []
/** Command prefix: pins the load to the second core. */
export const LOAD_CORE: readonly string[] = IS_PINNED ? ['taskset', '-c', '1'] : []
/** Command prefix: runs other load on that core at low priority, without slowing the load that is measured. */
export const BACKGROUND_LOAD: readonly string[] = IS_PINNED ? [...LOAD_CORE, 'nice', '-n', '19'] : []
/** Command prefix: lets a program use all cores. */
export const ALL_CORES: readonly string[] = IS_PINNED ? ['taskset', '-c', `0-${availableParallelism() - 1}`] : []

/** From now on this process, and what it starts without a prefix of its own, runs on the servers' core, or on `cores`. */
export function pinSelf(cores: readonly string[] = SERVER_CORE): void {
  const [program, option, list] = cores
  if (program !== undefined) spawnSync(program, ['-a', '-p', option ?? '', list ?? '', String(process.pid)])
}

/** Requests a URL for some seconds; answers a second. @throws Error on any status other than 2xx or 3xx */
export async function load(url: string, headers: Readonly<Record<string, string>>, seconds: number, asking: Asking = {}): Promise<Sample> {
  const before = serverTimes()
  const measured = await (HAS_WRK ? withWrk : withAutocannon)(url, headers, seconds, asking)
  if (!(measured.value > 0)) throw new Error(`${url} answered nothing within ${seconds} s`)
  const after = serverTimes()
  const serverBusy = before === null || after === null ? null : (after.busy - before.busy) / (after.all - before.all)
  return { ...measured, serverBusy }
}

/** Ticks of the servers' core since boot. */
function serverTimes(): { readonly busy: number; readonly all: number } | null {
  if (!IS_PINNED) return null
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0] = (
    /^cpu0 (.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? ''
  )
    .split(' ')
    .map(Number)
  const busy = user + nice + system + irq + softirq
  return { busy, all: busy + idle + iowait }
}

async function run(command: readonly string[], { core = LOAD_CORE }: Asking): Promise<string> {
  const [program = '', ...args] = [...core, ...command]
  return (await promisify(execFile)(program, args, { maxBuffer: 16 * 1024 * 1024 })).stdout
}

type Measured = Omit<Sample, 'serverBusy'>

const script = (name: string): string[] => ['-s', fileURLToPath(new URL(`scripts/${name}.lua`, import.meta.url))]

async function withWrk(url: string, headers: Readonly<Record<string, string>>, seconds: number, asking: Asking): Promise<Measured> {
  const { connections = CONNECTIONS, body, firstPlace } = asking
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '--latency', ...given]
  const { origin, href } = new URL(url)
  const asked =
    firstPlace !== undefined
      ? [...script('places'), origin, '--', String(firstPlace), url.slice(origin.length)]
      : body !== undefined
        ? [...script('post'), href, '--', body]
        : [href]
  const said = await run(['wrk', ...options, ...asked], asking)
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(said)?.[1]
  if (bad !== undefined) throw new Error(`${bad} refusals at ${url}; a service refuses when its event loop is a second late`)
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(said) ?? []
  return {
    value: Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]),
    p99Ms: Number(p99) * ({ us: 0.001, ms: 1, s: 1_000 }[unit] ?? Number.NaN),
  }
}

async function withAutocannon(url: string, headers: Readonly<Record<string, string>>, seconds: number, asking: Asking): Promise<Measured> {
  const { connections = CONNECTIONS, body, firstPlace } = asking
  if (firstPlace !== undefined) throw new Error('only wrk can request a different place each time')
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const posted = body === undefined ? [] : ['-m', 'POST', '-H', 'content-type=application/json', '-b', body]
  const program = new URL(import.meta.resolve('autocannon')).pathname
  const options = ['-j', '-c', String(connections), '-d', String(seconds), '-t', '30', ...given, ...posted]
  const said = await run([process.execPath, program, ...options, url], asking)
  const { requests, latency, errors, ...statuses } = JSON.parse(said)
  if (errors > 0 || statuses['4xx'] > 0 || statuses['5xx'] > 0) throw new Error(`errors at ${url}`)
  return { value: requests.average, p99Ms: latency.p99 }
}
