import { LRUCache } from 'lru-cache'
import type { ReportError } from '../errors.ts'
import type { Logger } from './log.ts'

const EVERY_MS = 5_000
const MAX_KINDS = 500

interface Logged {
  readonly atMs: number
  repeated: number
}

/**
 * Logs failures as warnings: each kind (work and error) at once, then at most every five seconds with a `repeated` count. A database outage
 * fails every request; the log should report it without growing with the traffic. `nowMs` is monotonic.
 */
export function createThrottledLog(log: Pick<Logger, 'warn'>, nowMs = (): number => performance.now()): ReportError {
  const logged = new LRUCache<string, Logged>({ max: MAX_KINDS })
  return (error, what) => {
    const kind = `${what}\n${kindOf(error)}`
    const last = logged.get(kind)
    if (last !== undefined && nowMs() - last.atMs < EVERY_MS) {
      last.repeated += 1
      return
    }
    logged.set(kind, { atMs: nowMs(), repeated: 0 })
    log.warn({ err: error, ...(last !== undefined && last.repeated > 0 ? { repeated: last.repeated } : {}) }, what)
  }
}

/** The kind of an error, without its message, which may differ each time. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as { code?: unknown }
  return `${error.name} ${typeof code === 'string' ? code : ''}`
}
