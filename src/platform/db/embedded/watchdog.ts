import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, CHILD_ENVIRONMENT } from './command.ts'

/**
 * The parent process of PostgreSQL. Its standard input is a pipe that the service holds open and never writes to: end of file means that
 * the service wants the server stopped or has died, by whatever signal. When the server ends by itself, the script exits with its status. A
 * non-interactive shell gives background commands /dev/null as input, hence descriptor 3. The script ignores signals meant for the
 * service's process group (Ctrl-C, a supervisor's TERM to the group). The first INT may arrive before PostgreSQL can handle it, so it is
 * repeated; after 20 seconds QUIT follows (no checkpoint, recovery at the next start), then KILL.
 */
const SCRIPT = `
trap '' INT TERM HUP QUIT
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(
  while read -r line <&3; do :; done
  exec 3<&- </dev/null
  tries=0
  while [ $tries -lt 20 ] && kill -INT $server; do sleep 1; tries=$((tries + 1)); done
  kill -QUIT $server && sleep 5
  kill -KILL $server
) >/dev/null 2>&1 &
watcher=$!
exec 3<&- </dev/null
wait $server
status=$?
kill -KILL $watcher
exit $status
`

/** A running watchdog with its PostgreSQL. */
export type DatabaseWatchdog = ReturnType<typeof startServerWatchdog>

export interface WatchdogOptions {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly account: Account | undefined
  /** Called with each line that PostgreSQL writes. */
  readonly onLine: (line: string) => void
}

/** Starts PostgreSQL under its watchdog, in a separate session so that the terminal's signals do not reach it. */
export function startServerWatchdog({ program, args, cwd, account, onLine }: WatchdogOptions) {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'postgres-watchdog', program, ...args], {
    cwd,
    env: CHILD_ENVIRONMENT,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    ...account,
  })
  const lastLines: string[] = []
  const collect = (line: string): void => {
    lastLines.push(line)
    if (lastLines.length > 20) lastLines.shift()
    onLine(line)
  }
  child.stdin.on('error', () => undefined)
  for (const stream of [child.stdout, child.stderr]) readLines(stream, collect)
  const exited = endOf(child).then(() => ({ lastLines }))
  return {
    pid: child.pid ?? 0 /** Resolves when the watchdog has exited, with the server's last output lines. */,
    exited /** Closes the pipe and waits for the exit; kills the whole group after `waitMs`. */,
    stop: (waitMs: number = 30_000): Promise<void> => stopChild(child, exited, waitMs),
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  const failed = once(child, 'error').then(() => undefined)
  failed.catch(() => undefined)
  await Promise.race([once(child, 'exit'), failed])
  // The server's last output may still be in the pipe. A surviving backend may hold the pipe open, so wait no longer than this.
  if (child.pid !== undefined) await Promise.race([once(child, 'close'), sleep(200, undefined, { ref: false })]).catch(() => undefined)
  // If only the script was killed, closing the pipe makes its background half stop the server.
  child.stdin?.end()
}

async function stopChild(child: ChildProcess, exited: Promise<unknown>, waitMs: number): Promise<void> {
  child.stdin?.end()
  const timer = setTimeout(() => {
    killGroup(child)
  }, waitMs)
  await exited
  clearTimeout(timer)
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Splits a stream into lines, none longer than 8 kB, and keeps it flowing: PostgreSQL blocks when nothing reads its output. */
function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('error', () => undefined)
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = (lines.pop() ?? '').slice(0, 8192)
    for (const line of lines) if (line !== '') onLine(line.slice(0, 8192))
  })
}
