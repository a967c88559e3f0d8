import type { SourceReading } from '../../../gateway/index.ts'
import type { Cell } from '../../../domain/cell.ts'
import {
  type AlertPreferences,
  type ForecastHazardName,
  type Hazard,
  hazardsInForecast,
  forecastTells,
  isForecastHazard,
} from '../../../domain/hazards/index.ts'
import { parseInstant } from '../../../domain/instant.ts'
import type { Situation } from './decide.ts'
import { type ForecastEvent, isForecast, isOfficial, type TrackedEvent } from './event.ts'
import { type OfficialView, viewOfficial } from './official-view.ts'
import { type Question, questionKey, questionsOf } from './questions.ts'
import type { CellReadings } from './readings.ts'
import { type ForecastReading, trackForecast } from './track-forecast.ts'
import { trackOfficial } from './track-official.ts'

/** One place in one run: what its sources say, and the events that follow from it. */
export interface Place {
  readonly cell: Cell
  readonly readings: CellReadings
  /** IANA name, where a source knows it. */
  readonly timezone: string | null
  /** Looks for what these preferences ask of the forecasts. Each question is looked at once. */
  ask(preferences: Pick<AlertPreferences, 'hazards'>): void
  situation(): Situation
  /** Whether anybody may have to be told of something. */
  isEventful(): boolean
  /** Every event that is known, those long past too. */
  events(): readonly TrackedEvent[]
  /** The events that differ from what was handed in or has been taken already, to be written before anybody is told. */
  takeChanges(): readonly TrackedEvent[]
  /** Whether the second provider's forecast shows what an official event warns of; undefined where it has no say in it. */
  secondOpinion(view: OfficialView): boolean | null | undefined
}

export interface PlaceParts {
  readonly cell: Cell
  readonly readings: CellReadings
  /** The events of the last days. */
  readonly known: readonly TrackedEvent[]
  /** Epoch milliseconds. */
  readonly now: number
  readonly newId: () => string
}

const OPEN_ENDED_MS = 48 * 3_600_000

export function lookAt({ cell, readings, known, now, newId }: PlaceParts): Place {
  const { primary, second, national } = readings
  const officials = trackOfficial({
    tracked: known.filter(isOfficial),
    readings: [primary, national].map(alertReading),
    national: national.source,
    now,
    newId,
  })
  const views = officials.map((event) => viewOfficial(event, national.source))
  const forecastReadings = [primary, second].filter(hasForecast).map(forecastReading)
  const forecasts = new Map<string, readonly ForecastEvent[]>(
    [...Map.groupBy(known.filter(isForecast), ({ data }) => questionKey(data))].map(([key, events]) => [key, events]),
  )
  const asked = new Set<string>()
  const written = new Map<string, TrackedEvent>(known.map((event) => [event.id, event]))
  const opinions = new Map<OfficialView, boolean | null | undefined>()
  let situation: Situation | undefined

  function askOne(question: Question): void {
    const key = questionKey(question)
    if (asked.has(key)) return
    asked.add(key)
    situation = undefined
    forecasts.set(key, trackForecast({ ...question, tracked: forecasts.get(key) ?? [], readings: forecastReadings, now, newId }))
  }

  function current(): Situation {
    situation ??= { officials: views, forecasts: [...forecasts].flatMap(([key, events]) => (asked.has(key) ? events : [])) }
    return situation
  }

  const events = (): readonly TrackedEvent[] => [...officials, ...[...forecasts.values()].flat()]

  return {
    cell,
    readings,
    timezone: primary.timezone ?? second.timezone,
    ask: (preferences) => questionsOf(preferences).forEach(askOne),
    situation: current,
    isEventful() {
      return (
        views.some(({ event, endMs }) => event.state !== 'over' && endMs > now) ||
        current().forecasts.some(({ state, data }) => state === 'open' || (state === 'cancelled' && parseInstant(data.start) > now))
      )
    },
    events,
    takeChanges() {
      const changed = events().filter((event) => !isEqual(event, written.get(event.id)))
      for (const event of changed) written.set(event.id, event)
      return changed
    },
    secondOpinion(view) {
      if (!opinions.has(view)) opinions.set(view, secondOpinion(view, second, now))
      return opinions.get(view)
    },
  }
}

function isEqual(event: TrackedEvent, before: TrackedEvent | undefined): boolean {
  if (event === before) return true
  return before !== undefined && event.state === before.state && event.seenAt === before.seenAt && isSameData(event, before)
}

const isSameData = (a: TrackedEvent, b: TrackedEvent): boolean => JSON.stringify(a.data) === JSON.stringify(b.data)

function alertReading({ source, outcome, alerts }: SourceReading) {
  return { source, isComplete: outcome === 'ok' && alerts !== null, alerts: alerts ?? [] }
}

/** A source without forecasts has no say in them. */
function hasForecast({ outcome, hourly, daily }: SourceReading): boolean {
  return outcome !== 'none' || hourly !== null || daily !== null
}

function forecastReading({ source, outcome, hourly, daily, fetchedAt }: SourceReading): ForecastReading {
  return { source, isYoung: outcome === 'ok', hourly, daily, fetchedAt }
}

/** What no forecast shows: that a model sees no thunderstorm must not read as a doubt about a tornado. */
const UNFORESEEN: ReadonlySet<Hazard> = new Set(['tornado', 'hurricane', 'flood', 'airQuality'])

function secondOpinion({ hazards, lead, endMs }: OfficialView, second: SourceReading, now: number): boolean | null | undefined {
  const forecast = hazards.filter(isForecastHazard)
  if (forecast.length === 0 || second.outcome === 'none' || hazards.some((hazard) => UNFORESEEN.has(hazard))) return undefined
  const from = Math.max(now, parseInstant(lead.start))
  const until = Math.min(endMs, from + OPEN_ENDED_MS)
  const tells = (hazard: ForecastHazardName): boolean => forecastTells(second.hourly, second.daily, { hazard, from, until })
  const shows = (hazard: ForecastHazardName): boolean =>
    hazardsInForecast(second.hourly, second.daily, { hazard, threshold: null, from, until }).length > 0
  if (forecast.some(shows)) return true
  return forecast.some(tells) ? false : null
}
