import type { Clock } from '../../../platform/clock.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import { toAttemptResult, type AttemptResult } from '../../../platform/upstream/attempt-result.ts'
import { type UpstreamClient, UpstreamFailure, type UpstreamSend } from '../../../platform/upstream/client.ts'
import { judgeProviderCall, type UseReports, type UseResult } from '../../operations/connections/index.ts'
import type { BrowserSubscription, PushServices } from './browser-subscription.ts'
import type { LeasedMessage } from './message-store.ts'
import { buildDevicePurpose, type Vapid } from './vapid-store.ts'

export interface AttemptOptions {
  /** Follows no redirects. */
  readonly client: Pick<UpstreamClient, 'send'>
  readonly services: Pick<PushServices, 'isAllowed'>
  readonly allowPrivate: boolean
  readonly sealing: Pick<Sealing, 'open'>
  readonly vapid: Vapid
  /** Whom push services may write to: `https:` or `mailto:`. */
  readonly subject: string
  readonly useReports: Pick<UseReports, 'add'>
  readonly clock: Clock
}

export const PUSH_SERVICES = 'push-services'

/** What an answer says of the push service: one that refuses a device or a message works. */
function judgeStatus(status: number): UseResult {
  const isRefusal = status === 401 || status === 403
  const message = isRefusal ? `Refuses this service’s signature (${status})` : `Answered ${status}`
  return isRefusal || status === 429 || status >= 500 ? { ok: false, message } : { ok: true, message: 'Accepting notifications' }
}

/** Four weeks, the most that push services keep a message. */
const MAX_TTL_SECONDS = 28 * 86_400

/** Makes one attempt to send a message, encrypted and signed; null: cut off by the signal. Never rejects. `now`: epoch milliseconds. */
export function createAttempt({ client, services, allowPrivate, sealing, vapid, subject, useReports, clock }: AttemptOptions) {
  async function send(url: URL, options: UpstreamSend): Promise<AttemptResult> {
    const [target, startedAt] = [{ id: PUSH_SERVICES, member: url.host }, clock.now()]
    try {
      const answer = await client.send(url, options)
      useReports.add(target, judgeStatus(answer.status), startedAt)
      return toAttemptResult(answer)
    } catch (error) {
      const result = judgeProviderCall(error)
      if (result !== null) useReports.add(target, result, startedAt)
      throw error
    }
  }

  return async (message: LeasedMessage, now: number, signal: AbortSignal): Promise<AttemptResult | null> => {
    try {
      const { endpoint, keys } = JSON.parse(sealing.open(buildDevicePurpose(message.deviceId), message.sealed)) as BrowserSubscription
      const url = new URL(endpoint)
      if (!(await services.isAllowed(url))) return { status: null, error: 'The push service is not allowed, or not on the public Internet' }
      // Loaded when there is something to send: 40 ms and 10 MB.
      const { default: webPush } = await import('web-push')
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, message.payload, {
        vapidDetails: { subject, ...(await vapid.keys()) },
        TTL: Math.min(Math.floor((message.expiresAt - now) / 1_000), MAX_TTL_SECONDS),
        urgency: message.urgency,
        // A message that still waits at the push service is replaced, too.
        topic: message.tag.replaceAll('-', ''),
      })
      const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
      return await send(url, { method: 'POST', headers: sent, body, isPublicOnly: !allowPrivate, signal })
    } catch (error) {
      if (signal.aborted) return null
      return { status: null, error: error instanceof UpstreamFailure ? error.message : 'The message cannot be encrypted or signed' }
    }
  }
}
