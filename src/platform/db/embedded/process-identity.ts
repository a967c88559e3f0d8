import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { runCommand } from './command.ts'

/** `server`: the PostgreSQL of this data directory; `other`: an unrelated live program. */
export type ProcessIdentity = 'dead' | 'zombie' | 'other' | 'server'

/**
 * Identifies the process that an id from a file, possibly years old, refers to now. The postmaster's working directory is always its data
 * directory, which distinguishes it from every other PostgreSQL.
 */
export async function identifyProcess(pid: number, clusterDir: string): Promise<ProcessIdentity> {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isAlive(pid)) return 'dead'
  return process.platform === 'linux' ? await identifyOnLinux(pid, clusterDir) : await identifyByPs(pid, clusterDir)
}

async function identifyOnLinux(pid: number, clusterDir: string): Promise<ProcessIdentity> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (status === undefined) return 'dead'
  // The program name is in parentheses and may itself contain some; the state follows the last one.
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
  return /\S\s+\S*postgres\b/.test(line) && line.includes(`-D ${clusterDir} `) ? 'server' : 'other'
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
