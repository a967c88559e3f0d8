import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { SocketConnection } from '../../src/platform/db/embedded/embedded.ts'
import { until } from './until.ts'

export interface LoggedLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly fields: object
  readonly message: string
}

/** A logger that keeps its lines. */
export function recordingLog() {
  const lines: LoggedLine[] = []
  const at = (level: LoggedLine['level']) => (fields: object, message: string) => void lines.push({ level, fields, message })
  return { lines, info: at('info'), warn: at('warn'), error: at('error') }
}

const undoings = new WeakMap<TestContext, (() => unknown)[]>()

/** Like `t.after`, but in reverse order: the hook registered last runs first, so that a directory is removed after what works in it. */
export function afterwards(t: TestContext, undo: () => unknown): void {
  const known = undoings.get(t)
  if (known !== undefined) return void known.unshift(undo)
  const all = [undo]
  undoings.set(t, all)
  t.after(async () => {
    for (const each of all) await each()
  })
}

/** A directory that everybody may enter, removed after the test. */
export function temporaryDir(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'isobar-embedded-'))
  chmodSync(dir, 0o755)
  afterwards(t, () => rm(dir, { recursive: true, force: true }))
  return dir
}

/** Whether a process with this id runs. A zombie counts as gone on Linux; elsewhere it cannot be told apart, but init reaps it soon. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return !existsSync('/proc/self') || !isZombie(pid)
}

export function isZombie(pid: number): boolean {
  const stat = procStat(pid)
  return stat === undefined || stat[0] === 'Z' || stat[0] === 'X'
}

/** The parent's id, from /proc. */
export function parentOf(pid: number): number {
  return Number(procStat(pid)?.[1])
}

/** The fields of /proc/<pid>/stat from the state on. */
function procStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

export interface ServiceProcess {
  readonly child: ChildProcess
  /** What it printed: a running server, or why there is none. */
  readonly pid: number
  readonly connection: SocketConnection
  readonly error: string | undefined
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts the reduced service in its own process, as another user if given, and waits for its line. */
export async function startService(t: TestContext, dataDir: string, user: { uid?: number; gid?: number } = {}): Promise<ServiceProcess> {
  const program = fileURLToPath(new URL('embedded-service.ts', import.meta.url))
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['pipe', 'pipe', 'inherit'], ...user })
  const exited = once(child, 'exit')
  const end = async (act: () => void): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      act()
      await exited
    }
  }
  let service: ServiceProcess | undefined
  afterwards(t, async () => {
    await end(() => child.kill('SIGKILL'))
    if (service === undefined || service.pid === 0) return
    // The server of a killed service ends a moment later; its socket directory would stay until the next start.
    const { pid, connection } = service
    await until('the server is gone', () => !isRunning(pid))
    await rm(connection.host, { recursive: true, force: true })
  })
  const lines = createInterface({ input: child.stdout })
  const [line] = (await Promise.race([once(lines, 'line'), exited.then(() => ['{"error":"it printed nothing"}'])])) as [string]
  const said = JSON.parse(line) as { pid?: number; connection?: SocketConnection; error?: string }
  service = {
    child,
    pid: said.pid ?? 0,
    connection: said.connection ?? { host: '', port: 0, user: '', database: '' },
    error: said.error,
    kill: () => end(() => child.kill('SIGKILL')),
    stop: () => end(() => child.stdin.end()),
  }
  return service
}

/** Runs one statement on its own connection. */
export async function queryOnce<R extends pg.QueryResultRow>(connection: SocketConnection, sql: string): Promise<R[]> {
  const client = new pg.Client({ ...connection, ssl: false })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<R>(sql)).rows
  } finally {
    await client.end()
  }
}
