import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const CONNECTIONS = 64

export interface Load {
  readonly perSecond: number
  readonly p99Ms: number
}

/** Whether the program is installed. */
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

const PINNED = process.platform === 'linux' && has('taskset')
const WRK = has('wrk')

/** What a run hides on this machine, for its first lines. */
export const CAVEATS: readonly string[] = [
  ...(PINNED ? [] : ['Not pinned (no taskset): servers and load generator take cores from each other, which flatters the slower server.']),
  ...(WRK ? [] : ['The load comes from autocannon (no wrk): it is at its own limit before a bare server is, which flatters ratios.']),
]

/** What runs a server on the first core. */
export const SERVER_CORE: readonly string[] = PINNED ? ['taskset', '-c', '0'] : []
/** And the load on the second. */
const LOAD_CORE: readonly string[] = PINNED ? ['taskset', '-c', '1'] : []

/** Requests a URL for some seconds over 64 connections. @throws Error when anything but 2xx or 3xx comes */
export async function load(url: string, headers: Readonly<Record<string, string>>, seconds: number): Promise<Load> {
  return WRK ? withWrk(url, headers, seconds) : withAutocannon(url, headers, seconds)
}

async function run(command: readonly string[]): Promise<string> {
  const [program = '', ...args] = [...LOAD_CORE, ...command]
  return (await promisify(execFile)(program, args, { maxBuffer: 16 * 1024 * 1024 })).stdout
}

async function withWrk(url: string, headers: Readonly<Record<string, string>>, seconds: number): Promise<Load> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const said = await run(['wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', ...given, url])
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(said)?.[1]
  if (bad !== undefined) throw new Error(`${bad} refusals at ${url}`)
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(said) ?? []
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]),
    p99Ms: Number(p99) * ({ us: 0.001, ms: 1, s: 1_000 }[unit] ?? Number.NaN),
  }
}

async function withAutocannon(url: string, headers: Readonly<Record<string, string>>, seconds: number): Promise<Load> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const program = new URL(import.meta.resolve('autocannon')).pathname
  const said = await run([process.execPath, program, '-j', '-c', String(CONNECTIONS), '-d', String(seconds), ...given, url])
  const { requests, latency, errors, ...statuses } = JSON.parse(said)
  if (errors > 0 || statuses['4xx'] > 0 || statuses['5xx'] > 0) throw new Error(`errors at ${url}`)
  return { perSecond: requests.average, p99Ms: latency.p99 }
}
