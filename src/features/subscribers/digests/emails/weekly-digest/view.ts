import { type MailWords, buildMeasures } from '../../../../mail/catalogue/index.ts'
import {
  listDistinctCredits,
  type MailContext,
  type MailParts,
  type MailView,
  formatMailPlace,
  formatZoneNote,
} from '../../../../mail/templates/index.ts'
import type { DigestPlace, DigestPlacePart, WeeklyDigestData } from './data.ts'
import { getPlacePart, buildPlaceView, type PlaceView, sortAlerts, chooseTitle } from './place.ts'

const MAX_PLACES_NAMED = 3
const MAX_WARNINGS_NAMED = 3
/**
 * Gmail clips mails beyond 102 KB, which would hide the unsubscribe link. Beyond `withBars` places, each is shown briefly. An Arabic letter
 * takes two bytes, so fewer fit.
 */
const MAX_PLACES = {
  ltr: { newsletter: 10, withBars: 6 },
  rtl: { newsletter: 3, withBars: 6 },
} as const

/** The Liquid variables of a digest. @throws when a part is missing */
export function buildDigestView(data: WeeklyDigestData, parts: MailParts, context: MailContext): MailView {
  const { words } = context
  const max = MAX_PLACES[words.direction]
  const newsletterPlaces = data.newsletter?.places.slice(0, max.newsletter) ?? []
  const cityParts = data.cities.map((city) => getPlacePart(city, parts))
  const newsletterParts = newsletterPlaces.map((place) => getPlacePart(place, parts))
  const shown = [...cityParts, ...newsletterParts].filter((part) => part !== null)
  const isBrief = data.cities.length > max.withBars
  const places = data.cities.map((city, index) =>
    buildPlaceView(city, cityParts[index] ?? null, context, { brief: isBrief, isAmbiguous: sharesLabel(city, data.cities) }),
  )
  const popular = newsletterPlaces
    .map((place, index) =>
      buildPlaceView(place, newsletterParts[index] ?? null, context, { isAmbiguous: sharesLabel(place, newsletterPlaces) }),
    )
    .filter((place) => !place.unavailable)
  return {
    subjectLine: subjectOf(places, context),
    preheader: preheaderOf(places, cityParts, words),
    title: words.t('digest.title'),
    span: spanOf(data, shown, words),
    temperatureUnit: buildMeasures(words, context.units).temperatureUnit,
    places,
    newsletter: data.newsletter === null ? null : { places: popular },
    reason: reasonOf(data, words),
    credits: listDistinctCredits([
      ...shown.flatMap((part) => [part.attribution, ...(part.dayCredits ?? [])]),
      ...cityParts.flatMap((part, index) => [
        ...(part?.alertCredits ?? []),
        ...(data.cities[index]?.limits === undefined ? [] : (part?.extraCredits ?? [])),
        ...(part?.truthCredits ?? []),
      ]),
    ]),
    simulated: shown.some((part) => part.simulated),
    zone: shown[0] === undefined ? null : formatZoneNote(shown[0].fetchedAt, context.timezone, words),
  }
}

/** Whether another place of a list has the same label: Springfield and Springfield. */
function sharesLabel(place: DigestPlace, all: readonly DigestPlace[]): boolean {
  const label = labelKey(place)
  return all.some((other) => other !== place && labelKey(other) === label)
}

const labelKey = (place: DigestPlace): string => formatMailPlace(place).normalize('NFKC').toLowerCase()

function subjectOf(places: readonly PlaceView[], { words }: MailContext): { one: PlaceView | null; places: string | null } {
  const [first] = places
  if (first === undefined) return { one: null, places: null }
  if (places.length === 1) return { one: first, places: null }
  const names = places.map((place) => place.name)
  if (names.length <= MAX_PLACES_NAMED) return { one: null, places: words.list(names) }
  const named = names.slice(0, MAX_PLACES_NAMED - 1)
  return {
    one: null,
    places: words.t('digest.subject.more', { places: named.join(words.t('mail.comma')), n: names.length - named.length }),
  }
}

/** Warnings first: they must not be missed. */
function preheaderOf(places: readonly PlaceView[], parts: readonly (DigestPlacePart | null)[], words: MailWords): string {
  const warnings = parts.flatMap((part, index) =>
    sortAlerts(part?.alerts ?? []).map(
      (alert) => `${words.isolate(chooseTitle(alert, words.language).event)} (${places[index]?.name ?? ''})`,
    ),
  )
  if (warnings.length > 0)
    return `${words.t('digest.alerts.title')}${words.t('mail.colon')} ${[...new Set(warnings)].slice(0, MAX_WARNINGS_NAMED).join(words.t('mail.comma'))}`
  return places.length === 0 ? words.t('digest.newsletter.intro') : words.t('digest.preheader', { n: places.length })
}

/** The days shown; if there are none, the period. */
function spanOf(
  data: WeeklyDigestData,
  parts: readonly { readonly days: readonly { readonly date: string }[] }[],
  words: MailWords,
): string {
  const first = parts[0]?.days[0]?.date
  return first === undefined
    ? words.days(data.period.from, data.period.to)
    : words.days(first, Temporal.PlainDate.from(first).add({ days: 6 }).toString())
}

function reasonOf({ cities, newsletter, period }: WeeklyDigestData, words: MailWords): string {
  const frequencies = words.list(period.frequencies.map((frequency) => words.t(`frequency.${frequency}`)))
  if (cities.length === 0) return words.t('digest.reason.newsletter')
  return words.t(newsletter === null ? 'digest.reason.cities' : 'digest.reason.both', { frequencies })
}
