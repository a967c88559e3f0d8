import { type CalendarDay, type Instant } from '@isobar/weather'
import { LRUCache } from 'lru-cache'
import { matchLanguage } from '../../../messages/language-tag.ts'
import type { Language } from '../../../messages/languages.ts'
import { formatLocale, hasTwelveHourClock } from '../../../messages/locale.ts'
import { getTranslator } from '../../../messages/messages.ts'
import { DAY_MS } from '../../../time.ts'

/** The strings and formats of one language and region. Times are in the given zone; an unknown zone counts as UTC. */
export type MailWords = ReturnType<typeof createWords>

/** Bounded: a formatter takes some ten kilobytes, and there are some 400 zones. */
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: 300 })
const known = new LRUCache<string, MailWords>({ max: 100 })

/** How far ahead mails mention times. */
const ANNOUNCED_AHEAD_MS = 8 * DAY_MS

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }

/**
 * The words for a subscriber's language tag. Its region formats numbers and dates (`de-AT`, `en-IN`); English without a region is international.
 */
export function getMailWords(tag: string): MailWords {
  let words = known.get(tag)
  if (words === undefined) {
    words = createWords(languageOf(tag), localeOf(tag))
    known.set(tag, words)
  }
  return words
}

function languageOf(tag: string): Language {
  return matchLanguage(tag) ?? 'en'
}

function localeOf(tag: string): string {
  const language = languageOf(tag)
  const unregional = formatLocale(language, language)
  if (!tag.toLowerCase().startsWith(`${language}-`)) return unregional
  try {
    // Extensions (`-u-ca-…`) would select other calendars and digits than the rest of the mail.
    return formatLocale(language, new Intl.Locale(tag).baseName)
  } catch {
    // A grandfathered tag (`en-GB-oed`) is rejected by Intl.
    return unregional
  }
}

function createWords(language: Language, locale: string) {
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' })
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const numbers = [0, 1, 2, 3].map((digits) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits, signDisplay: 'negative' }))
  const amounts = {
    hour: new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', unitDisplay: 'long' }),
    day: new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
  }
  const days = new Intl.DateTimeFormat(locale, { ...DAY, timeZone: 'UTC' })
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const spans = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const clock = { hour: hasTwelveHourClock(locale) ? 'numeric' : '2-digit', minute: '2-digit' } as const
  const formatter = (name: string, options: Intl.DateTimeFormatOptions, timezone: string): Intl.DateTimeFormat => {
    const key = `${locale}|${name}|${timezone}`
    let format = formatters.get(key)
    if (format === undefined) {
      format = zonedFormat(locale, options, timezone)
      formatters.set(key, format)
    }
    return format
  }
  return {
    ...getTranslator(language),
    /** The BCP 47 tag that formats numbers and dates: `en-GB`. */
    locale,
    /** `a, b and c`. */
    list: (items: readonly string[]): string => lists.format(items),
    /** With at most `decimals` (0–3) decimals. CLDR has a hyphen for the minus sign in most languages. */
    number: (value: number, decimals: number): string => (numbers[decimals] as Intl.NumberFormat).format(value).replace('-', '\u2212'),
    /** From a share of 1: `80 %`. */
    percent: (share: number): string => percents.format(share),
    /** `3 days`, `6 hours`. */
    amountOf: (value: number, unit: keyof typeof amounts): string => amounts[unit].format(value),
    /** `Tue 24 Nov`. */
    day: (day: CalendarDay): string => days.format(Date.parse(day)),
    /** `Tue`. */
    weekday: (day: CalendarDay): string => weekdays.format(Date.parse(day)),
    /** `21–27 November`. */
    days: (first: CalendarDay, last: CalendarDay): string => spans.formatRange(Date.parse(first), Date.parse(last)),
    /** `18:30` or `6:30 PM`, depending on the locale. */
    time: (instant: Instant, timezone: string): string => formatter('time', clock, timezone).format(Date.parse(instant)),
    /** `Tue 24 Nov, 18:30`. */
    moment: (instant: Instant, timezone: string): string => formatter('moment', { ...DAY, ...clock }, timezone).format(Date.parse(instant)),
    /** Both ends; the day once if they share it. */
    moments: (start: Instant, end: Instant, timezone: string): string =>
      formatter('moment', { ...DAY, ...clock }, timezone).formatRange(Date.parse(start), Date.parse(end)),
    /** `Central European Standard Time`; `Central European Time` if the clocks change within the days that a mail covers. */
    zone(instant: Instant, timezone: string): string {
      const named = (timeZoneName: 'long' | 'longGeneric', at: number): string =>
        formatter(timeZoneName, { timeZoneName }, timezone)
          .formatToParts(at)
          .find((part) => part.type === 'timeZoneName')?.value ?? timezone
      const at = Date.parse(instant)
      const name = named('long', at)
      return name === named('long', at + ANNOUNCED_AHEAD_MS) ? name : named('longGeneric', at)
    },
  }
}

function zonedFormat(locale: string, options: Intl.DateTimeFormatOptions, timezone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: timezone })
  } catch {
    return new Intl.DateTimeFormat(locale, {
      ...options,
      timeZone: 'UTC',
      ...(options.hour === undefined ? {} : { timeZoneName: 'short' }),
    })
  }
}
