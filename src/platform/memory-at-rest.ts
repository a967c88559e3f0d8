import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

const EVERY_MS = 1_000
/** Event loop utilization below which the process counts as idle: nobody waits while V8 cleans up. */
const RESTING = 0.1
/** Number of consecutive idle samples before memory is saved; one busy sample ends it. */
const TIMES = 5

/**
 * Frees memory while the process is idle. V8 collects idle memory in steps of some milliseconds, but Node never triggers it, since it
 * treats every program as one in the foreground. So V8 is told when this process is idle, and when it is busy and speed matters again.
 */
export function saveMemoryAtRest(everyMs = EVERY_MS): void {
  let before = performance.eventLoopUtilization()
  let rests = 0
  let isSaving = false
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    rests = utilization < RESTING ? rests + 1 : 0
    if (isSaving === rests >= TIMES) return
    isSaving = !isSaving
    setFlagsFromString(isSaving ? '--memory-saver-mode' : '--no-memory-saver-mode')
  }, everyMs).unref()
}
