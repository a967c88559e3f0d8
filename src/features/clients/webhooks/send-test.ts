import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { HOUR_MS } from '../../../time.ts'
import type { Delivery, DeliveryStore } from './delivery-store.ts'

export interface TestOptions {
  readonly deliveries: Pick<DeliveryStore, 'insertTest' | 'countTests'>
  readonly clock: Clock
  /** Looks for due deliveries. */
  readonly wake: () => void
}

const MAX_TESTS_PER_HOUR = 20
const RETRY_TEST_SECONDS = 600

/** Sends a message of the type `webhook.test`, once; undefined: the webhook is not live. @throws AppError rate_limited */
export async function sendTest({ deliveries, clock, wake }: TestOptions, webhookId: string, data: object): Promise<Delivery | undefined> {
  const now = clock.now()
  if ((await deliveries.countTests(webhookId, now - HOUR_MS)) >= MAX_TESTS_PER_HOUR) {
    throw new AppError('rate_limited', `A webhook may be tested ${MAX_TESTS_PER_HOUR} times an hour`, {
      retryAfterSeconds: RETRY_TEST_SECONDS,
    })
  }
  const delivery = await deliveries.insertTest({ webhookId, type: 'webhook.test', data }, now)
  if (delivery !== undefined) wake()
  return delivery
}
