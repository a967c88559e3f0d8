import { setTimeout as sleep } from 'node:timers/promises'

/** Waits up to `ms` for work, which continues after that. Rejects when the work rejects in time. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController()
  try {
    await Promise.race([work, sleep(ms, undefined, { signal: late.signal }).catch(() => undefined)])
  } finally {
    late.abort()
  }
}
