import { formatInstant } from '@isobar/weather'
import type { Kysely } from 'kysely'
import {
  createWebhookStore,
  insertDeliveries,
  selectWebhookCells,
  type Webhook,
  type WebhookMessage,
} from '../../clients/webhooks/index.ts'
import { getZoneOrUtc } from '../subscriptions/index.ts'
import { type Channel, type ChannelOptions, type ChannelTables, type MessageContext, readAlertPreferences } from './channel.ts'
import { listMatchCredits, MAX_MATCHES, writeMatches } from './compose.ts'
import { getMatchEvent, type Match } from './decision.ts'
import type { AlertMatch, AlertTextPart } from './emails/weather-alert/data.ts'
import { buildWebhookMessage } from './webhook-message.ts'

/** Webhooks: one message for each match. */
export function createWebhookChannel(db: Kysely<ChannelTables>, { readPreferences, wake }: ChannelOptions): Channel {
  const { listLive } = createWebhookStore(db)
  return {
    name: 'webhooks',
    maxMatches: MAX_MATCHES,
    wake,
    selectCells: selectWebhookCells,
    list: async (...place) =>
      (await listLive(...place)).map((webhook) => ({
        id: webhook.id,
        key: `webhook:${webhook.id}`,
        subscriptions: [readAlertPreferences(webhook, 'immediate', readPreferences)],
        insert: async (trx, matches, context) => (await insertDeliveries(trx, messagesOf(webhook, matches, context), context.now)).length,
      })),
  }
}

function messagesOf(
  { id, name, lat, lon, lang }: Webhook,
  matches: readonly Match[],
  { state, sourceOf, now }: MessageContext,
): WebhookMessage[] {
  const { written, texts } = writeMatches({ matches, lang, state, sourceOf })
  const context = {
    webhookId: id,
    place: { name, lat, lon, timezone: state.timezone ?? getZoneOrUtc(lat, lon) },
    checkedAt: formatInstant(now),
    simulated: state.simulated,
  }
  return written.map((match, index) => {
    const { type, event } = buildWebhookMessage(match, getMatchEvent(matches[index] as Match).id, textIn(match, texts))
    return { webhookId: id, type, data: { ...context, event, attribution: listMatchCredits([match], sourceOf) } }
  })
}

function textIn(match: AlertMatch, texts: ReadonlyMap<string, AlertTextPart>): AlertTextPart | undefined {
  return match.kind === 'official' && match.text !== null ? texts.get(match.text) : undefined
}
