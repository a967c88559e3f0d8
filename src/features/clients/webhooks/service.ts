import { randomUUID } from 'node:crypto'
import { cellOf } from '../../../domain/cell.ts'
import { matchLanguage } from '../../../domain/language.ts'
import { AppError, type FieldError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import type { GivenUrls } from '../../../platform/upstream/given-url.ts'
import { HOUR_MS } from '../../../time.ts'
import { checkPreferences, ianaZone, invalidFields, lineOf, mergedPreferences, zoneAt } from '../../subscribers/subscriptions/index.ts'
import type { Delivery, DeliveryStore } from './delivery-store.ts'
import type { NewWebhook, WebhookPatch } from './schemas.ts'
import { sendTest } from './send-test.ts'
import { newWebhookSecret, secretPurpose } from './signing.ts'
import type { WebhookStore } from './store.ts'
import type { Webhook } from './webhook.ts'

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
  readonly clock: Clock
  /** Looks for due deliveries. */
  readonly wake: () => void
}

export type WebhookService = ReturnType<typeof createWebhookService>

/** What a client does with the webhooks of its key. */
export function createWebhookService({ store, deliveries, urls, sealing, clock, wake }: WebhookServiceOptions) {
  /** @throws AppError invalid_request that names every invalid field */
  async function check({ url, alertPrefs, lang, timezone }: WebhookPatch): Promise<void> {
    const faults: FieldError[] = []
    const address = url === undefined ? null : await urls.parse(url)
    if (typeof address === 'string') faults.push({ path: 'url', message: address })
    if (lang !== undefined && matchLanguage(lang) === null) faults.push({ path: 'lang', message: 'must be a language tag (BCP 47)' })
    if (timezone !== undefined && ianaZone(timezone) === null) faults.push({ path: 'timezone', message: 'must be an IANA time zone' })
    if (alertPrefs !== undefined) faults.push(...checkPreferences(alertPrefs).problems)
    if (faults.length > 0) throw invalidFields(faults)
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
      const [id, secret, now] = [randomUUID(), newWebhookSecret(), clock.now()]
      const webhook: Webhook = {
        id,
        name: lineOf(name),
        url,
        cell: cellOf(lat, lon).id,
        lat,
        lon,
        alertPrefs,
        lang,
        timezone: timezone ?? zoneAt(lat, lon),
        secret: sealing.seal(secretPurpose(id), secret),
        former: null,
        disabled: null,
        createdAt: now,
        updatedAt: now,
      }
      await store.insert(keyId, webhook)
      return { webhook, secret }
    },

    /** Merges preferences, replaces everything else. @throws AppError invalid_request, not_found, forbidden */
    async edit(keyId: string, id: string, { enabled, alertPrefs, ...patch }: WebhookPatch): Promise<Webhook> {
      await check(patch)
      const now = clock.now()
      const changed = await store.update(keyId, id, (webhook) => {
        const merged = alertPrefs === undefined ? webhook.alertPrefs : mergedPreferences(webhook.alertPrefs, alertPrefs)
        const { problems } = checkPreferences(merged)
        if (problems.length > 0) throw invalidFields(problems)
        return {
          ...webhook,
          ...patch,
          ...(patch.name === undefined ? {} : { name: lineOf(patch.name) }),
          alertPrefs: merged,
          disabled: disabledAfter(webhook, enabled, now),
          updatedAt: now,
        }
      })
      return changed ?? unknown()
    },

    /**
     * Makes a new secret; messages are also signed with the former one for `overlapHours`.
     * @throws AppError not_found
     */
    async rotate(keyId: string, id: string, overlapHours: number): Promise<IssuedWebhook> {
      const [secret, now] = [newWebhookSecret(), clock.now()]
      const sealed = sealing.seal(secretPurpose(id), secret)
      const changed = await store.update(keyId, id, (webhook) => ({
        ...webhook,
        secret: sealed,
        former: overlapHours === 0 || webhook.secret === null ? null : { secret: webhook.secret, until: now + overlapHours * HOUR_MS },
        updatedAt: now,
      }))
      return { webhook: changed ?? unknown(), secret }
    },

    /** @throws AppError not_found */
    async remove(keyId: string, id: string): Promise<void> {
      if (!(await store.delete(keyId, id))) unknown()
    },

    /** Sends a message of the type `webhook.test`, once. @throws AppError not_found, conflict, rate_limited */
    async test(keyId: string, id: string): Promise<Delivery> {
      const { name, lat, lon } = await find(keyId, id)
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
      const { disabled } = await find(keyId, id)
      if (disabled !== null) throw new AppError('conflict', 'The webhook is switched off')
      const replayed = await deliveries.replay(deliveryId, id, clock.now())
      if (replayed === undefined) throw new AppError('not_found', 'No such delivery; deliveries are deleted after 30 days')
      if (replayed === 'not_dead') throw new AppError('conflict', 'Only dead deliveries can be replayed')
      wake()
      return replayed
    },
  }
}

/** @throws AppError forbidden */
function disabledAfter({ disabled }: Webhook, enabled: boolean | undefined, now: number): Webhook['disabled'] {
  if (enabled === undefined || enabled === (disabled === null)) return disabled
  if (!enabled) return { at: now, by: 'client' }
  if (disabled?.by === 'operator') throw new AppError('forbidden', 'An operator has switched this webhook off')
  return null
}

function unknown(): never {
  throw new AppError('not_found', 'This key has no such webhook')
}
