import type { Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import type { Attribution } from '../../../providers/provider.ts'
import type { Stations } from '../stations/index.ts'
import { createAnswerCounter } from './answer-counter.ts'
import { placeWeatherOf } from './place-weather.ts'
import { createPlaceReader } from './reader.ts'
import { createRepeatedAnswers } from './repeated-answers.ts'

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
  const { config, clock, limiter, clientHash, windows, metrics } = foundation
  const reader = createPlaceReader({ gateway, stations })
  const counterOf = createAnswerCounter(metrics, onAnswered)
  const shown = { attributionOf, correctsHeight: config.STATION_HEIGHT_CORRECTION }
  const repeated = createRepeatedAnswers({
    reader,
    weatherOf: (reading, now, lang) => placeWeatherOf(reading, now, lang, { ...shown, windows }),
    counterOf,
    windows,
    limiter,
    metrics,
    clock,
    clientHash,
  })
  return {
    reader,
    counterOf,
    /** How a station is shown with a record. */
    shown,
    /** Adds the hot path of a route in another API's shape. */
    answers: repeated.add,
  }
}
