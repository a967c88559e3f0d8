import { EXTRA_HAZARDS, type ExtraHazard, compareSeverity, findWorstByMeasure, isAtThreshold, isCovered } from '@isobar/weather'
import { formatExtraValue, type Measures, buildMeasures } from '../../../../mail/catalogue/index.ts'
import {
  type MailContext,
  type MailParts,
  buildLevelMark,
  formatMailPlace,
  formatDistinctPlace,
  formatSpanInZone,
} from '../../../../mail/templates/index.ts'
import type { DigestAlert, DigestDay, DigestPlace, DigestPlacePart } from './data.ts'
import { formatWeekHeadline } from './headline.ts'
import { formatAccuracyLines, formatPastWeek } from './look-back.ts'
import { type DayRow, buildDigestDayRows } from './week.ts'

/** More than a part holds: every gathered warning is shown. */
const MAX_ALERTS = 20
/** Limit per place in a digest of many places; Arabic takes more bytes. */
const MAX_ALERTS_BRIEF = { ltr: 4, rtl: 2 } as const
const MAX_DAYS = 7

/** One place of a digest, ready to be shown. */
export interface PlaceView {
  /** Fragment cache key: identifies everything that is shown. */
  readonly key: string
  readonly name: string
  readonly url: string
  /** True when its weather is unavailable; it then has no detail. */
  readonly unavailable: boolean
  /** Shown as lines without bars, because there are many places. */
  readonly brief: boolean
  readonly headline: string | null
  /** Computed lazily: a cached fragment does not read it. */
  readonly detail: PlaceDetail | null
}

interface PlaceDetail {
  readonly days: readonly DayRow[]
  readonly sun: string | null
  /** A line for each hazard of air and sea that the address wants to be alerted of. */
  readonly extras: readonly string[]
  readonly alerts: readonly AlertView[]
  /** The note when no warning is listed, or not all are. */
  readonly alertNote: string | null
  readonly past: string
  readonly accuracy: readonly string[]
  readonly source: string
}

interface AlertView {
  readonly level: string
  readonly color: string
  readonly textColor: string
  readonly event: string
  readonly when: string
  readonly sender: string | null
}

/** The place's part; null if it names none. @throws when the part that it names is missing */
export function getPlacePart(place: DigestPlace, parts: MailParts): DigestPlacePart | null {
  if (place.part === null) return null
  const part = parts.get(place.part)
  if (part === undefined) throw new Error(`The part '${place.part}' is missing.`)
  return part as DigestPlacePart
}

/**
 * One place as the template shows it; `brief` shortens it, and one whose label is `isAmbiguous` shows its coordinates, too.
 * @throws when the part that it names is missing
 */
export function buildPlaceView(
  place: DigestPlace,
  part: DigestPlacePart | null,
  context: MailContext,
  { brief = false, isAmbiguous = false }: { readonly brief?: boolean; readonly isAmbiguous?: boolean } = {},
): PlaceView {
  const { words, units, timezone, links } = context
  const measures = buildMeasures(words, units)
  const name = words.isolate(isAmbiguous ? formatDistinctPlace(place) : formatMailPlace(place))
  const url = links.weather(place)
  let detail: PlaceDetail | undefined
  return {
    key: [place.part, url, words.locale, units, timezone, brief, name, JSON.stringify(place.limits ?? {})].join('|'),
    name,
    url,
    unavailable: part === null,
    brief,
    get headline() {
      return part === null ? null : formatWeekHeadline(part.days.slice(0, MAX_DAYS), words, measures)
    },
    get detail() {
      return part === null ? null : (detail ??= detailOf(part, place, context, measures, brief))
    },
  }
}

function detailOf(part: DigestPlacePart, place: DigestPlace, context: MailContext, measures: Measures, brief: boolean): PlaceDetail {
  const { words, timezone } = context
  const maxAlerts = brief ? MAX_ALERTS_BRIEF[words.direction] : MAX_ALERTS
  const days = part.days.slice(0, MAX_DAYS)
  return {
    days: buildDigestDayRows(days, words, measures),
    sun: sunText(days, part.timezone, context),
    extras: extraLines(place.limits ?? {}, part, context, measures, brief),
    alerts: alertViews(part.alerts ?? [], context).slice(0, maxAlerts),
    alertNote: alertNote(part.alerts, maxAlerts, context),
    past: formatPastWeek(part.pastWeek, words, measures) ?? words.t('digest.past.none'),
    accuracy: formatAccuracyLines(part.accuracy, words, measures),
    source: words.t('digest.source', { source: part.attribution.text, time: words.moment(part.fetchedAt, timezone) }),
  }
}

/** Sorts by severity, the worst first, then by start. */
export function sortAlerts(alerts: readonly DigestAlert[]): DigestAlert[] {
  return alerts.toSorted((a, b) => compareSeverity(b.severity, a.severity) || Date.parse(a.start) - Date.parse(b.start))
}

/** The title of a warning in the reader's language, else in English, else as its issuer wrote it. */
export function chooseTitle(alert: DigestAlert, lang: string): Pick<DigestAlert, 'event' | 'senderName'> {
  const titled = (language: string) => alert.titles?.find((title) => title.language === language)
  return titled(lang) ?? titled('en') ?? alert
}

function alertViews(alerts: readonly DigestAlert[], { words, timezone }: MailContext): AlertView[] {
  return sortAlerts(alerts).map((alert) => {
    const { start, end } = alert
    const { event, senderName } = chooseTitle(alert, words.language)
    const { word, color, textColor } = buildLevelMark(alert, words)
    return {
      level: word,
      color,
      textColor,
      event,
      when: formatSpanInZone(start, end, timezone, words),
      sender: senderName === null ? null : words.isolate(senderName),
    }
  })
}

/** Unknown warnings are not the same as no warnings. */
function alertNote(alerts: readonly DigestAlert[] | null, listed: number, { words }: MailContext): string | null {
  if (alerts === null) return words.t('digest.alerts.unknown')
  if (alerts.length > listed) return words.t('digest.alerts.more', { n: alerts.length - listed })
  return alerts.length === 0 ? words.t('digest.alerts.none') : null
}

/** Sunrise and sunset of the first day in the place's zone, and the week's highest UV index. */
function sunText(days: readonly DigestDay[], placeZone: string, { words, timezone, units }: MailContext): string | null {
  const [first] = days
  const known = days.flatMap(({ uvIndex }) => (uvIndex === null ? [] : [uvIndex]))
  const uv = isCovered('extremes', known.length, days.length) ? Math.max(...known) : 0
  const sentences: string[] = []
  if (first !== undefined && first.sunrise !== null && first.sunset !== null) {
    const sunrise = words.time(first.sunrise, placeZone)
    sentences.push(words.t('digest.sun', { sunrise, sunset: words.time(first.sunset, placeZone), day: words.day(first.date) }))
    if (sunrise !== words.time(first.sunrise, timezone)) sentences.push(words.t('digest.there'))
  }
  // In the polar night there is no UV to mention, nor a highest one of some of the days.
  if (Math.round(uv) > 0) sentences.push(words.t('digest.uv', { uv: buildMeasures(words, units).uvIndex(uv) }))
  return sentences.length === 0 ? null : sentences.join(' ')
}

const NAMES = { airQuality: 'air.name', pollen: 'pollen.name', marine: 'sea.name' } as const satisfies Record<ExtraHazard, string>

/** What is expected of the first day, or that it is not known, and on which days the address's threshold is reached; `brief`: only the latter. */
function extraLines(
  limits: NonNullable<DigestPlace['limits']>,
  { extras = {} }: DigestPlacePart,
  { words }: MailContext,
  measures: Measures,
  brief: boolean,
): string[] {
  return EXTRA_HAZARDS.flatMap((hazard) => {
    const limit = limits[hazard]
    if (limit === undefined) return []
    const what = words.t(NAMES[hazard])
    const known = extras[hazard] ?? []
    const [first] = known
    if (first === undefined) return brief ? [] : `${what}${words.t('mail.colon')} ${words.t('digest.noData')}`
    const text = (day: typeof first): string => formatExtraValue(hazard, day, words, measures) ?? ''
    const reached = known.filter(({ value }) => isAtThreshold(hazard, value, limit))
    const worst = findWorstByMeasure(hazard, reached, (day) => day)
    const today = words.t('digest.outlook.day', { what, day: words.day(first.date), value: text(first) })
    if (worst === undefined) return brief ? [] : today
    const days = words.list(reached.map(({ date }) => words.weekday(date)))
    if (brief) return `${what}${words.t('mail.colon')} ${text(worst)}${words.t('mail.comma')}${days}`
    return `${today} ${words.t('digest.outlook.limit', { days, value: text(worst) })}`
  })
}
