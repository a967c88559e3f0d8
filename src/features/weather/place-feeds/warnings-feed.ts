import type { Attribution } from '@isobar/providers/port'
import { type Alert, classifyOfficial, findStartOfDay, formatInstant, getAlertKind, toCalendarDay } from '@isobar/weather'
import { type AtomEntry, writeAtomFeed } from '../../../platform/http/bytes/atom.ts'
import type { PlaceWeather } from '../place-weather/index.ts'
import { formatFeedAlert, type FeedPlace, formatLabelledValue, buildFeedWords } from './feed-place.ts'

export interface WarningsFeedOptions {
  readonly origin: string
  readonly siteName: string
  readonly attributionOf: (source: string) => Attribution
}

/** The official warnings of a place as an Atom feed (RFC 4287). If nobody knows whether there are any, an entry says so. */
export function writeWarningsFeed(
  place: FeedPlace,
  weather: PlaceWeather,
  { origin, siteName, attributionOf }: WarningsFeedOptions,
): string {
  const { words, title, page, host, address } = buildFeedWords(place, origin)
  const { now, clock, alerts } = weather
  /** RFC 4151: an address that need not be fetched, and that never changes. */
  const idOf = (name: string): string => `tag:${host},2026:${name}`
  const entryOf = (alert: Alert): AtomEntry => {
    const { name, license, url } = attributionOf(alert.source)
    const { title: heading, text } = formatFeedAlert(alert, clock.timezone, words)
    return {
      id: idOf(alert.id),
      title: heading,
      updated: updatedOf(alert),
      author: alert.senderName ?? name,
      content: text,
      language: alert.language ?? null,
      category: getAlertKind(classifyOfficial(alert)),
      rights: license,
      links: [
        { rel: 'alternate', href: page, type: 'text/html' },
        { rel: 'via', href: url },
      ],
    }
  }
  const unknown = (): AtomEntry => ({
    id: idOf(`unknown/${place.lat},${place.lon}`),
    title: words.t('digest.alerts.unknown'),
    updated: findStartOfDay(toCalendarDay(now, clock.timezone), clock.timezone),
    author: siteName,
    content: words.t('digest.alerts.unknown'),
    language: words.language,
    category: null,
    rights: null,
    links: [{ rel: 'alternate', href: page, type: 'text/html' }],
  })
  const entries = alerts === null ? [unknown()] : alerts.map(entryOf)
  const updates = entries.map(({ updated }) => updated).toSorted()
  return writeAtomFeed({
    id: idOf(`warnings/${place.lat},${place.lon}`),
    title: formatLabelledValue(words.t('digest.alerts.title'), title, words),
    subtitle: alerts?.length === 0 ? words.t('digest.alerts.none') : null,
    updated: updates.at(-1) ?? formatInstant(weather.scopes.current?.fetchedAt ?? now),
    author: siteName,
    language: words.language,
    rights: null,
    links: [
      { rel: 'self', href: address('feed.atom'), type: 'application/atom+xml' },
      { rel: 'alternate', href: page, type: 'text/html' },
    ],
    entries,
  })
}

/** When the issuer last changed it. A source that does not say leaves its start, which stays the same through refreshes. */
function updatedOf({ sent, start }: Alert): string {
  return sent ?? start
}
