import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { toCell } from '@isobar/weather'
import { AppError, type FieldError } from '../../../errors.ts'
import { matchLanguage } from '../../../messages/language-tag.ts'
import type { Clock } from '../../../platform/clock.ts'
import { countTowards } from '../../../platform/http/limits/rate-limit-hook.ts'
import type { RateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import {
  checkPreferences,
  hashClientId,
  parseIanaZone,
  buildInvalidFieldsError,
  cleanPlaceName,
  getZoneOrUtc,
} from '../subscriptions/index.ts'
import type { BrowserSubscription, PushServices } from './browser-subscription.ts'
import type { DeviceStore, Watch } from './device-store.ts'
import type { WatchBody } from './schemas.ts'
import type { Trial, TrialResult } from './trial.ts'
import { buildDevicePurpose, type Vapid } from './vapid-store.ts'

export interface PushServiceOptions {
  readonly devices: DeviceStore
  readonly services: PushServices
  readonly vapid: Vapid
  readonly trial: Trial
  readonly sealing: Pick<Sealing, 'seal'>
  readonly keyedHash: (purpose: string, text: string) => string
  readonly limiter: RateLimiter
  readonly clock: Clock
}

export type PushService = ReturnType<typeof createPushService>

/** What browsers do: turn notifications of a place on and off. A browser is known by its clientId, as in subscriptions. */
export function createPushService({ devices, services, vapid, trial, sealing, keyedHash, limiter, clock }: PushServiceOptions) {
  const endpointOf = ({ endpoint, keys: { p256dh, auth } }: BrowserSubscription) => ({
    endpoint_hash: keyedHash('push endpoint', endpoint),
    service: new URL(endpoint).hostname,
    seal: (id: string) => sealing.seal(buildDevicePurpose(id), JSON.stringify({ endpoint, keys: { p256dh, auth } })),
  })

  return {
    /** The key that browsers subscribe with. @throws AppError service_unavailable */
    publicKey: async (): Promise<string> => (await vapid.keys()).publicKey,

    /**
     * Turns notifications of a place on, or changes what is wanted there. `network`: a keyed hash of where the request is from.
     * @throws AppError invalid_request that names every invalid field, limit_reached, service_unavailable
     */
    async watch(
      input: WatchBody,
      network: string,
    ): Promise<{ readonly watch: Watch; readonly isNew: boolean; readonly ignored: readonly string[] }> {
      const { subscription, lat, lon, alertPrefs = {}, lang = 'en', units = 'metric', frequency = 'immediate' } = input
      const timezone = input.timezone === undefined ? getZoneOrUtc(lat, lon) : parseIanaZone(input.timezone)
      const { problems, ignored } = checkPreferences(alertPrefs)
      const faults: FieldError[] = [...(await services.faultsOf(subscription)), ...problems]
      if (matchLanguage(lang) === null) faults.push({ path: 'lang', message: 'must be a language tag (BCP 47)' })
      if (timezone === null) faults.push({ path: 'timezone', message: 'must be an IANA time zone' })
      if (faults.length > 0 || timezone === null) throw buildInvalidFieldsError(faults)
      // Endpoints belong to this key.
      await vapid.keys()
      const now = new Date(clock.now())
      const client = hashClientId({ keyedHash }, input.clientId)
      const put = await devices.put(
        { ...endpointOf(subscription), id: randomUUID(), client, network, lang, units, created_at: now, alive_at: now },
        {
          id: randomUUIDv7(),
          cell: toCell(lat, lon).id,
          name: cleanPlaceName(input.name),
          lat,
          lon,
          frequency,
          alert_prefs: alertPrefs,
          timezone,
          created_at: now,
          updated_at: now,
        },
      )
      return { ...put, ignored }
    },

    /** A browser's places, oldest first; null: it is unknown. */
    list: (clientId: string): Promise<readonly Watch[] | null> => devices.list(hashClientId({ keyedHash }, clientId), clock.now()),

    /** Ends notifications of a place, or of all; resolves to how many. Null: the browser is unknown. */
    remove: (clientId: string, place: { readonly lat: number; readonly lon: number } | null): Promise<number | null> =>
      devices.remove(hashClientId({ keyedHash }, clientId), place === null ? null : toCell(place.lat, place.lon).id),

    /** Sends a browser a test notification; null: it is unknown. @throws AppError rate_limited */
    async test(clientId: string): Promise<TrialResult | null> {
      const client = hashClientId({ keyedHash }, clientId)
      if ((await devices.list(client, clock.now())) === null) return null
      await countTowards(limiter, 'push-tests', client, 'A browser may be tested a few times an hour')
      return trial({ client })
    },

    /** Follows a browser to the endpoint that its push service gave it. @throws AppError invalid_request, not_found */
    async move(formerEndpoint: string, subscription: BrowserSubscription): Promise<void> {
      const faults = await services.faultsOf(subscription)
      if (faults.length > 0) throw buildInvalidFieldsError(faults)
      const former = keyedHash('push endpoint', formerEndpoint)
      if (!(await devices.move(former, endpointOf(subscription)))) throw new AppError('not_found', 'No device has this endpoint')
    },
  }
}
