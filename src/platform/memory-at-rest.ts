import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

const EVERY_MS = 1_000
/** Event loop utilization below which the process counts as idle: nobody waits while V8 cleans up. */
const RESTING = 0.1
/** Number of consecutive idle samples before memory is saved; one busy sample ends it. */
const TIMES = 5

/**
 * V8 starts to mark as soon as less is left to the heap's limit than the young generation may take. In a heap as small as ours that is always: a
 * place's page cost a third more. So marking starts once this share of what is left is used, in percent: as a task, and at once.
 */
const MARKING = { soft: 50, hard: 75 }

/**
 * Frees memory while the process is idle. V8 collects idle memory in steps of some milliseconds, but Node never triggers it, since it
 * treats every program as one in the foreground. So V8 is told when this process is idle, and when it is busy and speed matters again.
 */
export function saveMemoryAtRest(everyMs = EVERY_MS): void {
  save(false)
  let before = performance.eventLoopUtilization()
  let rests = 0
  let isSaving = false
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    rests = utilization < RESTING ? rests + 1 : 0
    if (isSaving === rests >= TIMES) return
    isSaving = !isSaving
    save(isSaving)
  }, everyMs).unref()
}

function save(isSaving: boolean): void {
  setFlagsFromString(isSaving ? '--memory-saver-mode' : '--no-memory-saver-mode')
  for (const [trigger, percent] of Object.entries(MARKING))
    setFlagsFromString(`--incremental-marking-${trigger}-trigger=${isSaving ? 0 : percent}`)
}
