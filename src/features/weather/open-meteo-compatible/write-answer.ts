import { cellOf } from '../../../domain/cell.ts'
import { creditLinks, type PlacesRequest, type PlaceWeather, type Written } from '../place-weather/index.ts'
import { airBlocks } from './air-blocks.ts'
import { type Block, clockOf, type PlaceAnswer } from './answer.ts'
import { pastAirIn, type PastJson, pastWeatherIn } from './past.ts'
import type { AskedPlace, Format, WeatherRequest } from './request.ts'
import type { TimeRanges } from './time-range.ts'
import { rowsOfHours, weatherBlocks } from './weather-blocks.ts'
import { writeCsv } from './write-csv.ts'
import { writeFlatbuffers } from './write-flatbuffers.ts'
import { writeJson } from './write-json.ts'

/** A request that has been read, with what its answers need besides records. */
export interface Asked extends PlacesRequest {
  readonly request: WeatherRequest
  /** For each place. */
  readonly past: readonly PastJson[]
}

/** The answer of `/v1/forecast`. Sources of past hours are credited with those of the records. */
export function writeForecast({ request, past }: Asked, weather: readonly PlaceWeather[]): Written {
  const pasts = weather.map(({ simulated }, index) => pastWeatherIn(past[index] as PastJson, simulated))
  const answers = placeAnswers(request, weather, ({ scopes }, index, ranges, offsetSeconds) => {
    const { hours = [], days = [] } = pasts[index] ?? {}
    const known = {
      current: scopes.current?.data,
      hourAt: rowsOfHours([...hours, ...(scopes.hourly?.whole.points ?? [])]),
      days: [...days, ...(scopes.daily?.whole.points ?? [])],
      minutes: scopes.minutely?.whole.points ?? [],
    }
    return weatherBlocks(request, known, ranges, offsetSeconds)
  })
  return { ...written(request.format, answers), links: creditLinks(pasts.flatMap(({ attributions }) => attributions)) }
}

/** The answer of `/v1/air-quality`. */
export function writeAirQuality({ request, past }: Asked, weather: readonly PlaceWeather[]): Written {
  const pasts = past.map(pastAirIn)
  const answers = placeAnswers(request, weather, ({ scopes, now }, index, ranges, offsetSeconds) => {
    const hours = [...(pasts[index]?.hours ?? []), ...(scopes.air?.whole.points ?? [])]
    return airBlocks(request, hours, ranges, offsetSeconds, now)
  })
  return { ...written(request.format, answers), links: creditLinks(pasts.flatMap(({ attributions }) => attributions)) }
}

/** What is known of a place besides its blocks. */
type Place = Pick<PlaceWeather, 'height' | 'now'> & { readonly clock: Pick<PlaceWeather['clock'], 'timezone'> }

/** The answers of a request, given what is known of each place, in their order. */
export function placeAnswers<P extends Place>(
  request: WeatherRequest,
  known: readonly P[],
  blocksOf: (place: P, index: number, ranges: TimeRanges, utcOffsetSeconds: number) => readonly Block[],
): readonly PlaceAnswer[] {
  return request.places.map(({ lat, lon, timezone, locationId, rangesAt }: AskedPlace, index) => {
    const place = known[index] as P
    const cell = cellOf(lat, lon)
    const clock = clockOf(timezone === 'auto' ? place.clock.timezone : timezone, place.now)
    const ranges = rangesAt(clock.utcOffsetSeconds * 1_000, place.now)
    return {
      latitude: cell.lat,
      longitude: cell.lon,
      elevation: place.height,
      locationId,
      ...clock,
      isUnixTime: request.isUnixTime,
      blocks: blocksOf(place, index, ranges, clock.utcOffsetSeconds),
    }
  })
}

/** The body of the answers of a request's places. */
export function written(format: Format, answers: readonly PlaceAnswer[]): Written {
  switch (format) {
    case 'json':
      return { body: writeJson(answers) }
    case 'csv':
      return { body: writeCsv(answers), contentType: 'text/csv; charset=utf-8' }
    case 'flatbuffers':
      return { body: writeFlatbuffers(answers), contentType: 'application/octet-stream' }
  }
}
