import type { Worker } from 'node:worker_threads'

export type Watchdog = Awaited<ReturnType<typeof startSandboxWatchdog>>

const POLL_MS = 10
/** A thread that does not report its usage for this long is stuck in a native call. */
const MAX_SILENCE_MS = 2_000

/** Watches the processor time that a thread uses from now on. Wall-clock time would blame innocent jobs on a busy machine. */
export async function startSandboxWatchdog(worker: Worker, cpuMs: number) {
  const base = await worker.cpuUsage()
  let callback: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  let reportedAt = performance.now()
  let isAsking = false
  let isStopped = false

  const stop = (): void => {
    isStopped = true
    clearInterval(timer)
  }
  const exceed = (): void => {
    stop()
    callback?.()
  }

  async function check(): Promise<void> {
    if (isAsking) {
      if (performance.now() - reportedAt > MAX_SILENCE_MS) exceed()
      return
    }
    isAsking = true
    try {
      const { user, system } = await worker.cpuUsage(base)
      reportedAt = performance.now()
      if (!isStopped && (user + system) / 1_000 > cpuMs) exceed()
    } catch {
      // The thread has ended; its events report that.
    } finally {
      isAsking = false
    }
  }

  return {
    /** Calls back once, when the worker has exceeded its limit. */
    onExceeded(onExceeded: () => void): void {
      callback = onExceeded
      timer = setInterval(() => void check(), POLL_MS)
    },
    stop,
  }
}
