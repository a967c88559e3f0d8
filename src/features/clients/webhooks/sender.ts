import type { Clock } from '../../../platform/clock.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import { type SenderOptions, startSender } from '../../../platform/sender.ts'
import { toAttemptResult, type AttemptResult } from '../../../platform/upstream/attempt-result.ts'
import { type UpstreamClient, UpstreamFailure } from '../../../platform/upstream/client.ts'
import type { RawAnswer } from '../../../platform/upstream/exchange.ts'
import type { GivenUrls } from '../../../platform/upstream/given-url.ts'
import { judgeProviderCall, type UseReports, type UseResult } from '../../operations/connections/index.ts'
import type { DeliveryStore, LeasedDelivery } from './delivery-store.ts'
import { OPERATOR_WEBHOOK } from './operator-store.ts'
import { type Settlement, buildDeliverySettlement } from './settling.ts'
import { buildWebhookPurpose, buildSignedHeaders } from './signing.ts'
import { NOTICE_WEBHOOK, WEBHOOKS } from './systems.ts'

/** `released`: returned without an attempt. */
export type DeliveryOutcome = Settlement['state'] | 'released'

interface AttemptOptions {
  /** Follows no redirects. */
  readonly client: Pick<UpstreamClient, 'send'>
  readonly urls: Pick<GivenUrls, 'isAllowed'>
  readonly allowPrivate: boolean
  readonly sealing: Pick<Sealing, 'open'>
  readonly clock: Clock
  readonly useReports: Pick<UseReports, 'run'>
}

export interface WebhookSenderOptions extends AttemptOptions, Pick<SenderOptions<LeasedDelivery>, 'maySend' | 'onError' | 'leaseMs'> {
  readonly deliveries: Pick<DeliveryStore, 'leaseDue' | 'release' | 'settle'>
  readonly onOutcome: (outcome: DeliveryOutcome) => void
}

/** Sends what is due to webhooks, on every node. Starts at once; `stop` ends it. */
export function startWebhookSender({ deliveries, onOutcome, ...options }: WebhookSenderOptions) {
  return startSender({
    ...options,
    what: 'messages to webhooks',
    queue: deliveries,
    async deliver(delivery, owner, signal) {
      const result = await attempt(delivery, signal, options)
      if (result === null) {
        onOutcome('released')
        return false
      }
      const now = options.clock.now()
      const settlement = buildDeliverySettlement(delivery, result, now, Math.random())
      await deliveries.settle(owner, settlement, now)
      onOutcome(settlement.state)
      return true
    },
  })
}

/** Makes one attempt to send a delivery; null: cut off by the signal. Never rejects. */
async function attempt(
  { id, webhookId, body, secret, formerSecret, ...delivery }: LeasedDelivery,
  signal: AbortSignal,
  { client, urls, allowPrivate, sealing, clock, useReports }: AttemptOptions,
): Promise<AttemptResult | null> {
  try {
    if (secret === null) return { status: null, error: 'The secret was lost: rotate it' }
    const secrets = [secret, ...(formerSecret === null ? [] : [formerSecret])].map((sealed) =>
      sealing.open(buildWebhookPurpose(webhookId), sealed),
    )
    const url = new URL(delivery.url)
    if (!(await urls.isAllowed(url))) return { status: null, error: 'The address does not lead to the public Internet by https' }
    const headers = { 'content-type': 'application/json', ...buildSignedHeaders(id, body, secrets, clock.now()) }
    const target = { id: webhookId === OPERATOR_WEBHOOK ? NOTICE_WEBHOOK : WEBHOOKS, member: url.origin }
    const send = async () => {
      const answer = await client.send(url, { method: 'POST', headers, body, isPublicOnly: !allowPrivate, signal })
      if (answer.status < 200 || answer.status >= 300) throw new Unaccepted(answer)
      return answer
    }
    return toAttemptResult(await useReports.run(target, send, 'Accepting messages', judgeReceiver))
  } catch (error) {
    if (error instanceof Unaccepted) return toAttemptResult(error.answer)
    if (signal.aborted) return null
    return { status: null, error: error instanceof UpstreamFailure ? error.message : 'The secret cannot be opened: rotate it' }
  }
}

/** The receiver answered, and did not take the message. */
class Unaccepted extends Error {
  readonly answer: RawAnswer
  constructor(answer: RawAnswer) {
    super(`answered ${answer.status}`)
    this.answer = answer
  }
}

function judgeReceiver(error: unknown): UseResult | null {
  return error instanceof Unaccepted ? { ok: false, message: `Answered ${error.answer.status}` } : judgeProviderCall(error)
}
