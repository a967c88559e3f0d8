import type { Kysely } from 'kysely'
import { formatInstant } from '../../../domain/instant.ts'
import type { ClientKeyTables } from '../../clients/keys/index.ts'
import {
  createWebhookStore,
  insertDeliveries,
  type Webhook,
  type WebhookMessage,
  type WebhookTables,
} from '../../clients/webhooks/index.ts'
import type { Channel, MessageContext } from './channel.ts'
import { creditsOf, MAX_MATCHES, writeMatches } from './compose.ts'
import { eventOf, type Match } from './decision.ts'
import type { AlertMatch, AlertTextPart } from './emails/weather-alert/data.ts'
import { insertNotices, noticeOf } from './notice-store.ts'
import type { ReadPreferences } from './subscriber.ts'
import type { AlertingTables } from './tables.ts'
import { messageOf } from './webhook-message.ts'

const PAGE = 500

/** Webhooks: one message for each match. `wake` is called after messages were written. */
export function createWebhookChannel(
  db: Kysely<WebhookTables & ClientKeyTables & AlertingTables>,
  { readPreferences, wake }: { readonly readPreferences: ReadPreferences; readonly wake: () => void },
): Channel {
  const { listLive } = createWebhookStore(db)

  async function insert(webhook: Webhook, key: string, matches: readonly Match[], context: MessageContext): Promise<number> {
    const messages = messagesOf(webhook, matches, context)
    const inserted = await db.transaction().execute(async (trx) => {
      const ids = await insertDeliveries(trx, messages, context.now)
      const notices = matches.map((match) => noticeOf(match, key))
      if (ids.length > 0) await insertNotices(trx, notices, context.now)
      return ids.length
    })
    if (inserted > 0) wake()
    return inserted
  }

  return {
    name: 'webhooks',
    async list(cell, after, now) {
      const webhooks = await listLive(cell, after, PAGE, now)
      return webhooks.map((webhook) => {
        const { id, alertPrefs, timezone } = webhook
        const key = `webhook:${id}`
        const preferences = readPreferences({ alertPrefs, alertOnRain: false, alertOnStorm: false })
        return {
          id,
          key,
          maxMatches: MAX_MATCHES,
          subscriptions: [{ preferences, frequency: 'immediate', timezone }],
          insert: (matches, context) => insert(webhook, key, matches, context),
        }
      })
    },
  }
}

function messagesOf(
  { id, name, lat, lon, lang, timezone }: Webhook,
  matches: readonly Match[],
  { state, sourceOf, now }: MessageContext,
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
