import { buildPreferenceFields, readSentPreferences } from '@isobar/weather'
import { UNITS } from '../../visit/preferences.ts'
import type { Reader } from '../../visit/reader.server.ts'
import { getPreferencesInForce } from './alert-editor.server.ts'
import { SUBSCRIPTION_TYPES, type SubscriptionType, readFormText } from './form-field.ts'
import type { SubscribePlace } from './view.server.ts'

/** The body of `POST /api/subscriptions`. */
export interface WantedBody {
  readonly type: SubscriptionType
  readonly [field: string]: unknown
}

/** The place in a query or a form; null without one. */
export function parseFormPlace(fields: { get(name: string): unknown }): SubscribePlace | null {
  const [lat, lon] = [numberOf(fields.get('lat')), numberOf(fields.get('lon'))]
  const name = fields.get('name')
  if (lat === null || lon === null || Math.abs(lat) > 90 || Math.abs(lon) > 180) return null
  return { lat, lon, name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : `${lat}, ${lon}` }
}

/** The API requests of a submitted form, one for each kind of mail selected. */
export function buildSubscriptionRequests(
  form: FormData,
  reader: Reader,
  { clientId, stored }: { readonly clientId: string; readonly stored: unknown },
): WantedBody[] {
  const place = parseFormPlace(form)
  const timezone = readFormText(form, 'timezone')
  const alertPrefs = alertPrefsIn(form, stored)
  return SUBSCRIPTION_TYPES.filter((type) => form.getAll('type').includes(type)).map((type) => ({
    clientId,
    email: (readFormText(form, 'email') ?? '').trim(),
    type,
    frequency: readFormText(form, `frequency.${type}`),
    lang: reader.locale,
    units: reader.units,
    // A place has its own zone.
    ...(type === 'newsletter' ? { timezone: timezone || undefined } : { cityName: place?.name, cityLat: place?.lat, cityLon: place?.lon }),
    ...(type === 'city_alerts' && alertPrefs !== undefined ? { alertPrefs } : {}),
  }))
}

/** The preferences in the form's editor; undefined while it is closed. */
function alertPrefsIn(form: FormData, stored: unknown) {
  if (!form.has('editor')) return undefined
  const shownIn = UNITS.find((each) => each === form.get('units')) ?? 'metric'
  return readSentPreferences(form, buildPreferenceFields(), getPreferencesInForce(stored).hazards, shownIn)
}

/** The body of `PUT /api/push/watches` for the form of a place; `subscription` as the browser wrote it. */
export function pushWantedIn(
  form: FormData,
  reader: Reader,
  { clientId, stored, place }: { readonly clientId: string | null; readonly stored: unknown; readonly place: SubscribePlace },
): object {
  return {
    clientId: clientId ?? '',
    subscription: {
      endpoint: readFormText(form, 'endpoint'),
      keys: { p256dh: readFormText(form, 'p256dh'), auth: readFormText(form, 'auth') },
    },
    ...place,
    frequency: readFormText(form, 'frequency.city_alerts'),
    alertPrefs: alertPrefsIn(form, stored) ?? stored,
    lang: reader.locale,
    units: reader.units,
  }
}

function numberOf(value: unknown): number | null {
  return typeof value === 'string' && /^-?\d{1,6}(?:\.\d{1,12})?$/.test(value.trim()) ? Number(value) : null
}
