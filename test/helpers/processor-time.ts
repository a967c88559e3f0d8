import { readFileSync } from 'node:fs'

/** Linux counts processor time in these. */
const TICKS_PER_SECOND = 100

/** Milliseconds that this process has worked since it started, with all its threads: on a busy machine, only these say what something costs. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Seconds that the processes which this one started have worked, as far as they have ended; 0 where the system does not say (not Linux). */
export function readChildrenSeconds(): number {
  return readStat('self', 2)
}

/** Seconds that another process and those it started (as far as they have ended) have worked; 0 where the system does not say. */
export function readProcessSeconds(pid: number): number {
  return readStat(pid, 0)
}

const unawaited = new Map<number, number>()

/** Records what a process has worked so far whose end no process waits for, such as the page of a browser: the system forgets it. */
export function recordUnawaitedSeconds(pid: number, seconds: number): void {
  unawaited.set(pid, seconds)
}

/** Seconds that all of those have worked. @public to the text of workers (`test/worker.ts`) */
export function sumUnawaitedSeconds(): number {
  return [...unawaited.values()].reduce((sum, seconds) => sum + seconds, 0)
}

/** Sums utime, stime, cutime and cstime (proc_pid_stat(5), fields 14 to 17), from the one at `first`. */
function readStat(pid: number | 'self', first: 0 | 2): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name before it may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11 + first, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}
