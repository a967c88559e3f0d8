import { formatInstant } from '../../../domain/instant.ts'
import type { WebhookMessage } from '../../clients/webhooks/index.ts'
import type { CellParts, CellRun } from './cell-run.ts'
import { creditsOf, mostSevere, writeMatches } from './compose.ts'
import { decide } from './decide.ts'
import { eventOf, type Match } from './decision.ts'
import type { AlertMatch, AlertTextPart } from './emails/weather-alert/data.ts'
import type { Evaluation } from './evaluate.ts'
import { noticeOf } from './notify-subscribers.ts'
import { messageOf } from './webhook-message.ts'
import { type WatchingWebhook, webhookRecipient } from './webhook-store.ts'

export interface WebhookTally {
  readonly enqueued: number
  /** Webhooks whose notification failed. */
  readonly failed: number
}

/** Notifies the webhooks of a place by the same decisions as addresses: one message for each match, each webhook in a transaction of its own. */
export async function notifyWebhooks(
  webhooks: readonly WatchingWebhook[],
  evaluation: Evaluation,
  run: CellRun,
  parts: CellParts,
): Promise<WebhookTally> {
  if (webhooks.length === 0) return { enqueued: 0, failed: 0 }
  const notices = await parts.notifications.listNotices(evaluation.events, webhooks.map(webhookRecipient), null)
  let [enqueued, failed] = [0, 0]
  for (const webhook of webhooks) {
    if (run.signal.aborted) break
    try {
      const recipient = webhookRecipient(webhook)
      const { matches, held } = decide(
        { subscriptions: [{ ...webhook, frequency: 'immediate' }] },
        evaluation.state,
        notices.get(recipient) ?? [],
        run.now,
      )
      if (held !== null || matches.length === 0) continue
      const sent = mostSevere(matches)
      enqueued += await parts.webhooks.insert(
        messagesOf(webhook, sent, evaluation, run, parts),
        sent.map((match) => noticeOf(match, recipient)),
        run.now,
      )
    } catch (error) {
      failed += 1
      parts.onError(error, 'notifying a webhook')
    }
  }
  return { enqueued, failed }
}

function messagesOf(
  { id, name, lat, lon, lang, timezone }: WatchingWebhook,
  matches: readonly Match[],
  { state }: Evaluation,
  { now }: CellRun,
  { sourceOf }: CellParts,
): WebhookMessage[] {
  const { written, texts } = writeMatches({ matches, lang, state, sourceOf })
  const context = {
    webhookId: id,
    place: { name, lat, lon, timezone: state.timezone ?? timezone },
    checkedAt: formatInstant(now),
    simulated: state.simulated,
  }
  return written.map((match, index) => {
    const { type, event } = messageOf(match, eventOf(matches[index] as Match).id, textIn(match, texts))
    return { webhookId: id, type, data: { ...context, event, attribution: creditsOf([match], sourceOf) } }
  })
}

function textIn(match: AlertMatch, texts: ReadonlyMap<string, AlertTextPart>): AlertTextPart | undefined {
  return match.kind === 'official' && match.text !== null ? texts.get(match.text) : undefined
}
