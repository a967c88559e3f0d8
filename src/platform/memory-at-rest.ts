import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

const EVERY_MS = 1_000
/** The share of its time that the event loop works; below it nobody waits for what V8 tidies. */
const RESTING = 0.1
/** So many times in a row, while one busy moment ends the rest. */
const TIMES = 5

/**
 * Gives memory back while little goes on. V8 has a collector for that, in steps of some milliseconds beside the program, which Node never lets
 * run: it takes each program for one in the foreground. So V8 is told when this one rests, and when it is busy that speed matters again.
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
