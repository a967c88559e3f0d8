import assert from 'node:assert/strict'

/** Long enough to be interrupted by other processes. */
const SAMPLE_MS = 100

/**
 * Fails if more than `limitMs` have passed since `startedAt` (`performance.now()`) on a quiet machine. On a crowded one, the limit is longer by as
 * much as work takes longer there than its processor time; that is measured only once the limit has passed.
 */
export function assertPrompt(startedAt: number, limitMs: number, otherwise: string): void {
  const elapsed = performance.now() - startedAt
  if (elapsed < limitMs) return
  const allowed = limitMs * measureCrowding()
  assert.ok(elapsed < allowed, `${Math.round(elapsed)} ms, more than ${Math.round(allowed)}: ${otherwise}`)
}

/** How many times its processor time work takes at the moment; 1 on a quiet machine. */
function measureCrowding(): number {
  const [startedAt, before] = [performance.now(), process.threadCpuUsage()]
  let worked = 0
  while (worked < SAMPLE_MS) {
    const { user, system } = process.threadCpuUsage(before)
    worked = (user + system) / 1_000
  }
  return Math.max(1, (performance.now() - startedAt) / worked)
}
