import type { Answer } from '../../../api/ask.ts'
import { formatEnglishLanguageName } from '../../kit/words.ts'
import { OFFICE_ZONE } from '../../kit/zone.ts'

type Item = Answer<'get', '/api/admin/email/compose'>['items'][number]
type Audience = NonNullable<Item['audience']>
type SubscriptionType = NonNullable<Audience['type']>

/** A message while it is written. */
export interface Draft {
  readonly audience: 'subscribers' | 'one'
  /** Who is subscribed to any of these. */
  readonly types: SubscriptionType[]
  /** Languages of the recipients; empty: all. */
  readonly languages: string[]
  /** Only who has a subscription near it; empty: everywhere. */
  readonly place: string
  readonly radiusKm: number
  /** A UTC day; empty: whenever. */
  readonly activeSince: string
  readonly to: string
  readonly subject: string
  /** Markdown. */
  readonly body: string
  readonly when: 'now' | 'later'
  /** `2026-12-01T09:00`, in the time zone. */
  readonly local: string
  readonly timezone: string
}

export const EMPTY_DRAFT: Draft = {
  audience: 'subscribers',
  types: ['newsletter'],
  languages: [],
  place: '',
  radiusKm: 50,
  activeSince: '',
  to: '',
  subject: '',
  body: '',
  when: 'now',
  local: '',
  timezone: OFFICE_ZONE === 'UTC' ? Intl.DateTimeFormat().resolvedOptions().timeZone : OFFICE_ZONE,
}

export const SUBSCRIBERS: Readonly<Record<SubscriptionType, string>> = {
  newsletter: 'Newsletter subscribers',
  city_weekly: 'Digest subscribers',
  city_alerts: 'Alert subscribers',
}

/** Who an audience is, in words; null: one address. */
export function describeAudience(audience: Audience | null): string {
  if (audience === null) return 'One address'
  const { type, types = type === undefined ? [] : [type], languages = [], place, activeSince } = audience
  return [
    types.map((each) => SUBSCRIBERS[each]).join(', '),
    ...(languages.length === 0 ? [] : [languages.map(formatEnglishLanguageName).join(', ')]),
    ...(place === undefined ? [] : [`within ${place.radiusKm} km of ${place.name}`]),
    ...(activeSince === undefined ? [] : [`active since ${activeSince}`]),
  ].join(', ')
}

/** A stored message as a draft, to go on with it or to write it anew. */
export function toMessageDraft({
  subject,
  body,
  audience,
}: {
  readonly subject: string
  readonly body: string
  readonly audience: Audience | null
}): Draft {
  const { type, types = type === undefined ? [] : [type], languages = [], place, activeSince = '' } = audience ?? {}
  return {
    ...EMPTY_DRAFT,
    subject,
    body,
    types,
    languages,
    activeSince,
    ...(place === undefined ? {} : { place: formatPlaceText(place), radiusKm: place.radiusKm }),
  }
}

const formatPlaceText = ({ name, lat, lon }: { readonly name: string; readonly lat: number; readonly lon: number }): string =>
  name === `${lat}, ${lon}` ? name : `${name} ${lat}, ${lon}`

const PLACE = /^(?:(?<name>.*\S)\s+)?(?<lat>-?\d{1,2}(?:\.\d+)?)\s*,\s*(?<lon>-?\d{1,3}(?:\.\d+)?)$/

/** The place of a text such as `Berlin 52.52, 13.41`; null: it is none. */
export function parsePlaceText(text: string): { name: string; lat: number; lon: number } | null {
  const { name, lat, lon } = PLACE.exec(text.trim())?.groups ?? {}
  return lat === undefined || lon === undefined ? null : { name: name ?? `${lat}, ${lon}`, lat: Number(lat), lon: Number(lon) }
}

/** The audience of a draft as the API takes it; null: one address. */
export function buildAudience({ audience, types, languages, place, radiusKm, activeSince }: Draft): Audience | null {
  if (audience === 'one') return null
  const at = parsePlaceText(place)
  return {
    types,
    ...(languages.length === 0 ? {} : { languages }),
    ...(at === null ? {} : { place: { ...at, radiusKm } }),
    ...(activeSince === '' ? {} : { activeSince }),
  }
}

/** A draft as a request body of the API. */
export function buildMessageRequest(draft: Draft) {
  const text = { subject: draft.subject.trim(), body: draft.body }
  const audience = buildAudience(draft)
  if (audience === null) return { ...text, to: draft.to.trim() }
  const { when, local, timezone } = draft
  return { ...text, audience, ...(when === 'now' ? {} : { sendAt: { local, timezone } }) }
}

/** A message with its idempotency key. */
export interface Sending {
  readonly message: string
  readonly key: string
}

/**
 * Reuses the key while the draft is unchanged, so that a retry after a lost response does not send it twice. A changed draft gets a new key.
 */
export function prepareSending(draft: Draft, last: Sending | null): Sending {
  const message = JSON.stringify(buildMessageRequest(draft))
  return last?.message === message ? last : { message, key: crypto.randomUUID() }
}
