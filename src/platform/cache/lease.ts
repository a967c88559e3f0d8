import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Lease } from '../db/leases.ts'
import type { SecondLevel } from './second-level.ts'

/** Outcome of a lease request: we hold it; another node has stored the value; or another node has held it for too long. */
export type LeaseOutcome<T> =
  | { readonly kind: 'ours'; readonly lease: Lease }
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'late' }

/**
 * The lease of work that one node does at a time; null while another has it.
 * @throws AppError `service_unavailable` when the level cannot be reached
 */
export async function takeLease(level: Pick<SecondLevel, 'lease'>, key: string, ttlMs: number): Promise<Lease | null> {
  try {
    return await level.lease(key, ttlMs)
  } catch (cause) {
    throw new AppError('service_unavailable', 'Cannot ask the other nodes right now. Please try again.', { cause, retryAfterSeconds: 5 })
  }
}

/** Pause between two looks for the result of another node's fetch. */
const POLL_MS = 40

/**
 * Single flight across nodes: takes the lease of `key`, or polls for the value that its holder fetches until `ttlMs` have passed. `find`
 * looks once; it is also called under the lease, since the last holder may have just finished.
 * @throws the errors of the level and of `find`
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
      await lease?.release()
      throw error
    })
    if (value !== undefined) {
      await lease?.release()
      return { kind: 'found', value }
    }
    if (lease?.isHeld() === true) return { kind: 'ours', lease }
    await lease?.release()
    if (performance.now() > giveUpAt) return { kind: 'late' }
    await sleep(POLL_MS)
  }
}
