import type { Attribution } from '@isobar/providers/port'
import type { Cell } from '@isobar/weather'
import type { Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import type { Stations } from '../stations/index.ts'
import { createAnswerCounter } from './answer-counter.ts'
import { type PlaceDays, readPlaceDays, readPlaceWeather } from './place-weather.ts'
import { createPlaceReader, type FoundScope } from './reader.ts'
import { createRepeatedAnswers } from './repeated-answers.ts'
export type { CounterOf } from './answer-counter.ts'
export { readWholeSeries, type SuppliedPart } from './series.ts'
export { cacheBySecond } from './by-second.ts'
export { markSimulatedCredit, type Credits, buildScopeCredits } from './credits.ts'
export { readActiveAlertIds, readActiveAlerts } from './active-alerts.ts'
export { cacheControlAt, type Lifetime, computeAnswerLifetime } from './lifetime.ts'
export { limitPlaces } from './limit-places.ts'
export { type PlaceDays, readPlaceDays, type PlaceWeather } from './place-weather.ts'
export { type FoundScope, isSameScope, NO_ALERTS, NO_EXTENDED, type PartialReading, type PlaceReader, type SeriesExtent } from './reader.ts'
export type { PlacesRequest } from './repeated-answers.ts'
export { answerRepeated } from './repeated-requests.ts'
export { buildShownStation, type ShownStationOptions } from './shown-station.ts'
export { getWorstFreshness, getWorstLayer } from './worst-part.ts'
export { listCreditLinks, type Written } from './written-answer.ts'

export interface PlaceWeatherNeeds {
  readonly gateway: Gateway
  readonly stations: Pick<Stations, 'peek' | 'find'>
  readonly attributionOf: (source: string) => Attribution
  /** Counts answers by cache layer, scope and trigger. */
  readonly onAnswered: (layer: string, scope: string, trigger: string, answers: number) => void
}

export type PlaceWeatherService = ReturnType<typeof openPlaceWeather>

/** The weather of a place for all APIs that serve it: one way to its records, to their data and to the counting of answers. */
export function openPlaceWeather(foundation: Foundation, { gateway, stations, attributionOf, onAnswered }: PlaceWeatherNeeds) {
  const { config, windows, metrics } = foundation
  const reader = createPlaceReader({ gateway, stations, clock: foundation.clock })
  const counterOf = createAnswerCounter(metrics, onAnswered)
  const shown = { attributionOf, correctsHeight: config.STATION_HEIGHT_CORRECTION }
  const { add } = createRepeatedAnswers({
    ...foundation,
    reader,
    weatherOf: (reading, now, lang) => readPlaceWeather(reading, now, lang, { ...shown, windows }),
    counterOf,
  })
  return {
    reader,
    counterOf,
    /** The days of a served record, as every answer, page and mail has them. */
    async readDays(cell: Cell, served: Pick<FoundScope<'daily'>, 'record' | 'supplements'>, now: number): Promise<PlaceDays> {
      return readPlaceDays({ ...served, station: await stations.find(cell, served.record.simulated) }, now, shown)
    },
    /** How a station is shown with a record. */
    shown,
    /** Adds the hot path of a route in another API's shape. */
    answers: add,
  }
}
