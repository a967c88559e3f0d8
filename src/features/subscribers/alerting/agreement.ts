import type { Attribution } from '@isobar/providers/port'
import { parseInstant } from '@isobar/weather'
import type { AlertSource } from './emails/weather-alert/data.ts'
import type { ForecastData, Showing } from './event.ts'
import { findEndOfView, type OfficialView } from './official-view.ts'
import { canShowHazard, type PlaceState, type SourceState } from './place-state.ts'

/** How a source is named and credited. */
export interface SourceName {
  readonly name: string
  readonly attribution: Attribution
}

/** The place's state and the names of its sources. */
export interface Sources {
  readonly state: PlaceState
  readonly sourceOf: (id: string) => SourceName
}

/** Which sources carry the warning, which carry warnings but not this one, and whether the other sources' forecasts show its hazard. */
export function listOfficialSources(view: OfficialView, { state, sourceOf }: Sources): AlertSource[] {
  const carriers = [...state.sources.filter(({ kind }) => kind === 'relay' || kind === 'feed'), ...(state.feeds ?? [])].filter(hasAnswer)
  const opinions = state.opinions[view.event.id] ?? []
  return [
    ...carriers.map((reading) => {
      const carries = view.sources.includes(reading.source)
      const agrees = carries || (reading.outcome === 'ok' && reading.alerts !== null ? false : null)
      return { ...source(reading, sourceOf, agrees, null), as: 'warnings' as const }
    }),
    ...state.sources
      .filter(({ kind }) => kind === 'forecast')
      .flatMap((reading) => {
        const opinion = opinions.find((one) => one.source === reading.source)
        return opinion === undefined ? [] : source(reading, sourceOf, opinion.shows, null)
      }),
  ]
}

/** Which forecasts show the hazard, what the others expect, and whether the issuers' own feeds warn of it. */
export function listForecastSources(data: ForecastData, { state, sourceOf }: Sources): AlertSource[] {
  const said = new Map(data.showings.map((showing) => [showing.source, showing]))
  return [
    ...state.sources
      .filter(({ kind }) => canShowHazard(kind, data.hazard))
      .flatMap((reading) => {
        const showing = said.get(reading.source)
        return showing === undefined ? [] : withWhatItSays(source(reading, sourceOf, showing.shows, peakOf(showing, data)), showing)
      }),
    ...[...state.sources.filter(({ kind }) => kind === 'feed'), ...(state.feeds ?? [])]
      .filter(hasAnswer)
      .map((reading) => ({ ...source(reading, sourceOf, warnsOf(data, reading, state), null), as: 'warnings' as const })),
  ]
}

const hasAnswer = ({ outcome }: SourceState): boolean => outcome !== 'none'

/** What a source expects at the chance that is asked for says little of one that may expect more at a lower one. */
function peakOf({ shows, peak }: Showing, { minProbability }: ForecastData): number | null {
  return shows === true || minProbability === undefined ? peak : null
}

function withWhatItSays(said: AlertSource, { probability, detail }: Showing): AlertSource {
  return { ...said, ...(probability === undefined ? {} : { probability }), ...(detail === undefined ? {} : { detail }) }
}

/** Whether an issuer's own feed warns of the hazard during the spell. */
function warnsOf({ hazard, start, end }: ForecastData, feed: SourceState, { officials }: PlaceState): boolean | null {
  const warns = officials.some(
    (view) =>
      view.sources.includes(feed.source) &&
      view.hazards.includes(hazard) &&
      parseInstant(view.lead.start) < parseInstant(end) &&
      findEndOfView(view) > parseInstant(start),
  )
  return warns || (feed.outcome === 'ok' ? false : null)
}

function source(
  { source: id, fetchedAt }: SourceState,
  sourceOf: Sources['sourceOf'],
  agrees: boolean | null,
  value: number | null,
): AlertSource {
  return { id, name: sourceOf(id).name, agrees, value, fetchedAt }
}
