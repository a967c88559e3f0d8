import { formatInstant } from '@isobar/weather'
import { AppError } from '../../../../errors.ts'
import { countTowards } from '../../../../platform/http/limits/rate-limit-hook.ts'
import { toMailboxKey } from '../../../../platform/mail/address.ts'
import { createToken, hashToken } from '../../../../platform/secrets/tokens.ts'
import { computeAgeMs } from '../../../../time.ts'
import { sealToken } from '../../../mail/outbox/index.ts'
import { buildEmailLimitError } from '../admission.ts'
import { type Context, buildSubscriptionRefusal } from '../context.ts'
import type { ConfirmSubscriptionData } from '../emails/confirm-subscription/data.ts'
import {
  CONFIRM_WITHIN_MS,
  CONFIRMATION_MAIL_COVERS_MS,
  CONFIRMATION_MAILS_WINDOW_MS,
  MAX_CITIES_PER_EMAIL,
  MAX_CONFIRMATION_MAILS,
} from '../limits.ts'
import type { Unit } from '../store.ts'
import type { Subscription } from '../subscription.ts'
import { SUBSCRIPTION_TYPES } from '../tables.ts'
import type { Confirmation } from './store.ts'

/** Subscriptions listed in the mail; the page behind its link shows all. */
const MAX_LISTED = 20
/**
 * Text that mail clients turn into links. The address is not proven yet: a name must not lead its reader elsewhere, so the coordinates
 * replace such a name (even `St.Gallen`).
 */
const LOOKS_LIKE_LINK = /:\/\/|@|[\p{L}\p{N}]\.\p{L}{2}/u

/**
 * Enqueues a confirmation mail: one for all that a client requests for an address within some minutes, and few a day per mailbox, whoever
 * requests them and however the address is spelled. The caller holds the lock of the mailbox. Resolves to whether there is a mail.
 * `network`: where the request comes from, which may cause some mails a day.
 * @throws AppError rate_limited
 */
export async function requestConfirmation(
  context: Context,
  unit: Unit,
  requested: Subscription,
  network: string,
  now: number,
): Promise<boolean> {
  const { client, emailKey, email, lang, units, timezone } = requested
  const mailbox = context.keyedHash('mailbox', toMailboxKey(emailKey))
  const sent = await unit.confirmations.listSince(mailbox, now - CONFIRMATION_MAILS_WINDOW_MS)
  const isCovered = sent.some(
    (each) =>
      each.client === client &&
      each.email_key === emailKey &&
      each.used_at === null &&
      each.created_at.getTime() > now - CONFIRMATION_MAIL_COVERS_MS,
  )
  if (isCovered || sent.length >= MAX_CONFIRMATION_MAILS) return false
  await countTowards(context.limiter, 'confirmations', network, 'Too many addresses were subscribed from this network today')
  const { token, hash } = createToken()
  const expiresAt = now + CONFIRM_WITHIN_MS
  await unit.confirmations.insert({
    token_hash: hash,
    client,
    email_key: emailKey,
    mailbox,
    lang,
    created_at: new Date(now),
    expires_at: new Date(expiresAt),
  })
  const waiting = await listWaiting(unit, { client, emailKey })
  const data: ConfirmSubscriptionData = {
    token,
    validUntil: formatInstant(expiresAt),
    subscriptions: waiting.slice(-MAX_LISTED).map(({ type, cityName, cityLat, cityLon, frequency }) => ({
      type,
      cityName: cityName !== null && LOOKS_LIKE_LINK.test(cityName) ? null : cityName,
      lat: cityLat,
      lon: cityLon,
      frequency,
    })),
  }
  const key = `confirmation ${context.keyedHash('address', emailKey)} ${hash.toString('base64url')}`
  await unit.insertMail(
    {
      key,
      template: 'confirm-subscription',
      to: email,
      kind: 'confirmation',
      lang,
      units,
      timezone,
      data: sealToken(data, context.sealing),
      dropAfter: expiresAt,
    },
    now,
  )
  return true
}

/** The subscriptions behind a confirmation link. */
export interface PendingConfirmation {
  readonly confirmation: Confirmation
  /** Subscriptions waiting for confirmation; empty once confirmed. */
  readonly waiting: readonly Subscription[]
}

export interface Confirmed {
  readonly confirmation: Confirmation
  readonly confirmed: readonly Subscription[]
  /** Subscriptions beyond the address's limit, which stay unconfirmed. */
  readonly overLimit: readonly Subscription[]
}

export type ConfirmationService = ReturnType<typeof createConfirmationService>

/** The service behind confirmation links. */
export function createConfirmationService(context: Context) {
  const { store, clock } = context

  async function findValid(unit: Unit, token: string): Promise<Confirmation> {
    const hash = hashToken(token)
    const confirmation = hash === null ? undefined : await unit.confirmations.find(hash)
    const now = clock.now()
    const isOpen =
      confirmation !== undefined &&
      confirmation.expires_at.getTime() > now &&
      computeAgeMs(confirmation.created_at.getTime(), now) < Infinity
    if (!isOpen) {
      throw new AppError('not_found', 'This link is invalid or has expired')
    }
    return confirmation
  }

  return {
    /** @throws AppError not_found for an unknown or expired token */
    find: (token: string): Promise<PendingConfirmation> =>
      store.transaction({}, async (unit) => {
        const confirmation = await findValid(unit, token)
        const { client, email_key: emailKey, used_at } = confirmation
        return { confirmation, waiting: used_at === null ? await listWaiting(unit, { client, emailKey }) : [] }
      }),

    /** Confirms the requesting client's subscriptions for the address. Idempotent. @throws AppError not_found, limit_reached */
    async confirm(token: string): Promise<Confirmed> {
      const { client, email_key: emailKey } = await store.transaction({}, (unit) => findValid(unit, token))
      return await store.transaction({ clients: [client], emailKeys: [emailKey] }, async (unit) => {
        const confirmation = await findValid(unit, token)
        // A link works once: later requests get another mail.
        if (confirmation.used_at !== null) return { confirmation, confirmed: [], overLimit: [] }
        const now = clock.now()
        const waiting = await listWaiting(unit, { client, emailKey })
        const { citiesOfEmail } = await unit.countFor(client, emailKey)
        const [confirmed, overLimit] = withinLimit(waiting, MAX_CITIES_PER_EMAIL - citiesOfEmail)
        if (confirmed.length === 0 && overLimit.length > 0) throw buildEmailLimitError()
        if (confirmed.length > 0) {
          await unit.confirm(
            confirmed.map(({ id }) => id),
            now,
          )
          await unit.prove({ client, emailKey }, now)
          await unit.deleteRefusals(confirmed.map((each) => buildSubscriptionRefusal(context, each)))
          await unit.liftUnsubscription(context.keyedHash('address', emailKey))
        }
        await unit.confirmations.markUsed(confirmation.token_hash, now)
        return { confirmation, confirmed, overLimit }
      })
    },
  }
}

function listWaiting(unit: Unit, { client, emailKey }: Pick<Subscription, 'client' | 'emailKey'>): Promise<Subscription[]> {
  return unit.listUnconfirmed({ client, emailKey, types: SUBSCRIPTION_TYPES })
}

/** Oldest first, as many cities as the limit allows. */
function withinLimit(waiting: readonly Subscription[], room: number): [within: Subscription[], beyond: Subscription[]] {
  const within: Subscription[] = []
  const beyond: Subscription[] = []
  let cities = 0
  for (const each of waiting) {
    if (each.cell !== null) cities++
    ;(each.cell === null || cities <= room ? within : beyond).push(each)
  }
  return [within, beyond]
}
