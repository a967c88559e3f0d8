import { setTimeout as sleep } from 'node:timers/promises'
import type { Lease, SecondLevel } from './second-level.ts'

/** How asking for a lease ended: it is ours; somebody else has stored what it was for; or somebody else holds it for too long. */
export type LeaseOutcome<T> =
  | { readonly kind: 'ours'; readonly lease: Lease }
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'late' }

/** How long another node's fetch is looked for between two looks. */
const POLL_MS = 40

/**
 * One fetch for all nodes: takes the lease of `key`, or looks for what its holder fetches until it is found or `ttlMs` have passed.
 * `find` looks once; it is asked under the lease too, since its last holder may have just been done. Errors of the level are thrown.
 */
export async function leaseOrFind<T>(
  level: SecondLevel,
  key: string,
  ttlMs: number,
  find: () => Promise<T | undefined>,
): Promise<LeaseOutcome<T>> {
  const giveUpAt = performance.now() + ttlMs
  for (;;) {
    const lease = await level.lease(key, ttlMs)
    const value = await find().catch(async (error: unknown) => {
      await lease?.release().catch(() => undefined)
      throw error
    })
    if (value !== undefined) {
      await lease?.release()
      return { kind: 'found', value }
    }
    if (lease !== null) return { kind: 'ours', lease }
    if (performance.now() > giveUpAt) return { kind: 'late' }
    await sleep(POLL_MS)
  }
}
