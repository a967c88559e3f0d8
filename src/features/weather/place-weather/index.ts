import type { Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import type { Attribution } from '../../../providers/provider.ts'
import type { Stations } from '../stations/index.ts'
import { createAnswerCounter } from './answer-counter.ts'
import { placeWeatherOf } from './place-weather.ts'
import { createPlaceReader } from './reader.ts'
import { createRepeatedAnswers } from './repeated-answers.ts'
export type { CounterOf } from './answer-counter.ts'
export { bySecond } from './by-second.ts'
export { creditOf, type Credits, creditsOf } from './credits.ts'
export { alertIdsOf, knownAlerts } from './known-alerts.ts'
export { cacheControlAt, type Lifetime, lifetimeOf } from './lifetime.ts'
export type { PlaceWeather } from './place-weather.ts'
export { type FoundScope, isSameScope, NO_ALERTS, type PartialReading, type PlaceReader } from './reader.ts'
export type { PlacesRequest } from './repeated-answers.ts'
export { answerRepeated } from './repeated-requests.ts'
export { shownStation, type ShownStationOptions } from './shown-station.ts'
export { creditLinks, worstFreshness, worstLayer, type Written } from './written-answer.ts'

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
  const reader = createPlaceReader({ gateway, stations })
  const counterOf = createAnswerCounter(metrics, onAnswered)
  const shown = { attributionOf, correctsHeight: config.STATION_HEIGHT_CORRECTION }
  const { add } = createRepeatedAnswers({
    ...foundation,
    reader,
    weatherOf: (reading, now, lang) => placeWeatherOf(reading, now, lang, { ...shown, windows }),
    counterOf,
  })
  return {
    reader,
    counterOf,
    /** How a station is shown with a record. */
    shown,
    /** Adds the hot path of a route in another API's shape. */
    answers: add,
  }
}
