import type { Clock } from '../../../platform/clock.ts'
import { CheckFailed, type CheckOccasion } from './system.ts'
import type { Use } from './use-store.ts'

/** What a check came to. */
export type CheckResult = Omit<Use, 'id' | 'member' | 'version'>

const DEADLINE_MS = 5_000
const MAX_MESSAGE = 500

/** Runs a check with a deadline. Never rejects. */
export async function runCheck(
  check: (occasion: CheckOccasion) => Promise<string>,
  by: Omit<CheckOccasion, 'signal'>,
  { clock, onError }: { readonly clock: Clock; readonly onError: (error: unknown) => void },
): Promise<CheckResult> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new CheckFailed(`No response within ${DEADLINE_MS / 1_000} seconds`)), DEADLINE_MS)
  const startedAt = clock.now()
  const since = performance.now()
  const found = (ok: boolean, message: string): CheckResult => ({
    ok,
    message: message.slice(0, MAX_MESSAGE),
    latencyMs: Math.round(performance.now() - since),
    startedAt,
    checkedAt: clock.now(),
  })
  try {
    return found(true, await Promise.race([check({ ...by, signal: late.signal }), lateOf(late.signal)]))
  } catch (error) {
    if (error instanceof CheckFailed) return found(false, error.message)
    onError(error)
    return found(false, 'The check failed; see the log for the reason')
  } finally {
    clearTimeout(timer)
  }
}

function lateOf(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  return promise
}
