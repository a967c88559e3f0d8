import { chooseTextForLanguage, getPrimarySubtag } from '@isobar/weather'
import { getTranslator } from '../../../src/messages/messages.ts'
import { DAY_MS, HOUR_MS } from '../../../src/time.ts'
import { cutText, describeLevel, describeAlertTime } from '../city/view/alerts.ts'
import type { Teller } from '../city/view/teller.ts'
import { formatAge, formatCountryName } from '../format/age.ts'
import { formatCalendarDay, toLocalDate, toLocalHour } from '../format/times.ts'
import type { Reader } from '../visit/reader.server.ts'
import type { Coverage, Warning, WarningText } from './collection.ts'
import { type FoldedWarning, rankColour } from './fold.ts'
import { formatZoneName, chooseCountryZone } from './zone.ts'

export type EntryView = ReturnType<typeof entryView>
export type CountryView = ReturnType<typeof buildCountryViews>[number]

export type WarningWords = ReturnType<typeof buildWarningWords>

/** What the parts of a page of warnings say around the warnings themselves; `isWorld`: of all countries. */
export function buildWarningWords(lang: Reader['lang'], isWorld: boolean) {
  const { t } = getTranslator(lang)
  return {
    description: t('warnings.description'),
    list: isWorld ? t('warnings.worst') : t('warnings.list'),
    countries: t('warnings.countries'),
    quiet: t('warnings.quiet'),
    coverage: t('warnings.coverage'),
    all: t('warnings.all'),
    map: t('warnings.map'),
    text: t('warnings.text'),
    level: t('cityPage.severity'),
    areas: t('cityPage.areas'),
    issuer: t('cityPage.issuer'),
    instruction: t('cityPage.instruction'),
  }
}

const MAX_TEXT = 4_000
const MAX_AREAS = 400
/** Anchors of an entry: the map links to each of its warnings. */
const MAX_IDS = 100
/** The days of an entry's bar. */
const [MIN_DAYS, MAX_DAYS] = [2, 5]

/** The warnings as a list of at most `most` entries. */
export function buildListView(warnings: readonly FoldedWarning[], reader: Reader, now: number, most: number) {
  const shown = warnings.slice(0, most)
  const ends = shown.map(({ end }) => (end === null ? 0 : Date.parse(end)))
  const days = Math.min(MAX_DAYS, Math.max(MIN_DAYS, 1 + Math.ceil((Math.max(0, ...ends) - now) / DAY_MS)))
  const hidden = warnings.length - shown.length
  return {
    entries: shown.map((warning) => entryView(warning, reader, now, days)),
    more: hidden === 0 ? null : getTranslator(reader.lang).t('warnings.more', { n: hidden }),
  }
}

function entryView(warning: FoldedWarning, { lang, locale, hour12 }: Reader, now: number, days: number) {
  const { t, isolate } = getTranslator(lang)
  const zone = warning.timezone ?? chooseCountryZone(warning.country, now)
  const teller: Teller = { t, lang, locale, hour12, zone, now }
  const [text, original] = textsOf(warning, lang)
  const name = warning.country === null ? null : formatCountryName(warning.country, lang)
  return {
    ids: warning.ids.slice(0, MAX_IDS),
    color: warning.color,
    isGrave: warning.severity === 'extreme' || warning.severity === 'severe',
    levelWord: describeLevel(warning, teller),
    event: text.event,
    lang: text.language,
    when: describeAlertTime(warning, teller),
    zone: formatZoneName(zone, locale, now),
    bar: barOf(warning, zone, now, days, { locale, hour12 }),
    areas: cutText(text.areas.join(t('mail.semicolon')), MAX_AREAS),
    country: name === null ? null : { name, path: `/warnings/${warning.country}` },
    description: cutText(text.description.trim(), MAX_TEXT),
    instruction: text.instruction === null ? null : cutText(text.instruction.trim(), MAX_TEXT),
    original:
      original === undefined
        ? null
        : {
            label: t('warnings.original', { language: isolate(languageName(original.language, lang)) }),
            lang: original.language,
            event: original.event,
            description: cutText(original.description.trim(), MAX_TEXT),
            instruction: original.instruction === null ? null : cutText(original.instruction.trim(), MAX_TEXT),
          },
    issuer: warning.senderName,
    credit: warning.attribution,
  }
}

/** The text for the reader, and the issuer's first if that is in another language. */
function textsOf(warning: Warning, lang: string): readonly [WarningText, WarningText | undefined] {
  const [first, ...others] = warning.texts
  if (first === undefined) return [{ ...warning, description: '', instruction: null }, undefined]
  const text = chooseTextForLanguage([first, ...others], lang)
  const isOriginal = getPrimarySubtag(text.language ?? '') === getPrimarySubtag(first.language ?? '')
  return [text, isOriginal ? undefined : first]
}

function languageName(tag: string | null, lang: string): string {
  if (tag === null) return '?'
  try {
    return new Intl.DisplayNames(lang, { type: 'language' }).of(getPrimarySubtag(tag)) ?? tag
  } catch {
    return tag
  }
}

/** Onset to end in hundredths of the days shown; `to` is 100 without an end. */
function barOf({ start, end }: Warning, zone: string, now: number, days: number, reader: Pick<Reader, 'locale' | 'hour12'>) {
  const today = new Date(now).toISOString()
  const midnight = Math.floor(now / HOUR_MS) * HOUR_MS - toLocalHour(today, zone) * HOUR_MS
  const share = (at: number): number => Math.round(Math.min(100, Math.max(0, ((at - midnight) / (days * DAY_MS)) * 100)) * 10) / 10
  const noon = (day: number): string => new Date(midnight + day * DAY_MS + DAY_MS / 2).toISOString()
  return {
    from: share(Date.parse(start)),
    to: end === null ? 100 : share(Date.parse(end)),
    now: share(now),
    days: Array.from({ length: days }, (_, day) => formatCalendarDay(toLocalDate(noon(day), zone), 'shortWeekday', reader)),
  }
}

/**
 * The countries whose warnings are read, those with the most severe first, with how many warnings there are of each colour. `note` says what
 * an empty list does not: that the reading is old. Feeds that are not one country's have no path.
 */
export function buildCountryViews(
  coverage: readonly Coverage[],
  warnings: readonly FoldedWarning[],
  { lang, locale }: Reader,
  now: number,
) {
  const { t } = getTranslator(lang)
  const byCountry = Map.groupBy(coverage, ({ country, source }) => country ?? `feed ${source}`)
  return [...byCountry.values()]
    .map((feeds) => {
      const [{ country, source, name }] = feeds as [Coverage, ...Coverage[]]
      const own = warnings.filter((each) => (country === null ? each.country === null && each.source === source : each.country === country))
      const colors = [...Map.groupBy(own, ({ color }) => color)].map(([color, each]) => ({
        color,
        n: each.length,
        word: wordOf(each[0], lang),
      }))
      const isCurrent = feeds.some(({ current }) => current)
      const readAt = Math.max(...feeds.map((feed) => (feed.readAt === null ? 0 : Date.parse(feed.readAt))))
      const age = readAt === 0 ? null : formatAge((now - readAt) / 1_000, locale)
      return {
        name: country === null ? name : formatCountryName(country, lang),
        path: country === null ? null : `/warnings/${country}`,
        total: t('warnings.count', { n: own.length }),
        isEmpty: own.length === 0,
        colors,
        worst: Math.min(...own.map(({ color }) => rankColour(color)), Infinity),
        ago: age ?? '',
        read: age === null ? t('warnings.neverRead') : t('warnings.read', { ago: age }),
        note: isCurrent ? null : t('warnings.old'),
      }
    })
    .toSorted((a, b) => compared(a.worst, b.worst) || a.name.localeCompare(b.name, lang))
}

const compared = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

function wordOf(warning: Warning | undefined, lang: Reader['lang']): string {
  const { t } = getTranslator(lang)
  return warning === undefined || warning.color === null ? t('severity.unknown') : t(`level.${warning.color}`)
}
