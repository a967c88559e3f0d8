import type { Attribution } from '@isobar/providers/port'
import {
  type Alert,
  type DailyPoint,
  EXTRA_HAZARDS,
  type ExtraScope,
  classifyOfficial,
  compareSeverity,
  foldOfficial,
  formatInstant,
  isRunningOrComing,
  listExtraDays,
  mergeAlertMarks,
  parseInstant,
} from '@isobar/weather'
import { type AlertRecord, listRecordAlerts, parseRecordData, type ScopeRecord, type Served } from '../../../gateway/index.ts'
import { DAY_MS } from '../../../time.ts'
import { type HistoryService, listForecastErrors } from '../../weather/history/index.ts'
import { readActiveAlertIds, type PlaceDays } from '../../weather/place-weather/index.ts'
import type { DigestAlert, DigestDay, DigestPlacePart } from './emails/weekly-digest/data.ts'

const DAYS = 7
export const WEEK_MS = DAYS * DAY_MS
/** Warnings per place in a digest: a storm coast can have dozens, and the mail links to the rest. */
const MAX_ALERTS = 12

/** The inputs of a place's part. */
export interface PartSources {
  readonly daily: Pick<ScopeRecord<'daily'>, 'source' | 'timezone' | 'simulated' | 'fetchedAt'>
  readonly days: PlaceDays
  readonly alerts: Served<'daily'>['alerts']
  /** The previous seven days, and how good forecasts were; null when the archive could not be read. */
  readonly past: Awaited<ReturnType<HistoryService['pastOf']>> | null
  /** Air and sea, as far as they are wanted and known. */
  readonly extras: readonly ScopeRecord<ExtraScope>[]
  readonly attribution: Attribution
  readonly attributionOf: (source: string) => Attribution
  /** How long, in seconds, fetched alerts remain evidence that there are none. */
  readonly alertStaleSeconds: number
}

/**
 * A place's coming and past week, shared by all mails that show it. `now`: epoch milliseconds. Undefined when the forecast has no day left.
 */
export function buildPlacePart(
  { daily, days: { points, credits }, alerts, past, extras, attribution, attributionOf, alertStaleSeconds }: PartSources,
  now: number,
): DigestPlacePart | undefined {
  const days = points.slice(0, DAYS)
  if (days.length === 0) return undefined
  const coming = comingAlerts(alerts, alertStaleSeconds, now)
  const senders = new Set(coming?.map(({ source }) => source))
  senders.delete(daily.source)
  const errors = listForecastErrors(past?.verification ?? null, daily.source)
  const truths = new Set(errors.map(({ truthSource }) => truthSource))
  truths.delete(daily.source)
  return {
    timezone: daily.timezone,
    fetchedAt: formatInstant(daily.fetchedAt),
    source: daily.source,
    attribution,
    simulated: daily.simulated || extras.some(({ simulated }) => simulated),
    days: days.map(digestDay),
    ...(credits.length === 0 ? {} : { dayCredits: credits }),
    alerts: coming,
    alertCredits: [...senders].map(attributionOf),
    ...extrasOf(extras, daily, attributionOf, now),
    pastWeek: past && pastWeekOf(past.observed, now),
    accuracy: errors,
    truthCredits: [...truths].map(attributionOf),
  }
}

function digestDay(point: DailyPoint): DigestDay {
  const { date, condition, temperatureMin, temperatureMax, precipitation, precipitationProbability } = point
  const { snow, windSpeed, windGust, uvIndex, sunrise, sunset } = point
  return {
    date,
    condition,
    temperatureMin,
    temperatureMax,
    precipitation,
    snow,
    precipitationProbability,
    // The wind itself may be stronger than what another model says of gusts.
    windGust: windGust === null && windSpeed === null ? null : Math.max(windGust ?? 0, windSpeed ?? 0),
    uvIndex,
    sunrise,
    sunset,
  }
}

/** Air and sea by day, in the place's zone, with the credits of their sources. */
function extrasOf(
  records: PartSources['extras'],
  { source, timezone }: PartSources['daily'],
  attributionOf: PartSources['attributionOf'],
  now: number,
): Pick<DigestPlacePart, 'extras' | 'extraCredits'> {
  const forecast = { timezone, ...Object.fromEntries(records.map((record) => [record.scope, parseRecordData(record)])) }
  const known = EXTRA_HAZARDS.map((hazard) => [hazard, listExtraDays(hazard, forecast, now).slice(0, DAYS)] as const)
  const shown = known.filter(([, days]) => days.length > 0)
  if (shown.length === 0) return {}
  const credited = new Set(records.filter((record) => record.source !== source).map((record) => record.source))
  return { extras: Object.fromEntries(shown), extraCredits: [...credited].map(attributionOf) }
}

/**
 * Null when an empty list would claim that there are no warnings without evidence. Warnings from several sources or in several languages
 * are merged into one, in the issuer's own words.
 */
function comingAlerts(records: readonly AlertRecord[], staleSeconds: number, now: number): DigestAlert[] | null {
  if (readActiveAlertIds(records, staleSeconds, now).ids === null) return null
  return foldOfficial(records.filter(({ available }) => available).flatMap(listRecordAlerts))
    .map(({ lead, members, severity }) => ({ ...lead, severity, ...mergeAlertMarks(members), members }))
    .filter((alert) => isRunningOrComing(alert, now) && parseInstant(alert.start) < now + WEEK_MS)
    .toSorted(bySeverity)
    .slice(0, MAX_ALERTS)
    .map(({ id, event, severity, color, colorSource, start, end, senderName, source, members }) => ({
      id,
      event,
      severity,
      color,
      colorSource,
      start,
      end,
      senderName,
      source,
      ...titlesOf(members),
    }))
}

/** The event's titles in several languages; empty if it is issued in one. A part is shared by readers of all languages. */
function titlesOf(members: readonly Alert[]): Pick<DigestAlert, 'titles'> {
  const titles = members.flatMap((alert) =>
    classifyOfficial(alert)
      .languages.slice(0, 1)
      .map((language) => ({ language, event: alert.event, senderName: alert.senderName })),
  )
  const distinct = titles.filter(({ language }, index) => titles.findIndex((other) => other.language === language) === index)
  return distinct.length > 1 ? { titles: distinct } : {}
}

/** By severity, the worst first, then by start. */
function bySeverity(a: Alert, b: Alert): number {
  return compareSeverity(b.severity, a.severity) || parseInstant(a.start) - parseInstant(b.start)
}

function pastWeekOf(observed: NonNullable<PartSources['past']>['observed'], now: number): DigestPlacePart['pastWeek'] {
  const { observationCount, kind, temperatureMin, temperatureMax, temperatureMean, precipitationTotal, windGustMax } = observed
  if (observationCount === 0) return null
  return {
    from: formatInstant(now - WEEK_MS),
    to: formatInstant(now),
    observationCount,
    kind,
    temperatureMin,
    temperatureMax,
    temperatureMean,
    precipitationTotal,
    windGustMax,
  }
}
