import type { Context } from '../context.ts'
import { KEPT_INACTIVE_MS, KEPT_REFUSED_MS } from '../limits.ts'

/**
 * Erases in bounded steps: subscriptions inactive for 30 days or never confirmed, expired confirmation links, and old refusals. For an
 * erased subscription that its address ended by mail, the refusal (a keyed hash) stays.
 */
export async function eraseOldSubscriptions({ store, clock }: Pick<Context, 'store' | 'clock'>): Promise<void> {
  const now = clock.now()
  while (await store.erase({ now, deactivatedBefore: now - KEPT_INACTIVE_MS, refusedBefore: now - KEPT_REFUSED_MS }));
}
