import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

const EVERY_MS = 5_000
/** The share of its time that the event loop works; below it nobody waits for what V8 tidies. */
const RESTING = 0.1

/**
 * Gives memory back while little goes on. V8 has a collector for that, in steps of some milliseconds beside the program, which Node never lets
 * run: it takes each program for one in the foreground. So V8 is told when this one rests, and when it is busy that speed matters again.
 */
export function saveMemoryAtRest(everyMs = EVERY_MS): void {
  let before = performance.eventLoopUtilization()
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    setFlagsFromString(utilization < RESTING ? '--memory-saver-mode' : '--no-memory-saver-mode')
  }, everyMs).unref()
}
