import { execFile, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { Pace, Round, Sample } from './row.ts'

const CONNECTIONS = 64

/** The program's version line; undefined if it is not installed. */
function versionOf(program: string, option: string): string | undefined {
  const { error, stdout, stderr } = spawnSync(program, [option], { encoding: 'utf8' })
  return error === undefined ? (/[^\n]+/.exec(stdout + stderr)?.[0] ?? program) : undefined
}

export const IS_PINNED = process.platform === 'linux' && availableParallelism() > 1 && versionOf('taskset', '--version') !== undefined
/** The load generator, for the header of a run. */
export const GENERATOR: string = versionOf('wrk', '-v')?.split(' [')[0] ?? 'no wrk'

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

/** What is requested again and again. */
export interface Side {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Requests a URL for some seconds; answers a second. @throws Error without wrk, and on any status other than 2xx or 3xx */
export async function load({ url, headers = {} }: Side, seconds: number, core: readonly string[] = LOAD_CORE): Promise<Sample> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const wrk = ['wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '30s', '--latency', ...given, url]
  const [program = '', ...args] = [...core, ...wrk]
  const { stdout } = await promisify(execFile)(program, args)
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1]
  if (bad !== undefined) throw new Error(`${bad} refusals at ${url}; a service refuses when its event loop is a second late`)
  const value = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  if (!(value > 0)) throw new Error(`${url} answered nothing within ${seconds} s`)
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  return { value, p99Ms: Number(p99) * ({ us: 0.001, ms: 1, s: 1_000 }[unit] ?? Number.NaN) }
}

/** Measures both in each round, in alternating order, so that neither gains from what a round leaves behind. */
export async function alternating(rounds: number, isobar: () => Promise<Sample>, yardstick: () => Promise<Sample>): Promise<Round[]> {
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const early = round % 2 === 0 ? await yardstick() : undefined
    const own = await isobar()
    measured.push({ isobar: own, yardstick: early ?? (await yardstick()) })
  }
  return measured
}

/** Loads both in turns, after one unmeasured second each. */
export async function loadSideBySide(isobar: Side, yardstick: Side, { rounds, seconds }: Pace): Promise<Round[]> {
  await load(yardstick, 1)
  await load(isobar, 1)
  return alternating(
    rounds,
    () => load(isobar, seconds),
    () => load(yardstick, seconds),
  )
}
