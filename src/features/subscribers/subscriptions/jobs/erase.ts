import type { Context } from '../context.ts'
import { KEPT_INACTIVE_MS, KEPT_REFUSED_MS } from '../limits.ts'

/**
 * Erases, step by step, what is inactive for 30 days or waited in vain for its confirmation, expired confirmation links, and old
 * refusals. Of an erased subscription that its address ended by mail the refusal stays, which is a keyed hash.
 */
export async function eraseOldSubscriptions({ store, clock }: Pick<Context, 'store' | 'clock'>): Promise<void> {
  const now = clock.now()
  while (await store.erase({ now, deactivatedBefore: now - KEPT_INACTIVE_MS, refusedBefore: now - KEPT_REFUSED_MS }));
}
