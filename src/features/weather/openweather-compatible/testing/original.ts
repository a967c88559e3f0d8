/**
 * What OpenWeather's answers always and sometimes have, after its documentation and recorded answers, as data of the tests: independent of the
 * schemas of this service. `?` marks what may be absent in theirs. `~` marks what theirs always has and this service leaves out where nobody knows
 * it and nothing follows for it from the rest. Nothing may be null that is not marked `|null`.
 */
export type Shape = string | readonly [Shape] | { readonly [key: string]: Shape }

const WEATHER: Shape = [{ id: 'integer', main: 'text', description: 'text', icon: 'icon' }]
const STATE = {
  'pressure~': 'integer',
  'humidity~': 'integer',
  'dew_point~': 'number',
  'uvi~': 'number',
  'clouds~': 'integer',
  'visibility?': 'integer',
  'wind_speed~': 'number',
  'wind_deg~': 'integer',
  'wind_gust?': 'number',
  weather: WEATHER,
}
const HOUR = { 'rain?': { '1h': 'positive' }, 'snow?': { '1h': 'positive' } }
const PARTS = { day: 'number', night: 'number', eve: 'number', morn: 'number' }
const TEMPERATURES = { ...PARTS, min: 'number', max: 'number' }
const MAIN: Shape = {
  temp: 'number',
  feels_like: 'number',
  temp_min: 'number',
  temp_max: 'number',
  'pressure~': 'integer',
  'sea_level~': 'integer',
  'humidity~': 'integer',
}
const WIND: Shape = { 'speed~': 'number', 'deg~': 'integer', 'gust?': 'number' }
const COORD: Shape = { lon: 'number', lat: 'number' }
const CITY = { id: 'integer', name: 'text', coord: COORD, country: 'text', population: 'integer', timezone: 'integer' }
const CLOUDS: Shape = { 'all~': 'integer' }

export const ORIGINAL = {
  oneCall: {
    lat: 'number',
    lon: 'number',
    timezone: 'text',
    timezone_offset: 'integer',
    current: { dt: 'time', 'sunrise?': 'time', 'sunset?': 'time', temp: 'number', feels_like: 'number', ...STATE, ...HOUR },
    'minutely?': [{ dt: 'time', precipitation: 'number' }],
    hourly: [{ dt: 'time', temp: 'number', feels_like: 'number', ...STATE, 'pop~': 'number', ...HOUR }],
    daily: [
      {
        dt: 'time',
        'sunrise?': 'time',
        'sunset?': 'time',
        'moonrise?': 'integer',
        'moonset?': 'integer',
        'moon_phase?': 'number',
        'summary?': 'text',
        temp: TEMPERATURES,
        feels_like: PARTS,
        ...STATE,
        'pop~': 'number',
        'rain?': 'positive',
        'snow?': 'positive',
      },
    ],
    'alerts?': [{ sender_name: 'text', event: 'text', start: 'time', 'end~': 'time', description: 'text', tags: ['text'] }],
  },
  weather: {
    coord: COORD,
    weather: WEATHER,
    base: 'text',
    main: MAIN,
    'visibility?': 'integer',
    wind: WIND,
    ...HOUR,
    clouds: CLOUDS,
    dt: 'time',
    sys: { 'country?': 'text', sunrise: 'integer', sunset: 'integer' },
    timezone: 'integer',
    id: 'integer',
    name: 'text',
    cod: 'integer',
  },
  forecast: {
    cod: 'text',
    message: 'number',
    cnt: 'integer',
    list: [
      {
        dt: 'time',
        main: MAIN,
        weather: WEATHER,
        clouds: CLOUDS,
        wind: WIND,
        'visibility?': 'integer',
        'pop~': 'number',
        'rain?': { '3h': 'positive' },
        'snow?': { '3h': 'positive' },
        sys: { pod: 'text' },
        dt_txt: 'text',
      },
    ],
    city: { ...CITY, sunrise: 'integer', sunset: 'integer' },
  },
  daily: {
    city: CITY,
    cod: 'text',
    message: 'number',
    cnt: 'integer',
    list: [
      {
        dt: 'time',
        sunrise: 'integer',
        sunset: 'integer',
        temp: TEMPERATURES,
        feels_like: PARTS,
        'pressure~': 'integer',
        'humidity~': 'integer',
        weather: WEATHER,
        'speed~': 'number',
        'deg~': 'integer',
        'gust?': 'number',
        'clouds~': 'integer',
        'pop~': 'number',
        'rain?': 'positive',
        'snow?': 'positive',
      },
    ],
  },
  group: {
    cnt: 'integer',
    list: [
      {
        coord: COORD,
        sys: { 'country?': 'text', timezone: 'integer', sunrise: 'integer', sunset: 'integer' },
        weather: WEATHER,
        main: MAIN,
        'visibility?': 'integer',
        wind: WIND,
        ...HOUR,
        clouds: CLOUDS,
        dt: 'time',
        id: 'integer',
        name: 'text',
      },
    ],
  },
  find: {
    message: 'text',
    cod: 'text',
    count: 'integer',
    list: [
      {
        id: 'integer',
        name: 'text',
        coord: COORD,
        main: MAIN,
        dt: 'time',
        wind: WIND,
        sys: { country: 'text' },
        rain: 'amount|null',
        snow: 'amount|null',
        clouds: CLOUDS,
        weather: WEATHER,
      },
    ],
  },
  uvi: { lat: 'number', lon: 'number', date_iso: 'text', date: 'time', value: 'number' },
  air: {
    coord: COORD,
    list: [
      {
        main: { aqi: 'integer' },
        components: {
          'co~': 'number',
          'no~': 'number',
          'no2~': 'number',
          'o3~': 'number',
          'so2~': 'number',
          'pm2_5~': 'number',
          'pm10~': 'number',
          'nh3~': 'number',
        },
        dt: 'time',
      },
    ],
  },
} as const satisfies Record<string, Shape>

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  icon: (value) => typeof value === 'string' && /^(?:0[1-49]|1[013]|50)[dn]$/.test(value),
  number: isNumber,
  positive: (value) => isNumber(value) && value > 0,
  integer: (value) => Number.isInteger(value),
  time: (value) => Number.isInteger(value) && (value as number) > 0,
  'amount|null': (value) => value === null || listMisfits(value, { '1h': 'positive' }).length === 0,
}

/** Where a value does not fit a shape: paths and what is wrong there. Lists may not be empty, but for those of texts. */
export function listMisfits(value: unknown, shape: Shape, path = ''): string[] {
  if (typeof shape === 'string') return FITS[shape]?.(value) === true ? [] : [`${path}: ${JSON.stringify(value)} is no ${shape}`]
  if (Array.isArray(shape)) {
    const [element] = shape as readonly [Shape]
    if (!Array.isArray(value)) return [`${path}: no list`]
    if (value.length === 0 && element !== 'text') return [`${path}: empty`]
    return value.flatMap((each) => listMisfits(each, element, `${path}[]`))
  }
  if (typeof value !== 'object' || value === null) return [`${path}: ${JSON.stringify(value)} is no object`]
  const object = value as Readonly<Record<string, unknown>>
  const fields = Object.entries(shape).map(([key, of]) => ({ key: key.replace(/[?~]$/, ''), isOptional: /[?~]$/.test(key), of }))
  const unknown = Object.keys(object).filter((key) => !fields.some((field) => field.key === key))
  return [
    ...unknown.map((key) => `${path}.${key}: theirs has no such key`),
    ...fields.flatMap(({ key, isOptional, of }) => {
      if (!Object.hasOwn(object, key)) return isOptional ? [] : [`${path}.${key}: missing`]
      return listMisfits(object[key], of as Shape, `${path}.${key}`)
    }),
  ]
}
