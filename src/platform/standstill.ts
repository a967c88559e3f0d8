import { url as inspectorUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { StandstillData } from './standstill-thread.ts'

const BEAT_MS = 500
const LIMIT_MS = 10_000

/**
 * Ends this process with SIGKILL when its main thread has not come back to its event loop for ten seconds, or for thirty in which it got little of a
 * processor, so that whatever supervises it starts another: the process would answer nothing and could not even stop by itself. A thread watches,
 * and logs where the main thread was. Call it when everything is open. Does nothing under a debugger, which stops the main thread on purpose.
 */
export function watchForStandstill(limitMs = LIMIT_MS): void {
  if (inspectorUrl() !== undefined) return
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const everyMs = Math.min(BEAT_MS, limitMs / 10)
  setInterval(() => Atomics.add(beats, 0, 1), everyMs).unref()
  const workerData: StandstillData = { beats, everyMs, limitMs }
  const watcher = new Worker(new URL('./standstill-thread.ts', import.meta.url), { workerData, env: {}, execArgv: [] })
  // A process that works is not ended because nobody could watch it.
  watcher.on('error', () => undefined)
  watcher.unref()
}
