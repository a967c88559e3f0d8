import type { Worker } from 'node:worker_threads'

export interface Watchdog {
  /** Calls back once, when the worker has used more than it may. */
  onExceeded(callback: () => void): void
  stop(): void
}

const LOOK_EVERY_MS = 10
/** Code that does not say for so long what it has used is within one endless native call. */
const MAX_SILENCE_MS = 2_000

/** Watches the processor time that a thread uses from now on: on a crowded machine the clock on the wall would blame the innocent. */
export async function startWatchdog(worker: Worker, cpuMs: number): Promise<Watchdog> {
  const begun = await worker.cpuUsage()
  let callback: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  let heardAt = performance.now()
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

  async function look(): Promise<void> {
    if (isAsking) {
      if (performance.now() - heardAt > MAX_SILENCE_MS) exceed()
      return
    }
    isAsking = true
    try {
      const { user, system } = await worker.cpuUsage(begun)
      heardAt = performance.now()
      if (!isStopped && (user + system) / 1_000 > cpuMs) exceed()
    } catch {
      // It has ended, which its own events tell.
    } finally {
      isAsking = false
    }
  }

  return {
    onExceeded(onExceeded) {
      callback = onExceeded
      timer = setInterval(() => void look(), LOOK_EVERY_MS)
    },
    stop,
  }
}
