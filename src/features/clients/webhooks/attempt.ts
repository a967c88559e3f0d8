import type { Clock } from '../../../platform/clock.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import { answeredResult, type AttemptResult } from '../../../platform/upstream/attempt-result.ts'
import { type UpstreamClient, UpstreamFailure } from '../../../platform/upstream/client.ts'
import type { GivenUrls } from '../../../platform/upstream/given-url.ts'
import type { LeasedDelivery } from './delivery-store.ts'
import { secretPurpose, signedHeaders } from './signing.ts'

export interface AttemptOptions {
  /** Follows no redirects. */
  readonly client: Pick<UpstreamClient, 'send'>
  readonly urls: Pick<GivenUrls, 'isAllowed'>
  readonly allowPrivate: boolean
  readonly sealing: Pick<Sealing, 'open'>
  readonly clock: Clock
}

/** Makes one attempt to send a delivery; null: cut off by the signal. Never rejects. */
export function createAttempt({ client, urls, allowPrivate, sealing, clock }: AttemptOptions) {
  return async (delivery: LeasedDelivery, signal: AbortSignal): Promise<AttemptResult | null> => {
    try {
      const { id, webhookId, body, secret, formerSecret } = delivery
      if (secret === null) return { status: null, error: 'The secret was lost: rotate it' }
      const secrets = [secret, ...(formerSecret === null ? [] : [formerSecret])].map((sealed) =>
        sealing.open(secretPurpose(webhookId), sealed),
      )
      const url = new URL(delivery.url)
      if (!(await urls.isAllowed(url))) return { status: null, error: 'The address does not lead to the public Internet by https' }
      const headers = { 'content-type': 'application/json', ...signedHeaders(id, body, secrets, clock.now()) }
      return answeredResult(await client.send(url, { method: 'POST', headers, body, isPublicOnly: !allowPrivate, signal }))
    } catch (error) {
      if (signal.aborted) return null
      return { status: null, error: error instanceof UpstreamFailure ? error.message : 'The secret cannot be opened: rotate it' }
    }
  }
}
