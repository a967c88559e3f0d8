import { Type } from 'typebox'
import { ErrorBody } from '../../../platform/http/schema/schemas.ts'
import { FORMATS } from './request.ts'
import { AMOUNT, LENGTH, SPEED, TEMPERATURE } from './unit.ts'

const list = (description: string, example?: string) =>
  Type.Optional(Type.String({ description, ...(example === undefined ? {} : { examples: [example] }) }))
const days = (description: string) => Type.Optional(Type.String({ pattern: '^\\d{1,4}$', description }))

const Coordinates = {
  latitude: Type.String({ description: 'Degrees; several places separated by commas, at most 50', examples: ['52.52'] }),
  longitude: Type.String({ description: 'As many as latitudes', examples: ['13.41'] }),
  timezone: list(
    'IANA name, which also decides where days begin; `auto`: that of the place; default GMT. One, or one for each place',
    'auto',
  ),
  elevation: list('Metres, one or one for each place: temperatures are brought to it; `nan`: they stay as they are'),
  location_id: list('Numbers that the answers repeat, one for each place'),
}

const Format = {
  timeformat: Type.Optional(Type.Enum(['iso8601', 'unixtime'], { description: 'Local times without offset, or seconds since 1970' })),
  format: Type.Optional(Type.Enum([...FORMATS], { description: 'Of the answer; `flatbuffers` is what their own packages ask for' })),
  apikey: Type.Optional(Type.String({ description: 'Ignored' })),
}

const Units = {
  temperature_unit: Type.Optional(Type.Enum(Object.keys(TEMPERATURE), { description: 'Default: celsius' })),
  wind_speed_unit: Type.Optional(Type.Enum(Object.keys(SPEED), { description: 'Default: kmh; also as `windspeed_unit`' })),
  precipitation_unit: Type.Optional(Type.Enum(Object.keys(AMOUNT), { description: 'Of snow, centimetres with `mm`' })),
}

const Dates = {
  start_date: list('First day, `2026-11-21`, instead of counted days'),
  end_date: list('Last day, which is included'),
}

const Counts = {
  forecast_days: days('From today on'),
  past_days: days('Before today, at most 92; from the archive of this service'),
  forecast_hours: days('From the running hour on'),
  past_hours: days('Before it'),
  ...Dates,
  start_hour: list('First hour, `2026-11-21T05:00`'),
  end_hour: list('Last hour'),
  models: list('`best_match`; there are no single models'),
}

const Hourly = list('Variables of each hour, under their present or former names', 'temperature_2m,weather_code')
const Daily = list('Variables of each day', 'temperature_2m_max,temperature_2m_min')
const Current = list('Variables of the current weather', 'temperature_2m,wind_speed_10m')

export const ForecastQuery = Type.Object({
  ...Coordinates,
  current: Current,
  current_weather: Type.Optional(Type.Enum(['true', 'false'], { description: 'The former block `current_weather` instead of `current`' })),
  minutely_15: list(
    'Variables of each quarter of an hour, between those of hours; precipitation of the next hour as it is forecast by the minute',
  ),
  hourly: Hourly,
  daily: Daily,
  ...Format,
  ...Units,
  ...Counts,
})

export const AirQualityQuery = Type.Object({
  ...Coordinates,
  current: list('Variables of the running hour', 'pm2_5,european_aqi'),
  hourly: list('Variables of each hour', 'pm2_5,grass_pollen'),
  ...Format,
  ...Counts,
})

export const MarineQuery = Type.Object({
  ...Coordinates,
  latitude: Type.String({ description: 'Degrees; several places separated by commas, at most 50', examples: ['30'] }),
  longitude: Type.String({ description: 'As many as latitudes', examples: ['-40'] }),
  current: list('Variables of the running hour', 'wave_height'),
  hourly: list('Variables of each hour', 'wave_height,wave_period,sea_surface_temperature'),
  daily: list('`_max` and `_min` of an hourly variable, `_dominant` of a direction', 'wave_height_max'),
  length_unit: Type.Optional(Type.Enum(Object.keys(LENGTH), { description: 'Of waves; default: metric' })),
  temperature_unit: Units.temperature_unit,
  ...Format,
  ...Counts,
})

export const ElevationQuery = Type.Object({
  latitude: Type.String({ description: 'Degrees; several places separated by commas, at most 100', examples: ['52.52'] }),
  longitude: Coordinates.longitude,
})

export const ElevationAnswer = Type.Object(
  { elevation: Type.Array(Type.Number({ description: 'Metres' }), { maxItems: 100 }) },
  { title: 'OpenMeteoElevation', examples: [{ elevation: [40] }] },
)

export const ArchiveQuery = Type.Object({
  ...Coordinates,
  hourly: Hourly,
  daily: Daily,
  ...Format,
  ...Units,
  start_date: list('First day', '2026-06-01'),
  end_date: list('Last day, which is included', '2026-06-02'),
})

export const SearchQuery = Type.Object({
  name: Type.String({ description: 'At least two letters', examples: ['Berlin'] }),
  count: Type.Optional(Type.String({ pattern: '^\\d+$', description: '1 to 100, of which this service has at most five' })),
  language: list('BCP 47 tag; language of the names, if known', 'de'),
  countryCode: list('Only places in this country (ISO 3166 alpha-2)', 'DE'),
  format: Type.Optional(Type.Enum(['json'], { description: 'There is no other' })),
})

export const GetQuery = Type.Object({
  id: Type.String({ pattern: '^\\d+$', description: 'Of a place that was found', examples: ['2950159'] }),
  language: list('BCP 47 tag', 'de'),
  format: Type.Optional(Type.Enum(['json'], { description: 'There is no other' })),
})

const PLACE = {
  id: 2950159,
  name: 'Berlin',
  latitude: 52.52437,
  longitude: 13.41053,
  elevation: 74,
  feature_code: 'PPLC',
  country_code: 'DE',
  admin1_id: 2950157,
  timezone: 'Europe/Berlin',
  population: 3426354,
  country_id: 2921044,
  country: 'Germany',
  admin1: 'State of Berlin',
}

export const PlaceAnswer = Type.Object(
  {
    id: Type.Integer({ description: "GeoNames' id, if it is a town, country or area that the gazetteer knows" }),
    name: Type.String(),
    latitude: Type.Number(),
    longitude: Type.Number(),
    elevation: Type.Optional(Type.Number({ description: 'Metres' })),
    feature_code: Type.Optional(Type.String({ description: "GeoNames' code of what it is, such as `PPLC`, `AIRP` or `ISL`" })),
    country_code: Type.String({ description: 'ISO 3166 alpha-2' }),
    admin1_id: Type.Optional(Type.Integer({ description: "GeoNames' id of the state or region" })),
    timezone: Type.String(),
    population: Type.Optional(Type.Integer()),
    country_id: Type.Optional(Type.Integer({ description: "GeoNames' id of the country" })),
    country: Type.Optional(Type.String()),
    admin1: Type.Optional(Type.String({ description: 'State or region' })),
  },
  { title: 'OpenMeteoPlace', examples: [PLACE] },
)

export const SearchAnswer = Type.Object(
  { results: Type.Optional(Type.Array(PlaceAnswer, { maxItems: 5 })), generationtime_ms: Type.Number({ description: 'Always 0' }) },
  { title: 'OpenMeteoPlaces', examples: [{ results: [PLACE], generationtime_ms: 0 }, { generationtime_ms: 0 }] },
)

/** Of their shape: what a request names is in it, and nothing else. */
const Answer = Type.Object(
  {
    latitude: Type.Number({ description: 'Of the grid cell' }),
    longitude: Type.Number(),
    elevation: Type.Number({ description: 'Metres: as asked, of the source, or of the towns near by' }),
    location_id: Type.Optional(Type.Integer({ description: 'Of all places but the first' })),
    generationtime_ms: Type.Number({ description: 'Always 0: an answer is made once and sent many times' }),
    utc_offset_seconds: Type.Integer({ description: 'Now; it holds for all times of the answer' }),
    timezone: Type.String(),
    timezone_abbreviation: Type.String({ examples: ['GMT+2'] }),
  },
  {
    additionalProperties: true,
    title: 'OpenMeteoAnswer',
    description: 'For each block asked for, `hourly` and `hourly_units`; columns by variable',
  },
)

const HEADER = {
  latitude: 52.52,
  longitude: 13.41,
  elevation: 40,
  generationtime_ms: 0,
  utc_offset_seconds: 7200,
  timezone: 'Europe/Berlin',
  timezone_abbreviation: 'GMT+2',
}

export const HOURLY_EXAMPLE = {
  hourly_units: { time: 'iso8601', temperature_2m: '°C', weather_code: 'wmo code' },
  hourly: { time: ['2026-06-01T00:00', '2026-06-01T01:00'], temperature_2m: [13.4, 12.9], weather_code: [3, null] },
}
export const MARINE_EXAMPLE = {
  hourly_units: { time: 'iso8601', wave_height: 'm', wave_period: 's' },
  hourly: { time: ['2026-06-01T00:00', '2026-06-01T01:00'], wave_height: [1.24, 1.26], wave_period: [5.4, 5.45] },
}
export const AIR_EXAMPLE = {
  hourly_units: { time: 'iso8601', pm2_5: '\u03bcg/m³', grass_pollen: 'grains/m³' },
  hourly: { time: ['2026-06-01T00:00', '2026-06-01T01:00'], pm2_5: [7.2, 7.5], grass_pollen: [null, null] },
}

/** The response of a route with blocks of columns, of which `blocks` are an example. */
export function buildBlocksResponse(blocks: Readonly<Record<string, unknown>>) {
  return {
    description: 'One place, or a list of several',
    content: {
      'application/json': { schema: Type.Union([Answer, Type.Array(Answer)]), example: { ...HEADER, ...blocks } },
      'text/csv': { schema: { type: 'string', description: 'A table of the places, then one for each block' } },
      'application/octet-stream': { schema: { type: 'string', description: 'FlatBuffers, one message with its size for each place' } },
    },
  }
}

const ErrorAnswer = Type.Object(
  { error: Type.Literal(true), reason: Type.String() },
  { title: 'OpenMeteoError', description: 'In the words of Open-Meteo' },
)

export const ERRORS = {
  // What is refused before it reaches the route has our own shape.
  400: { ...Type.Union([ErrorAnswer, ErrorBody]), description: 'An unknown variable or value, or a place without data' },
  429: { ...ErrorAnswer, description: 'Too many requests, or the provider budget is used up' },
  500: { ...ErrorAnswer, description: 'Internal error' },
  502: { ...ErrorAnswer, description: 'The providers failed' },
  503: { ...ErrorAnswer, description: 'Temporarily unavailable' },
}
