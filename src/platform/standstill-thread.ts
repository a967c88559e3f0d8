/** The thread that watches the main one. */
import { writeSync } from 'node:fs'
import { type Debugger, Session } from 'node:inspector'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

/** What the thread is started with. */
export interface StandstillData {
  /** Counts up while the main thread comes back to its event loop. */
  readonly beats: Int32Array
  readonly everyMs: number
  readonly limitMs: number
}

/** A thread that waits for a processor stands still as well: others may have them all. What uses less of one than this half is given longer. */
const WORKING_SHARE = 0.5
const PATIENCE_FACTOR = 3
/** The main thread cannot be asked while it is in native code. Where all cores are busy, its answer takes more than a second. */
const STACK_MS = 3_000
const MAX_FRAMES = 20

const { beats, everyMs, limitMs } = workerData as StandstillData

let heard = -1
let stillMs = 0
let usedMs = 0
let lookedAt = performance.now()
let workedMs = readWorkedMs()
for (;;) {
  await sleep(everyMs)
  const now = performance.now()
  const tookMs = now - lookedAt
  lookedAt = now
  const beat = Atomics.load(beats, 0)
  // If this thread did not run either, the process or the machine was suspended.
  const isStill = beat === heard && tookMs < limitMs / 2
  const workedBeforeMs = workedMs
  workedMs = readWorkedMs()
  stillMs = isStill ? stillMs + Math.min(tookMs, 2 * everyMs) : 0
  usedMs = isStill ? usedMs + workedMs - workedBeforeMs : 0
  heard = beat
  if (stillMs >= limitMs && (usedMs >= WORKING_SHARE * limitMs || stillMs >= PATIENCE_FACTOR * limitMs)) await end()
}

/** Processor time of the process. */
function readWorkedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

async function end(): Promise<void> {
  const stack = await Promise.race([stackOfMain(), sleep(STACK_MS, null)])
  const seconds = Math.round(stillMs / 1_000)
  const message = `the main thread has stood still for ${seconds} s; ending the process`
  try {
    writeSync(1, `${JSON.stringify({ level: 'fatal', time: new Date().toISOString(), pid: process.pid, stack, msg: message })}\n`)
  } catch {
    // Nobody reads the log.
  }
  process.kill(process.pid, 'SIGKILL')
}

/** Functions and places, without any value. */
async function stackOfMain(): Promise<readonly string[] | null> {
  const session = new Session()
  const paused = Promise.withResolvers<readonly Debugger.CallFrame[]>()
  try {
    session.connectToMainThread()
    session.on('Debugger.paused', ({ params }) => paused.resolve(params.callFrames))
    session.post('Debugger.enable')
    session.post('Debugger.pause')
    const frames = await paused.promise
    return frames
      .slice(0, MAX_FRAMES)
      .map(({ functionName, url, location }) => `${functionName || '(anonymous)'} ${url}:${location.lineNumber + 1}`)
  } catch {
    return null
  }
}
