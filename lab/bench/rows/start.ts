import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from '../../../test/helpers/embedded.ts'
import { until } from '../../../test/helpers/until.ts'
import { signal } from '../../torture/rig/processes.ts'
import { openDatabases } from '../database.ts'
import { ALL_CORES, pinSelf } from '../load.ts'
import { type Listening, simulatedProviders, startListening, startSimulator } from '../processes.ts'
import { type MeasuredRow, type Pace, plainRow } from '../row.ts'

const ADMIN_SECRET = 'bench-admin-secret-0123456789'
const FIRST_GOAL = { most: 2_500 }
const EMBEDDED_GOAL = { most: 1_200 }
const EXTERNAL_GOAL = { most: 700 }

type Env = Readonly<Record<string, string>>
type End = (service: Listening) => Promise<void>

/**
 * From the start of the process to the first 200 of `/api/ready`, with one worker unless a row says otherwise, on all cores; the compile cache is
 * filled, as after any earlier start.
 */
export async function* start({ rounds }: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  pinSelf(ALL_CORES)
  // Compiles once, so that the first measured start does not.
  await withDataDir((env) => msToStart(env, ended))
  const [first, afterKill, afterTerm, ofTwo]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let round = 0; round < rounds; round++) {
    await withDataDir(async (env) => {
      first.push(await msToStart(env, killed))
      afterKill.push(await msToStart(env, ended))
      afterTerm.push(await msToStart(env, killed))
      ofTwo.push(await msToStart({ ...env, WORKERS: '2' }, ended))
    })
  }
  yield plainRow('first, embedded', 'ms', first, FIRST_GOAL)
  yield plainRow('after kill -9, embedded', 'ms', afterKill, EMBEDDED_GOAL)
  yield plainRow('after SIGTERM, embedded', 'ms', afterTerm, EMBEDDED_GOAL)
  yield plainRow('after kill -9, embedded, two workers', 'ms', ofTwo, EMBEDDED_GOAL)
  yield* onServer(rounds, closing)
  pinSelf()
}

/** On a PostgreSQL that the operator provides: a separate server, already running. */
async function* onServer(rounds: number, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const bench = closing.use(await openDatabases())
  const [afterKill, afterTerm]: [number[], number[]] = [[], []]
  const DATABASE_URL = await bench.createDatabase('start')
  await withDataDir(async (env) => {
    const onDatabase = { ...env, DATABASE_URL, ADMIN_SECRET }
    await msToStart(onDatabase, ended)
    for (let round = 0; round < rounds; round++) {
      afterTerm.push(await msToStart(onDatabase, killed))
      afterKill.push(await msToStart(onDatabase, ended))
    }
  })
  yield plainRow('after kill -9, PostgreSQL', 'ms', afterKill, EXTERNAL_GOAL)
  yield plainRow('after SIGTERM, PostgreSQL', 'ms', afterTerm, EXTERNAL_GOAL)
}

/** One start, followed by `end`. */
async function msToStart(env: Env, end: End): Promise<number> {
  const startedAt = performance.now()
  const service = await startListening(['bin/isobar.js', 'serve'], env, [])
  await until('it is ready', async () => (await fetch(`${service.url}/api/ready`)).status === 200)
  const ms = performance.now() - startedAt
  // Gives a database something to recover.
  await (await fetch(`${service.url}/api/weather?lat=52.52&lon=13.41&scope=current`)).arrayBuffer()
  await end(service)
  return ms
}

const killed: End = async ({ pid }) => {
  signal(pid, 'SIGKILL')
  await until('it is gone', () => !isRunning(pid))
}

const ended: End = ({ stop }) => stop()

/** Runs `work` with a data directory that is removed afterwards. */
async function withDataDir(work: (env: Env) => Promise<unknown>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'isobar-bench-'))
  await chmod(dataDir, 0o755)
  const simulator = await startSimulator([])
  try {
    await work({ ...simulatedProviders(simulator.url), WORKERS: '1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  } finally {
    await simulator.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
