import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../test/helpers/until.ts'
import { isAlive, signal } from '../../torture/rig/processes.ts'
import { openDatabases } from '../database.ts'
import { ALL_CORES, pinSelf } from '../load.ts'
import { type Listening, startListening } from '../processes.ts'
import { type Goal, type MeasuredRow, type Pace, type Round, type Sample, sampleOf } from '../row.ts'

const EMPTY = `require('node:http').createServer((_, reply) => reply.end()).listen(0, '127.0.0.1', function () {
  console.log('listening on http://127.0.0.1:' + this.address().port) })`
const ADMIN_SECRET = 'bench-admin-secret-0123456789'
const EMBEDDED_GOAL: Goal = { most: 1_200 }
const EXTERNAL_GOAL: Goal = { most: 700 }
const FIRST_GOAL: Goal = { most: 2_500 }

function row(name: string, goal: Goal, rounds: readonly Round[]): MeasuredRow {
  return { name, unit: 'ms', yardstick: 'an empty node:http server', goal, rounds }
}

/**
 * From the start of the process to the first 200 of `/api/ready`, with one worker, on all cores; the compile cache is kept, as after
 * any earlier start.
 */
export async function* start({ rounds, isQuick }: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  pinSelf(ALL_CORES)
  // Compiles once, so that the first measured start does not.
  await discard(async (env) => (await startUp(env)).service.stop())
  const [first, afterKill, afterTerm]: [Round[], Round[], Round[]] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    await discard(async (env) => {
      first.push(await beside(() => startUp(env), killed))
      afterKill.push(await beside(() => startUp(env), ended))
      afterTerm.push(await beside(() => startUp(env), ended))
    })
  }
  yield row('first, embedded', FIRST_GOAL, first)
  yield row('after kill -9, embedded', EMBEDDED_GOAL, afterKill)
  yield row('after SIGTERM, embedded', EMBEDDED_GOAL, afterTerm)
  if (!isQuick) yield* onServer(rounds, closing)
  pinSelf()
}

/** On a PostgreSQL that the operator provides: a separate server, already running. */
async function* onServer(rounds: number, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const bench = closing.use(await openDatabases())
  const [afterKill, afterTerm]: [Round[], Round[]] = [[], []]
  const DATABASE_URL = await bench.createDatabase('start')
  await discard(async (env) => {
    const onDatabase = { ...env, DATABASE_URL, ADMIN_SECRET }
    await ended((await startUp(onDatabase)).service)
    for (let round = 0; round < rounds; round++) {
      afterTerm.push(await beside(() => startUp(onDatabase), killed))
      afterKill.push(await beside(() => startUp(onDatabase), ended))
    }
  })
  yield row('after kill -9, PostgreSQL', EXTERNAL_GOAL, afterKill)
  yield row('after SIGTERM, PostgreSQL', EXTERNAL_GOAL, afterTerm)
}

interface Started {
  readonly service: Listening
  readonly ms: number
}

async function startUp(env: Readonly<Record<string, string>>): Promise<Started> {
  const startedAt = performance.now()
  const service = await startListening(['bin/isobar.js', 'serve'], env, [])
  await until('it is ready', async () => (await fetch(`${service.url}/api/ready`)).status === 200)
  return { service, ms: performance.now() - startedAt }
}

async function startEmpty(): Promise<number> {
  const startedAt = performance.now()
  const server = await startListening(['-e', EMPTY], {}, [])
  try {
    await fetch(server.url)
    return performance.now() - startedAt
  } finally {
    await server.stop()
  }
}

/** One start, followed by `end`, and one of the yardstick. */
async function beside(starting: () => Promise<Started>, end: (service: Listening) => Promise<void>): Promise<Round> {
  const { service, ms } = await starting()
  // Gives a database something to recover.
  await (await fetch(`${service.url}/api/weather?lat=52.52&lon=13.41&scope=current`)).arrayBuffer()
  await end(service)
  const yardstick: Sample = sampleOf(await startEmpty())
  return { isobar: sampleOf(ms), yardstick }
}

async function killed({ pid }: Listening): Promise<void> {
  signal(pid, 'SIGKILL')
  await until('it is gone', () => !isAlive(pid))
}

const ended = ({ stop }: Listening): Promise<void> => stop()

/** Runs `work` with a data directory that is removed afterwards. */
async function discard(work: (env: Readonly<Record<string, string>>) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'isobar-bench-'))
  await chmod(dataDir, 0o755)
  const simulator = await startListening(['tools/upstream-simulator/main.ts', '--port', '0'], {}, [])
  try {
    await work({
      WORKERS: '1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      OPENWEATHER_API_KEY: 'bench',
      OPENWEATHER_BASE_URL: simulator.url,
      OPEN_METEO_BASE_URL: simulator.url,
      NWS_BASE_URL: simulator.url,
    })
  } finally {
    await simulator.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
