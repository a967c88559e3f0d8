import { randomUUID } from 'node:crypto'
import { toCell } from '@isobar/weather'
import { AppError, type FieldError } from '../../../errors.ts'
import { matchLanguage } from '../../../messages/language-tag.ts'
import type { Clock } from '../../../platform/clock.ts'
import { countTowards } from '../../../platform/http/limits/rate-limit-hook.ts'
import type { RateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import type { GivenUrls } from '../../../platform/upstream/given-url.ts'
import { HOUR_MS } from '../../../time.ts'
import {
  checkPreferences,
  parseIanaZone,
  buildInvalidFieldsError,
  cleanPlaceName,
  mergeStoredPreferences,
  getZoneOrUtc,
} from '../../subscribers/subscriptions/index.ts'
import type { Delivery, DeliveryStore } from './delivery-store.ts'
import type { NewWebhook, WebhookPatch } from './schemas.ts'
import { generateWebhookSecret, buildWebhookPurpose } from './signing.ts'
import type { Webhook, WebhookStore } from './store.ts'

/** A webhook whose secret was just made: only here is it known. */
export interface IssuedWebhook {
  readonly webhook: Webhook
  readonly secret: string
}

export interface WebhookServiceOptions {
  readonly store: WebhookStore
  readonly deliveries: DeliveryStore
  readonly urls: GivenUrls
  readonly sealing: Sealing
  readonly keyedHash: (purpose: string, text: string) => string
  readonly limiter: RateLimiter
  readonly clock: Clock
  /** Looks for due deliveries. */
  readonly wake: () => void
}

export type WebhookService = ReturnType<typeof createWebhookService>

/** What a client does with the webhooks of its key. */
export function createWebhookService({ store, deliveries, urls, sealing, keyedHash, limiter, clock, wake }: WebhookServiceOptions) {
  /** @throws AppError invalid_request that names every invalid field */
  async function check({ url, alertPrefs, lang, timezone }: WebhookPatch): Promise<void> {
    const faults: FieldError[] = []
    const address = url === undefined ? null : await urls.parse(url)
    if (typeof address === 'string') faults.push({ path: 'url', message: address })
    if (lang !== undefined && matchLanguage(lang) === null) faults.push({ path: 'lang', message: 'must be a language tag (BCP 47)' })
    if (timezone !== undefined && parseIanaZone(timezone) === null) faults.push({ path: 'timezone', message: 'must be an IANA time zone' })
    if (alertPrefs !== undefined) faults.push(...checkPreferences(alertPrefs).problems)
    if (faults.length > 0) throw buildInvalidFieldsError(faults)
  }

  /** @throws AppError not_found */
  async function find(keyId: string, id: string): Promise<Webhook> {
    return (await store.find(keyId, id)) ?? unknown()
  }

  return {
    list: store.list,
    find,

    /** @throws AppError invalid_request, limit_reached */
    async create(keyId: string, input: NewWebhook): Promise<IssuedWebhook> {
      const { url, lat, lon, name = '', alertPrefs = {}, lang = 'en', timezone } = input
      await check(input)
      const [id, secret, now] = [randomUUID(), generateWebhookSecret(), new Date(clock.now())]
      const webhook: Webhook = {
        id,
        key_id: keyId,
        name: cleanPlaceName(name),
        url,
        cell: toCell(lat, lon).id,
        lat,
        lon,
        alert_prefs: alertPrefs,
        lang,
        timezone: timezone ?? getZoneOrUtc(lat, lon),
        secret: sealing.seal(buildWebhookPurpose(id), secret),
        former_secret: null,
        former_until: null,
        disabled_at: null,
        disabled_by: null,
        created_at: now,
        updated_at: now,
      }
      await store.insert(webhook)
      return { webhook, secret }
    },

    /** Merges preferences, replaces everything else. @throws AppError invalid_request, not_found, forbidden */
    async edit(keyId: string, id: string, { enabled, alertPrefs, ...patch }: WebhookPatch): Promise<Webhook> {
      await check(patch)
      const updated_at = new Date(clock.now())
      const changed = await store.update(keyId, id, (webhook) => {
        const merged = alertPrefs === undefined ? webhook.alert_prefs : mergeStoredPreferences(webhook.alert_prefs, alertPrefs)
        const { problems } = checkPreferences(merged, webhook.alert_prefs)
        if (problems.length > 0) throw buildInvalidFieldsError(problems)
        return {
          ...patch,
          ...(patch.name === undefined ? {} : { name: cleanPlaceName(patch.name) }),
          alert_prefs: merged,
          ...switched(webhook, enabled, updated_at),
          updated_at,
        }
      })
      return changed ?? unknown()
    },

    /**
     * Makes a new secret; messages are also signed with the former one for `overlapHours`.
     * @throws AppError not_found
     */
    async rotate(keyId: string, id: string, overlapHours: number): Promise<IssuedWebhook> {
      const [secret, now] = [generateWebhookSecret(), clock.now()]
      const sealed = sealing.seal(buildWebhookPurpose(id), secret)
      const changed = await store.update(keyId, id, (webhook) => {
        const overlaps = overlapHours > 0 && webhook.secret !== null
        return {
          secret: sealed,
          former_secret: overlaps ? webhook.secret : null,
          former_until: overlaps ? new Date(now + overlapHours * HOUR_MS) : null,
          updated_at: new Date(now),
        }
      })
      return { webhook: changed ?? unknown(), secret }
    },

    /** @throws AppError not_found */
    async remove(keyId: string, id: string): Promise<void> {
      if (!(await store.delete(keyId, id))) unknown()
    },

    /** Sends a message of the type `webhook.test`, once. @throws AppError not_found, conflict, rate_limited */
    async test(keyId: string, id: string): Promise<Delivery> {
      const { name, lat, lon, url } = await find(keyId, id)
      // By host, since a webhook that is deleted and created again would start anew.
      const target = keyedHash('webhook tests', `${keyId} ${new URL(url).host}`)
      await countTowards(limiter, 'webhook-tests', target, 'The webhooks at this host were tested too often in the last hour')
      const delivery = await sendTest({ deliveries, clock, wake }, id, { webhookId: id, place: { name, lat, lon } })
      if (delivery !== undefined) return delivery
      await find(keyId, id)
      throw new AppError('conflict', 'The webhook is switched off')
    },

    /** @throws AppError not_found */
    async listDeliveries(keyId: string, id: string, filters: Parameters<DeliveryStore['list']>[1]) {
      await find(keyId, id)
      return deliveries.list(id, filters)
    },

    /** Queues a dead delivery again, with all its attempts and under its id. @throws AppError not_found, conflict */
    async replay(keyId: string, id: string, deliveryId: string): Promise<Delivery> {
      const { disabled_at } = await find(keyId, id)
      if (disabled_at !== null) throw new AppError('conflict', 'The webhook is switched off')
      const replayed = await deliveries.replay(deliveryId, id, clock.now())
      if (replayed === undefined) throw new AppError('not_found', 'No such delivery; deliveries are deleted after 30 days')
      if (replayed === 'not_dead') throw new AppError('conflict', 'Only dead deliveries can be replayed')
      wake()
      return replayed
    },
  }
}

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

/** What switching it on or off changes. @throws AppError forbidden */
function switched({ disabled_at, disabled_by }: Webhook, enabled: boolean | undefined, now: Date): Partial<Webhook> {
  if (enabled === undefined || enabled === (disabled_at === null)) return {}
  if (!enabled) return { disabled_at: now, disabled_by: 'client' }
  if (disabled_by === 'operator') throw new AppError('forbidden', 'An operator has switched this webhook off')
  return { disabled_at: null, disabled_by: null }
}

function unknown(): never {
  throw new AppError('not_found', 'This key has no such webhook')
}
