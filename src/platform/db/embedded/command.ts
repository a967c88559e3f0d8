import { execFile } from 'node:child_process'
import { MINUTE_MS } from '../../../time.ts'

/** The account a program runs as. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

export interface CommandResult {
  /** The exit status; 127 when the program could not be started, 1 when it was killed. */
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * The whole environment of the database's processes: no PG* variable of the operator may change their behaviour, and none of the service's
 * keys belongs there. Without LC_ALL, PostgreSQL on macOS stops as "multithreaded during startup".
 */
export const CHILD_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

/** Runs a program to its end, for at most `timeoutMs` (default 2 minutes), as `account` when given. Never throws. */
export function runCommand(
  program: string,
  args: readonly string[],
  options: { account?: Account | undefined; cwd?: string; timeoutMs?: number } = {},
): Promise<CommandResult> {
  const settings = {
    cwd: options.cwd ?? '/',
    env: CHILD_ENVIRONMENT,
    timeout: options.timeoutMs ?? 2 * MINUTE_MS,
    killSignal: 'SIGKILL' as const,
    maxBuffer: 1024 * 1024,
    ...options.account,
  }
  return new Promise((resolve) => {
    try {
      execFile(program, args, settings, (error, stdout, stderr) => {
        if (error === null) return resolve({ status: 0, stdout, stderr })
        if (typeof error.code === 'number') return resolve({ status: error.code, stdout, stderr })
        resolve({ status: error.code === undefined || error.code === null ? 1 : 127, stdout, stderr: stderr || error.message })
      })
    } catch (error) {
      resolve({ status: 127, stdout: '', stderr: String(error) })
    }
  })
}

/**
 * Whether the account (default: the service's own user) can enter this directory by its path. Tries it, since modes do not decide it
 * (ACLs, mounts).
 */
export async function canEnterDirectory(directory: string, account: Account | undefined): Promise<boolean> {
  return (await runCommand('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], { account })).status === 0
}

/** The line of a program's error output that states the reason. */
export function selectErrorLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.findLast((line) => /error|fatal|panic/i.test(line)) ?? lines.findLast((line) => line !== '') ?? 'no message'
}
