import { type AlertSeverity, compareSeverity } from '@isobar/weather'
import { type Measures, buildMeasures, type MailWords } from '../../../../mail/catalogue/index.ts'
import { type MailContext, type MailParts, buildLevelMark, formatSpanInZone } from '../../../../mail/templates/index.ts'
import type { AlertMatch, AlertTextPart, ForecastMatch, WarningMatch, WeatherAlertData } from './data.ts'
import { toParagraphs } from './paragraphs.ts'
import { buildAlertSourceViews, type SourceView } from './sources.ts'
import { formatExpectedValue, formatHazardThreshold } from './values.ts'

/** One warning or hazard, ready to be shown. */
export interface MatchView {
  /** Fragment cache key: identifies everything that is shown. */
  readonly key: string
  /** Computed lazily: a cached fragment does not read it. */
  readonly detail: MatchDetail
}

/** Null or empty when there is nothing to say. */
export interface MatchDetail {
  readonly title: string
  /** The level, or that it is a forecast or cancelled. */
  readonly badge: string
  readonly color: string
  readonly textColor: string
  /** Whether it is official, and what changed. */
  readonly label: string | null
  readonly when: string
  /** The same in the place's zone, if different. */
  readonly there: string | null
  readonly previousEnd: string | null
  readonly issuer: string | null
  readonly areas: string | null
  readonly peak: string | null
  readonly threshold: string | null
  readonly note: string | null
  readonly sources: readonly SourceView[]
  readonly instruction: readonly string[]
  readonly text: readonly string[]
  readonly cut: boolean
}

const FORECAST = { color: '#2c5c98', textColor: '#ffffff' }
const CANCELLED = { color: '#55606c', textColor: '#ffffff' }
const MAX_TEXT = 2_500
const MAX_INSTRUCTION = 1_500
const MAX_AREAS_TEXT = 400

function over({ stage }: AlertMatch): number {
  return stage === 'cancelled' ? 1 : 0
}

/**
 * Sorts current matches before ended ones, official warnings before what only a model expects, then by severity, the worst first, then by
 * start.
 */
export function sortMatches(matches: readonly AlertMatch[]): AlertMatch[] {
  return matches.toSorted(
    (a, b) =>
      over(a) - over(b) ||
      expected(a) - expected(b) ||
      compareSeverity(severityOf(b), severityOf(a)) ||
      Date.parse(a.start) - Date.parse(b.start),
  )
}

function expected({ kind }: AlertMatch): number {
  return kind === 'forecast' ? 1 : 0
}

/** A model knows no severity. */
function severityOf(match: AlertMatch): AlertSeverity | null {
  return match.kind === 'official' ? match.severity : null
}

/** The match as the template shows it. @throws when the part that it names is missing */
export function buildMatchView(match: AlertMatch, place: WeatherAlertData['place'], parts: MailParts, context: MailContext): MatchView {
  const { words, units, timezone, links } = context
  const part = match.kind === 'official' ? textOf(match, parts) : null
  let detail: MatchDetail | undefined
  return {
    // Among thousands of readers of one event, most see the same text.
    key: [JSON.stringify(match), links.weather(place), place.timezone, words.locale, units, timezone].join('|'),
    get detail() {
      return (detail ??= detailOf(match, part, place.timezone, context))
    },
  }
}

/** The title of the match and its time, in the subscriber's zone. */
export function formatMatchLine(match: AlertMatch, { words, timezone }: MailContext): string {
  return `${words.isolate(titleOf(match, words))}${words.t('mail.colon')} ${formatMatchTime(match, timezone, words)}`
}

/** The time of the match in the zone. A hazard at the end of a forecast may continue. */
export function formatMatchTime(match: AlertMatch, timezone: string, words: MailWords): string {
  const { start, end } = match
  if (match.kind === 'official' || match.isEndKnown !== false || end === null) return formatSpanInZone(start, end, timezone, words)
  return words.t('time.atLeast', { start: words.moment(start, timezone), end: words.moment(end, timezone) })
}

function titleOf(match: AlertMatch, words: MailWords): string {
  const cancelled = match.stage === 'cancelled'
  if (match.kind === 'official') return cancelled ? words.t('alert.title.cancelled', { event: match.event }) : match.event
  const hazard = words.t(`hazard.${match.hazard}`)
  return cancelled ? words.t('alert.title.gone', { hazard }) : hazard
}

function detailOf(match: AlertMatch, part: AlertTextPart | null, placeZone: string, context: MailContext): MatchDetail {
  const { words, timezone } = context
  const measures = buildMeasures(words, context.units)
  const when = formatMatchTime(match, timezone, words)
  const there = formatMatchTime(match, placeZone, words)
  const cancelled = match.stage === 'cancelled'
  const shared = {
    title: titleOf(match, words),
    label: labelOf(match, words),
    when,
    there: there === when ? null : words.t('time.there', { times: there }),
    sources: cancelled ? [] : buildAlertSourceViews(match, context),
  }
  const own = match.kind === 'official' ? officialView(match, part, context) : forecastView(match, words, measures, timezone)
  return { ...shared, ...own, ...(cancelled ? { badge: words.t('alert.stage.cancelled'), ...CANCELLED } : {}) }
}

function labelOf({ kind, stage }: AlertMatch, words: MailWords): string | null {
  const label = [
    kind === 'official' ? words.t('alert.kind.official') : null,
    stage === 'new' || stage === 'cancelled' ? null : words.t(`alert.stage.${stage}`).toLocaleLowerCase(words.locale),
  ].filter((part) => part !== null)
  return label.length === 0 ? null : label.join(words.t('mail.comma'))
}

type OwnView = Omit<MatchDetail, 'title' | 'label' | 'when' | 'there' | 'sources'>

function officialView(match: WarningMatch, part: AlertTextPart | null, { words, timezone }: MailContext): OwnView {
  const { word, color, textColor } = buildLevelMark(match, words)
  const text = toParagraphs(part?.description ?? '', MAX_TEXT)
  return {
    badge: word,
    color,
    textColor,
    previousEnd:
      match.stage === 'extended' && typeof match.previousEnd === 'string'
        ? words.t('alert.previousEnd', { end: words.moment(match.previousEnd, timezone) })
        : null,
    issuer: match.senderName,
    areas: part === null || part.areas.length === 0 ? null : areasText(part.areas, words),
    peak: null,
    threshold: null,
    note: null,
    instruction: toParagraphs(part?.instruction ?? '', MAX_INSTRUCTION).paragraphs,
    text: text.paragraphs,
    cut: text.cut,
  }
}

/** The areas as a list; names of counties contain commas: `Murray, OK`. */
function areasText(areas: readonly string[], words: MailWords): string {
  const text = areas.map((area) => words.isolate(area)).join(words.t('mail.semicolon'))
  return toParagraphs(text, MAX_AREAS_TEXT).paragraphs.join(' ')
}

/** The text of a cancelled warning is omitted: it would read like a warning. @throws when the part that it names is missing */
function textOf(match: WarningMatch, parts: MailParts): AlertTextPart | null {
  if (match.text === null || match.stage === 'cancelled') return null
  const part = parts.get(match.text)
  if (part === undefined) throw new Error(`The part '${match.text}' is missing.`)
  return part as AlertTextPart
}

function forecastView(match: ForecastMatch, words: MailWords, measures: Measures, timezone: string): OwnView {
  const cancelled = match.stage === 'cancelled'
  return {
    badge: words.t('alert.kind.forecast'),
    ...FORECAST,
    previousEnd: null,
    issuer: null,
    areas: null,
    peak: cancelled ? null : peakText(match, words, measures, timezone),
    threshold: limitText(match, words, measures),
    note: cancelled ? null : words.t('alert.forecastNote'),
    instruction: [],
    text: [],
    cut: false,
  }
}

/** From which value and which chance on the subscriber wants to know. */
function limitText({ hazard, threshold, minProbability }: ForecastMatch, words: MailWords, measures: Measures): string | null {
  const limits = [
    formatHazardThreshold(hazard, threshold, words, measures),
    minProbability === undefined ? null : words.t('alert.thresholdChance', { share: words.percent(minProbability) }),
  ].filter((part) => part !== null)
  return limits.length === 0 ? null : limits.join(words.t('mail.comma'))
}

function peakText({ hazard, peak, probability }: ForecastMatch, words: MailWords, measures: Measures, timezone: string): string | null {
  const value = formatExpectedValue(hazard, { value: peak?.value ?? null, detail: peak?.detail, probability }, words, measures)
  if (value === null || peak === null || peak.at === null) return value
  // For snow, `at` is the start of the heaviest 24 hours.
  return words.t(hazard === 'snow' ? 'alert.peakFrom' : 'alert.peakAt', { value, time: words.moment(peak.at, timezone) })
}
