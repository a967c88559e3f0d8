import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for work, but no longer than that: it then goes on by itself. Rejects where the work does so in time. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController()
  try {
    await Promise.race([work, sleep(ms, undefined, { signal: late.signal }).catch(() => undefined)])
  } finally {
    late.abort()
  }
}
