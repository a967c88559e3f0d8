import { type CurrentWeather, type DailyPoint, type HourlyPoint, LAPSE_RATE, toCell } from '@isobar/weather'
import { listCreditLinks, type PlacesRequest, type PlaceWeather, type Written } from '../place-weather/index.ts'
import { GEONAMES_CREDIT } from '../places/index.ts'
import { findHeight } from '../terrain/index.ts'
import { findAir } from './air-variables.ts'
import { type Block, buildClockFields, isCurrent, type PlaceAnswer } from './answer.ts'
import { buildHourBlocks } from './hour-blocks.ts'
import { findMarine, findMarineOfDay } from './marine-variables.ts'
import { parsePastAir, type PastJson, parsePastWeather } from './past.ts'
import { NO_DATA, buildRequestRefusal } from './refusal.ts'
import type { AskedPlace, Format, WeatherRequest } from './request.ts'
import type { TimeRanges } from './time-range.ts'
import { type KnownWeather, buildHourRowLookup, buildWeatherBlocks, withoutUnknownEnd } from './weather-blocks.ts'
import { writeCsv } from './write-csv.ts'
import { writeFlatbuffers } from './write-flatbuffers.ts'
import { writeJson } from './write-json.ts'

/** A request that has been read, with what its answers need besides records. */
export interface Asked extends PlacesRequest {
  readonly request: WeatherRequest
  /** For each place. */
  readonly past: readonly PastJson[]
  /** Whether it was asked for under the name of a model. */
  readonly isAlias?: boolean
}

/** An answer under another path says whose it is (RFC 6596). */
const FORECAST_LINK = '</v1/forecast>; rel="canonical"'

/** The answer of `/v1/forecast`. Sources of past hours are credited with those of the records. */
export function writeForecast({ request, past, isAlias }: Asked, weather: readonly PlaceWeather[]): Written {
  const pasts = weather.map(({ simulated }, index) => parsePastWeather(past[index] as PastJson, simulated))
  const answers = listPlaceAnswers(
    request,
    weather,
    ({ scopes, clock, height, now }, { asked, index, elevation }, ranges, offsetSeconds) => {
      const { hours = [], days = [] } = pasts[index] ?? {}
      // Without a height of its own, what the source says is of the terrain.
      const rise = asked.elevation === null || asked.elevation === 'nan' ? 0 : elevation - (height ?? findHeight(asked))
      const known: KnownWeather = {
        place: { lat: asked.lat, lon: asked.lon, height: elevation },
        now,
        timezone: clock.timezone,
        current: scopes.current && atHeight(scopes.current.data, rise),
        hourAt: buildHourRowLookup([...hours, ...(scopes.hourly?.whole.points ?? [])].map((hour) => atHeight(hour, rise))),
        days: [...days, ...(scopes.daily?.whole.points ?? [])].map((day) => atHeight(day, rise)),
        minutes: scopes.minutely?.whole.points ?? [],
      }
      return buildWeatherBlocks(request, known, ranges, offsetSeconds).map((block) => (isCurrent(block) ? block : withoutUnknownEnd(block)))
    },
  )
  const links = [...listCreditLinks(pasts.flatMap(({ attributions }) => attributions)), ...listHeightCredits(weather)]
  return { ...writePlaceAnswers(request.format, answers), links: isAlias === true ? [...links, FORECAST_LINK] : links }
}

/** The answer of `/v1/marine`. Where there is no sea, theirs has nothing, either. @throws AppError invalid_request, in their words */
export function writeMarine({ request }: Asked, weather: readonly PlaceWeather[]): Written {
  if (weather.every(({ scopes }) => scopes.marine?.whole.available !== true)) throw buildRequestRefusal(NO_DATA)
  const variables = { find: findMarine, findOfDay: findMarineOfDay }
  const answers = listPlaceAnswers(request, weather, ({ scopes, now }, _place, ranges, offsetSeconds) =>
    buildHourBlocks(request, variables, scopes.marine?.whole.points ?? [], ranges, offsetSeconds, now),
  )
  return { ...writePlaceAnswers(request.format, answers), links: listHeightCredits(weather) }
}

/** The answer of `/v1/air-quality`. */
export function writeAirQuality({ request, past }: Asked, weather: readonly PlaceWeather[]): Written {
  const pasts = past.map(parsePastAir)
  const answers = listPlaceAnswers(request, weather, ({ scopes, now }, { index }, ranges, offsetSeconds) => {
    const hours = [...(pasts[index]?.hours ?? []), ...(scopes.air?.whole.points ?? [])]
    return buildHourBlocks(request, { find: findAir }, hours, ranges, offsetSeconds, now)
  })
  return {
    ...writePlaceAnswers(request.format, answers),
    links: [...listCreditLinks(pasts.flatMap(({ attributions }) => attributions)), ...listHeightCredits(weather)],
  }
}

/** What is known of a place besides its blocks. */
type Place = Pick<PlaceWeather, 'height' | 'now'> & { readonly clock: Pick<PlaceWeather['clock'], 'timezone'> }

/** A place as it was asked for, its number among those of the request, and its height in metres. */
interface PlaceOfRequest {
  readonly asked: AskedPlace
  readonly index: number
  readonly elevation: number
}

/** The answers of a request, given what is known of each place, in their order. */
export function listPlaceAnswers<P extends Place>(
  request: WeatherRequest,
  known: readonly P[],
  blocksOf: (place: P, of: PlaceOfRequest, ranges: TimeRanges, utcOffsetSeconds: number) => readonly Block[],
): readonly PlaceAnswer[] {
  return request.places.map((asked, index) => {
    const { lat, lon, timezone, locationId, rangesAt } = asked
    const place = known[index] as P
    const elevation = typeof asked.elevation === 'number' ? asked.elevation : (place.height ?? findHeight(asked))
    const cell = toCell(lat, lon)
    const clock = buildClockFields(timezone === 'auto' ? place.clock.timezone : timezone, place.now)
    const ranges = rangesAt(clock.utcOffsetSeconds * 1_000, place.now)
    return {
      latitude: cell.lat,
      longitude: cell.lon,
      elevation,
      locationId,
      ...clock,
      isUnixTime: request.isUnixTime,
      blocks: blocksOf(place, { asked, index, elevation }, ranges, clock.utcOffsetSeconds),
    }
  })
}

/** Heights are those of GeoNames' towns where a source states none. */
export function listHeightCredits(places: readonly Pick<PlaceWeather, 'height'>[]): readonly string[] {
  return places.some(({ height }) => height === null) ? [GEONAMES_CREDIT] : []
}

/** The temperatures of a point so many metres higher, by the lapse rate that theirs has, too. */
function atHeight<Point extends CurrentWeather | HourlyPoint | DailyPoint>(point: Point, metres: number): Point {
  if (metres === 0) return point
  const changed = Object.entries(point).map(([field, value]) => {
    const isTemperature = /^(?:temperature|feelsLike|dewPoint)/.test(field) && typeof value === 'number'
    return [field, isTemperature ? value - LAPSE_RATE * metres : value]
  })
  return Object.fromEntries(changed) as Point
}

/** The body of the answers of a request's places. */
export function writePlaceAnswers(format: Format, answers: readonly PlaceAnswer[]): Written {
  switch (format) {
    case 'json':
      return { body: writeJson(answers) }
    case 'csv':
      return { body: writeCsv(answers), contentType: 'text/csv; charset=utf-8' }
    case 'flatbuffers':
      return { body: writeFlatbuffers(answers), contentType: 'application/octet-stream' }
  }
}
