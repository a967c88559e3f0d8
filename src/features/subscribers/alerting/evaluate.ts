import {
  type ForecastHazardName,
  type Hazard,
  formatInstant,
  formatOptionalInstant,
  getHazardScope,
  hasHazardData,
  isForecastHazard,
  listForecastHazards,
  parseInstant,
} from '@isobar/weather'
import { HOUR_MS } from '../../../time.ts'
import { isForecast, isOfficial, type TrackedEvent } from './event.ts'
import { findEndOfView, type OfficialView, buildOfficialView } from './official-view.ts'
import { canShowHazard, isExtra, type Opinion, type PlaceState, type SourceState } from './place-state.ts'
import { listDistinctQuestions, type Question, buildQuestionKey } from './questions.ts'
import type { CellReading, CellReadings } from './readings.ts'
import type { SourceOutcome, SourceReading } from './source-reading.ts'
import { type ForecastReading, computeHazardOutlook, trackForecast } from './track-forecast.ts'
import { type AlertReading, trackOfficial } from './track-official.ts'

/** The result of one place in one run. */
export interface Evaluation {
  readonly state: PlaceState
  /** Every known event, including those long past: an address may have been notified of them. */
  readonly events: readonly TrackedEvent[]
  /** New and changed events, to be written before anyone is notified. */
  readonly changes: readonly TrackedEvent[]
}

export interface EvaluationParts {
  readonly readings: CellReadings
  /** The events of the last days. */
  readonly known: readonly TrackedEvent[]
  /** The distinct questions of subscribers to the forecasts. */
  readonly questions: readonly Question[]
  /** Epoch milliseconds. */
  readonly now: number
  readonly newId: () => string
}

const OPEN_ENDED_MS = 48 * HOUR_MS

/** Derives events and state from readings, known events and questions. Pure except for the ids of new events. */
export function evaluateReadings({ readings, known, questions, now, newId }: EvaluationParts): Evaluation {
  const { sources, stored } = readings
  const relays = new Set(sources.flatMap(({ kind, source }) => (kind === 'relay' ? source : [])))
  const officials = trackOfficial({
    tracked: known.filter(isOfficial),
    readings: [...sources.filter(({ kind }) => !isExtra(kind)).map(alertReading), ...stored.flatMap(feedReadings)],
    relays,
    now,
    newId,
  })
  const timezone = sources.find((source) => source.timezone !== null)?.timezone ?? null
  const forecastsOf = (hazard: ForecastHazardName) =>
    sources
      .filter(({ kind, outcome }) => outcome !== 'none' && canShowHazard(kind, hazard))
      .map((reading) => forecastReading(reading, timezone))
  const tracked = Map.groupBy(known.filter(isForecast), ({ data }) => buildQuestionKey(data))
  const asked = questions.flatMap((question) => {
    const events = tracked.get(buildQuestionKey(question)) ?? []
    return trackForecast({ ...question, tracked: events, readings: forecastsOf(question.hazard), now, newId })
  })
  const keys = new Set(questions.map(buildQuestionKey))
  const unasked = [...tracked].flatMap(([key, events]) => (keys.has(key) ? [] : events))
  const events = [...officials, ...asked, ...unasked]
  const before = new Map(known.map((event) => [event.id, event]))
  const views = officials.filter(isNotOver).map((event) => buildOfficialView(event, relays))
  return {
    state: {
      timezone,
      simulated: [...sources, ...stored].some(({ simulated }) => simulated),
      sources: sources.map(sourceState),
      ...feedStates(stored),
      officials: views,
      opinions: Object.fromEntries(
        views.flatMap((view) => {
          const opinions = opinionsOf(view, sources, now)
          return opinions.length === 0 ? [] : [[view.event.id, opinions]]
        }),
      ),
      forecasts: asked.filter(isNotOver),
      outlooks: listDistinctQuestions(questions.map((question) => ({ ...question, threshold: null }))).flatMap((question) =>
        forecastsOf(question.hazard).map((reading) => computeHazardOutlook(question, reading, now)),
      ),
    },
    events,
    changes: events.filter((event) => !isEqual(event, before.get(event.id))),
  }
}

const isNotOver = ({ state }: TrackedEvent): boolean => state !== 'over'

function isEqual(event: TrackedEvent, before: TrackedEvent | undefined): boolean {
  if (event === before) return true
  return before !== undefined && event.state === before.state && event.seenAt === before.seenAt && isSameData(event, before)
}

const isSameData = (a: TrackedEvent, b: TrackedEvent): boolean => JSON.stringify(a.data) === JSON.stringify(b.data)

function sourceState(reading: CellReading): SourceState {
  const { source, kind, fetchedAt, alerts, wouldBeAsked } = reading
  const outcome: SourceOutcome =
    reading.outcome === 'failed' ? { outcome: reading.outcome, failure: reading.failure } : { outcome: reading.outcome }
  return {
    ...outcome,
    source,
    kind,
    fetchedAt: formatOptionalInstant(fetchedAt),
    alerts: alerts?.length ?? null,
    ...(wouldBeAsked === true ? { wouldBeAsked } : {}),
  }
}

function alertReading({ source, outcome, alerts, alertsFetchedAt }: SourceReading) {
  return { source, isComplete: outcome === 'ok' && alerts !== null, alerts: alerts ?? [], fetchedAt: alertsFetchedAt ?? 0 }
}

/**
 * The official warnings that the service keeps, feed by feed. Whether they are called off has already been judged, so no list counts as
 * complete: an absence is not counted twice.
 */
function feedReadings({ alerts, alertsFetchedAt }: SourceReading): AlertReading[] {
  const byFeed = Map.groupBy(alerts ?? [], ({ source }) => source)
  return [...byFeed].map(([source, own]) => ({ source, isComplete: false, alerts: own, fetchedAt: alertsFetchedAt ?? 0 }))
}

/** The feeds that have a say about the place. */
function feedStates(stored: readonly SourceReading[]): Pick<PlaceState, 'feeds'> {
  const states = stored.flatMap(({ alerts, alertsFetchedAt, feeds = [] }): SourceState[] => {
    if (alerts === null || alertsFetchedAt === null) return []
    const countOf = (id: string): number => alerts.filter(({ source, cancelled }) => source === id && !cancelled).length
    const fetchedAt = formatInstant(alertsFetchedAt)
    return feeds
      .filter(({ isAtPlace }) => isAtPlace)
      .map(({ id }) => ({ outcome: 'ok', source: id, kind: 'feed', fetchedAt, alerts: countOf(id) }))
  })
  return states.length === 0 ? {} : { feeds: states }
}

/** The index of air quality is that of the place, whatever zone one source states. */
function forecastReading(reading: SourceReading, timezone: string | null): ForecastReading {
  const { source, outcome, hourly, daily, air = null, marine = null, fetchedAt } = reading
  return { source, isYoung: outcome === 'ok', hourly, daily, air, marine, timezone, fetchedAt }
}

/** Hazards that no forecast shows: a model without a thunderstorm must not look like doubt about a tornado. */
const UNFORESEEN: ReadonlySet<Hazard> = new Set(['tornado', 'hurricane', 'flood', 'airQuality', 'forestFire', 'avalanche'])

/** Whether the forecasts of the sources without warnings show the hazard of an official event; empty if they cannot foresee it. */
function opinionsOf(view: OfficialView, sources: readonly CellReading[], now: number): Opinion[] {
  const { hazards, lead } = view
  const forecast = hazards.filter(isForecastHazard).filter((hazard) => getHazardScope(hazard) === 'weather')
  if (forecast.length === 0 || hazards.some((hazard) => UNFORESEEN.has(hazard))) return []
  const from = Math.max(now, parseInstant(lead.start))
  const until = Math.min(findEndOfView(view), from + OPEN_ENDED_MS)
  return sources
    .filter(({ kind, outcome }) => kind === 'forecast' && outcome !== 'none')
    .map((reading) => {
      const { source } = reading
      if (forecast.some((hazard) => listForecastHazards(reading, { hazard, threshold: null, from, until }).length > 0))
        return { source, shows: true }
      return { source, shows: forecast.some((hazard) => hasHazardData(reading, { hazard, from, until })) ? false : null }
    })
}
