import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { runCommand } from './command.ts'

/** `server`: the PostgreSQL of this very data directory; `other`: a live program that has nothing to do with it. */
export type ProcessIdentity = 'dead' | 'zombie' | 'other' | 'server'

/**
 * Says what a process id, read from a file that may be years old, stands for now.
 * PostgreSQL's first process always has its data directory as working directory, which tells it from every other PostgreSQL.
 */
export async function identifyProcess(pid: number, clusterDir: string): Promise<ProcessIdentity> {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isAlive(pid)) return 'dead'
  return process.platform === 'linux' ? await identifyOnLinux(pid, clusterDir) : await identifyByPs(pid, clusterDir)
}

async function identifyOnLinux(pid: number, clusterDir: string): Promise<ProcessIdentity> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (status === undefined) return 'dead'
  // The program name is in parentheses and may itself hold some; the state follows the last one.
  if (/^[ZXx]/.test(status.slice(status.lastIndexOf(')') + 2))) return 'zombie'
  const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  if (basename(args[0] ?? '') !== 'postgres') return 'other'
  const [cluster, cwd] = await Promise.all([stat(clusterDir), stat(`/proc/${pid}/cwd`).catch(() => undefined)])
  if (cwd === undefined) return args.includes(clusterDir) ? 'server' : 'other'
  return cwd.dev === cluster.dev && cwd.ino === cluster.ino ? 'server' : 'other'
}

async function identifyByPs(pid: number, clusterDir: string): Promise<ProcessIdentity> {
  const { status, stdout } = await runCommand('ps', ['-p', String(pid), '-o', 'stat=,command='])
  if (status !== 0) return 'dead'
  const line = stdout.trim()
  if (line.startsWith('Z')) return 'zombie'
  return /\S+\s+\S*postgres\b/.test(line) && line.includes(`-D ${clusterDir} `) ? 'server' : 'other'
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
