import { type SenderOptions, startSender } from '../../../platform/sender.ts'
import type { AttemptResult } from '../../../platform/upstream/attempt-result.ts'
import type { DeliveryStore, LeasedDelivery } from './delivery-store.ts'
import { type Settlement, settlementOf } from './settling.ts'

/** `released`: returned without an attempt. */
export type DeliveryOutcome = Settlement['state'] | 'released'

export interface WebhookSenderOptions extends Pick<SenderOptions<LeasedDelivery>, 'maySend' | 'clock' | 'onError' | 'leaseMs'> {
  readonly deliveries: Pick<DeliveryStore, 'leaseDue' | 'release' | 'settle'>
  /** Makes one attempt; null: it was cut off by the signal. */
  readonly attempt: (delivery: LeasedDelivery, signal: AbortSignal) => Promise<AttemptResult | null>
  readonly onOutcome: (outcome: DeliveryOutcome) => void
}

/** Sends what is due to webhooks, on every node. Starts at once; `stop` ends it. */
export function startWebhookSender({ deliveries, attempt, onOutcome, ...options }: WebhookSenderOptions) {
  return startSender({
    ...options,
    what: 'messages to webhooks',
    queue: deliveries,
    async deliver(delivery, owner, signal) {
      const result = await attempt(delivery, signal)
      if (result === null) {
        onOutcome('released')
        return false
      }
      const now = options.clock.now()
      const settlement = settlementOf(delivery, result, now, Math.random())
      await deliveries.settle(owner, settlement, now)
      onOutcome(settlement.state)
      return true
    },
  })
}
