import { UNIT_SYSTEMS, formatInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { Instant, Latitude, Longitude } from '../../../platform/http/schema/schemas.ts'
import { AlertPrefs, ClientId } from '../subscriptions/index.ts'
import { BrowserSubscription } from './browser-subscription.ts'
import type { Watch } from './device-store.ts'
import { PUSH_FREQUENCIES } from './tables.ts'

/** PostgreSQL text cannot contain NUL. */
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$', description: 'Name of the place in notifications' })
const Frequency = Type.Enum([...PUSH_FREQUENCIES], { description: 'At most this often; extreme warnings at once' })

export const WatchBody = Type.Object(
  {
    clientId: ClientId,
    subscription: BrowserSubscription,
    lat: Latitude,
    lon: Longitude,
    name: Name,
    frequency: Type.Optional(Frequency),
    alertPrefs: Type.Optional(AlertPrefs),
    lang: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'BCP 47; default en' })),
    units: Type.Optional(Type.Enum([...UNIT_SYSTEMS], { description: 'Default metric' })),
    timezone: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone, of quiet hours too; default: that of the place' }),
    ),
  },
  { title: 'NewPushWatch' },
)
export type WatchBody = Static<typeof WatchBody>

export const WatchShown = Type.Object(
  {
    name: Type.String(),
    lat: Type.Number(),
    lon: Type.Number(),
    frequency: Frequency,
    alertPrefs: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
    timezone: Type.String(),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'PushWatch' },
)
export type WatchShown = Static<typeof WatchShown>

/** What a browser is notified of, as the API shows it. */
export function showWatch({ name, lat, lon, frequency, alert_prefs, timezone, created_at, updated_at }: Watch): WatchShown {
  return {
    name,
    lat,
    lon,
    frequency,
    alertPrefs: alert_prefs,
    timezone,
    createdAt: formatInstant(created_at.getTime()),
    updatedAt: formatInstant(updated_at.getTime()),
  }
}

export const SUBSCRIPTION_EXAMPLE: BrowserSubscription = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABl',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}
const CLIENT = '5f1d7c0e-93f1-4c34-8f9b-8a1a2f6f0f3c'
const BERLIN = { lat: 52.52, lon: 13.405, name: 'Berlin' }
const PREFERENCES = { wind: { minGustKmh: 75 }, quietHours: { from: '22:00', to: '07:00', exceptExtreme: true } }
export const WATCH_BODY_EXAMPLE = { clientId: CLIENT, subscription: SUBSCRIPTION_EXAMPLE, ...BERLIN, alertPrefs: PREFERENCES, lang: 'de' }
export const PLACE_EXAMPLE = { clientId: CLIENT, lat: BERLIN.lat, lon: BERLIN.lon }
export const WATCH_EXAMPLE: WatchShown = {
  ...BERLIN,
  frequency: 'immediate',
  alertPrefs: PREFERENCES,
  timezone: 'Europe/Berlin',
  createdAt: '2026-11-21T03:00:00Z',
  updatedAt: '2026-11-21T03:00:00Z',
}

/** What became of a test notification. */
export const TrialAnswer = Type.Object(
  {
    outcome: Type.Enum(['sent', 'failed', 'gone'], {
      description: 'gone: the push service no longer knows the browser, and neither does this one',
    }),
    message: Type.String({ description: 'The same in a sentence, in English' }),
  },
  { title: 'PushTest' },
)
export const TRIAL_EXAMPLE = { outcome: 'failed', message: 'The push service answered 403' } as const
