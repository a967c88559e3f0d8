import { type Static, Type } from 'typebox'

const Unit = 'In the units of the request'
const Unix = (description: string) => Type.Integer({ description: `${description}; Unix seconds` })
/** Always sent by OpenWeather; here absent where nobody knows it, and it cannot be computed. */
const Known = (description?: string) => Type.Optional(Type.Number(description === undefined ? {} : { description }))
const Whole = (description?: string) => Type.Optional(Type.Integer(description === undefined ? {} : { description }))
const Temperature = (description: string = Unit) => Type.Number({ description })

const Weather = Type.Array(
  Type.Object(
    {
      id: Type.Integer({ description: 'Condition id' }),
      main: Type.String(),
      description: Type.String({ description: 'In the language of the request' }),
      icon: Type.String({ description: 'Two digits, and d by day or n by night' }),
    },
    { title: 'OpenWeatherCondition' },
  ),
  { description: 'One entry', minItems: 1 },
)

const Measured = {
  pressure: Whole('hPa at sea level'),
  humidity: Whole('Percent'),
  dew_point: Known(Unit),
  uvi: Known(),
  clouds: Whole('Percent'),
  visibility: Type.Optional(Type.Integer({ description: 'Metres, at most 10,000' })),
  wind_speed: Known(Unit),
  wind_deg: Whole(),
  wind_gust: Type.Optional(Type.Number({ description: Unit })),
}

const LastHour = Type.Optional(Type.Object({ '1h': Type.Number({ description: 'mm' }) }, { title: 'OpenWeatherHourlyAmount' }))
const amounts = { rain: LastHour, snow: LastHour }
const Sun = { sunrise: Type.Optional(Unix('Absent in polar day and night')), sunset: Type.Optional(Unix('As sunrise')) }
const Pop = Known('Probability of precipitation, 0 to 1')

const Current = Type.Object(
  { dt: Unix('When the data is for'), ...Sun, temp: Temperature(), feels_like: Temperature(), ...Measured, weather: Weather, ...amounts },
  { title: 'OpenWeatherCurrent' },
)
const Hour = Type.Object(
  { dt: Unix('Start of the hour'), temp: Temperature(), feels_like: Temperature(), ...Measured, weather: Weather, pop: Pop, ...amounts },
  { title: 'OpenWeatherHour' },
)
const PARTS = { day: Type.Number(), night: Type.Number(), eve: Type.Number(), morn: Type.Number() }
const DayTemperatures = Type.Object(
  { min: Type.Number(), max: Type.Number(), ...PARTS },
  { title: 'OpenWeatherDayTemperatures', description: Unit },
)
const DayFelt = Type.Object(PARTS, { title: 'OpenWeatherDayFelt', description: Unit })
const Day = Type.Object(
  {
    dt: Unix('Local noon'),
    ...Sun,
    moonrise: Type.Optional(Unix('0: the moon does not rise that day')),
    moonset: Type.Optional(Unix('0: the moon does not set that day')),
    moon_phase: Type.Optional(Type.Number({ description: '0 and 1: new moon' })),
    summary: Type.Optional(Type.String()),
    temp: DayTemperatures,
    feels_like: DayFelt,
    ...Measured,
    weather: Weather,
    pop: Pop,
    rain: Type.Optional(Type.Number({ description: 'mm' })),
    snow: Type.Optional(Type.Number({ description: 'mm of water' })),
  },
  { title: 'OpenWeatherDay' },
)

export const OneCall = Type.Object(
  {
    lat: Type.Number(),
    lon: Type.Number(),
    timezone: Type.String({ description: 'IANA name' }),
    timezone_offset: Type.Integer({ description: 'Seconds, now' }),
    current: Type.Optional(Current),
    minutely: Type.Optional(
      Type.Array(Type.Object({ dt: Unix('Start'), precipitation: Type.Number({ description: 'mm/h' }) }, { title: 'OpenWeatherMinute' })),
    ),
    hourly: Type.Optional(Type.Array(Hour)),
    daily: Type.Optional(Type.Array(Day)),
    alerts: Type.Optional(
      Type.Array(
        Type.Object(
          {
            sender_name: Type.String(),
            event: Type.String(),
            start: Unix('Start'),
            end: Type.Optional(Unix('Absent if the issuer states none')),
            description: Type.String(),
            tags: Type.Array(Type.String()),
          },
          { title: 'OpenWeatherAlert' },
        ),
        { description: 'Absent without alerts, and where they are unknown' },
      ),
    ),
  },
  { title: 'OpenWeatherOneCall' },
)
export type OneCall = Static<typeof OneCall>

const Main = {
  temp: Temperature(),
  feels_like: Temperature(),
  temp_min: Temperature('The same as temp'),
  temp_max: Temperature('The same as temp'),
  pressure: Whole('hPa at sea level'),
  sea_level: Whole('The same'),
  humidity: Whole('Percent'),
}
const Wind = Type.Object(
  { speed: Known(Unit), deg: Whole(), gust: Type.Optional(Type.Number({ description: Unit })) },
  { title: 'OpenWeatherWind' },
)
const Clouds = Type.Object({ all: Whole('Percent') }, { title: 'OpenWeatherClouds' })
const Coordinate = Type.Object({ lon: Type.Number(), lat: Type.Number() }, { title: 'OpenWeatherCoordinate' })
const Visibility = Measured.visibility
const Town = {
  id: Type.Integer({ description: 'GeoNames id of the town; 0: unknown' }),
  name: Type.String({ description: 'The town asked for or near by; empty: none' }),
}

const City = {
  ...Town,
  coord: Coordinate,
  country: Type.String(),
  population: Type.Integer(),
  timezone: Type.Integer({ description: 'Offset in seconds' }),
}

export const CurrentWeather = Type.Object(
  {
    coord: Coordinate,
    weather: Weather,
    base: Type.Literal('stations', { description: 'As OpenWeather always sends' }),
    main: Type.Object(Main, { title: 'OpenWeatherMain' }),
    visibility: Visibility,
    wind: Wind,
    ...amounts,
    clouds: Clouds,
    dt: Unix('When the data is for'),
    sys: Type.Object(
      { country: Type.Optional(Type.String()), sunrise: Unix('0 in polar day and night'), sunset: Unix('As sunrise') },
      { title: 'OpenWeatherSys' },
    ),
    timezone: Type.Integer({ description: 'Offset in seconds' }),
    ...Town,
    cod: Type.Literal(200),
  },
  { title: 'OpenWeatherWeather' },
)
export type CurrentWeather = Static<typeof CurrentWeather>

const ThreeHours = Type.Optional(Type.Object({ '3h': Type.Number({ description: 'mm' }) }, { title: 'OpenWeatherAmount' }))

export const Forecast = Type.Object(
  {
    cod: Type.Literal('200'),
    message: Type.Literal(0),
    cnt: Type.Integer({ description: 'Length of the list' }),
    list: Type.Array(
      Type.Object(
        {
          dt: Unix('The time forecast'),
          main: Type.Object(Main, { title: 'OpenWeatherMain' }),
          weather: Weather,
          clouds: Clouds,
          wind: Wind,
          visibility: Visibility,
          pop: Pop,
          rain: ThreeHours,
          snow: ThreeHours,
          sys: Type.Object({ pod: Type.Enum(['d', 'n']) }, { title: 'OpenWeatherPartOfDay' }),
          dt_txt: Type.String({ description: 'UTC', examples: ['2026-11-21 12:00:00'] }),
        },
        { title: 'OpenWeatherForecastEntry' },
      ),
    ),
    city: Type.Object(
      {
        ...City,
        sunrise: Unix('Today; 0 in polar day and night'),
        sunset: Unix('As sunrise'),
      },
      { title: 'OpenWeatherCity' },
    ),
  },
  { title: 'OpenWeatherForecast' },
)
export type Forecast = Static<typeof Forecast>

export const DailyForecast = Type.Object(
  {
    city: Type.Object(City, { title: 'OpenWeatherDailyCity' }),
    cod: Type.Literal('200'),
    message: Type.Number({ description: 'Always 0' }),
    cnt: Type.Integer({ description: 'Length of the list' }),
    list: Type.Array(
      Type.Object(
        {
          dt: Unix('Local noon'),
          sunrise: Unix('0 in polar day and night'),
          sunset: Unix('As sunrise'),
          temp: DayTemperatures,
          feels_like: DayFelt,
          pressure: Whole('hPa at sea level'),
          humidity: Whole('Percent'),
          weather: Weather,
          speed: Known(Unit),
          deg: Whole(),
          gust: Known(Unit),
          clouds: Whole('Percent'),
          pop: Pop,
          rain: Type.Optional(Type.Number({ description: 'mm' })),
          snow: Type.Optional(Type.Number({ description: 'mm of water' })),
        },
        { title: 'OpenWeatherDailyEntry' },
      ),
    ),
  },
  { title: 'OpenWeatherDailyForecast' },
)
export type DailyForecast = Static<typeof DailyForecast>

const Sys = { country: Type.Optional(Type.String()), sunrise: Unix('0 in polar day and night'), sunset: Unix('As sunrise') }
const CurrentOfTown = {
  coord: Coordinate,
  weather: Weather,
  main: Type.Object(Main, { title: 'OpenWeatherMain' }),
  wind: Wind,
  clouds: Clouds,
  dt: Unix('When the data is for'),
  ...Town,
}

export const TownGroup = Type.Object(
  {
    cnt: Type.Integer({ description: 'Length of the list' }),
    list: Type.Array(
      Type.Object(
        {
          ...CurrentOfTown,
          visibility: Visibility,
          ...amounts,
          sys: Type.Object({ ...Sys, timezone: Type.Integer({ description: 'Offset in seconds' }) }, { title: 'OpenWeatherGroupSys' }),
        },
        { title: 'OpenWeatherGroupEntry' },
      ),
    ),
  },
  { title: 'OpenWeatherGroup' },
)
export type TownGroup = Static<typeof TownGroup>

const NullableAmount = Type.Union([Type.Object({ '1h': Type.Number({ description: 'mm' }) }), Type.Null()])

export const TownMatches = Type.Object(
  {
    message: Type.Enum(['accurate', 'like']),
    cod: Type.Literal('200'),
    count: Type.Integer({ description: 'Length of the list' }),
    list: Type.Array(
      Type.Object(
        { ...CurrentOfTown, sys: Type.Object({ country: Type.String() }), rain: NullableAmount, snow: NullableAmount },
        { title: 'OpenWeatherFoundTown' },
      ),
    ),
  },
  { title: 'OpenWeatherTownMatches' },
)
export type TownMatches = Static<typeof TownMatches>

export const UvIndex = Type.Object(
  {
    lat: Type.Number(),
    lon: Type.Number(),
    date_iso: Type.String({ description: 'Noon, UTC' }),
    date: Unix('The same'),
    value: Type.Number({ description: 'The highest of the day' }),
  },
  { title: 'OpenWeatherUvIndex' },
)
export type UvIndex = Static<typeof UvIndex>

export const AirPollution = Type.Object(
  {
    coord: Coordinate,
    list: Type.Array(
      Type.Object(
        {
          main: Type.Object(
            { aqi: Type.Integer({ minimum: 1, maximum: 5, description: 'OpenWeather’s own scale: 1 good to 5 very poor' }) },
            { title: 'OpenWeatherAirIndex' },
          ),
          components: Type.Object(
            {
              co: Known(),
              no2: Known(),
              o3: Known(),
              so2: Known(),
              pm2_5: Known(),
              pm10: Known(),
            },
            { title: 'OpenWeatherAirComponents', description: 'µg/m³' },
          ),
          dt: Unix('Start of the hour'),
        },
        { title: 'OpenWeatherAir' },
      ),
      { description: 'Empty without data' },
    ),
  },
  { title: 'OpenWeatherAirPollution' },
)
export type AirPollution = Static<typeof AirPollution>

export const Places = Type.Array(
  Type.Object(
    {
      name: Type.String(),
      lat: Type.Number(),
      lon: Type.Number(),
      country: Type.String({ description: 'ISO 3166 alpha-2' }),
      state: Type.Optional(Type.String()),
    },
    { title: 'OpenWeatherPlace' },
  ),
  { title: 'OpenWeatherPlaces' },
)
export type Places = Static<typeof Places>

export const ZipPlace = Type.Object(
  {
    zip: Type.String({ description: 'As requested' }),
    name: Type.String(),
    lat: Type.Number(),
    lon: Type.Number(),
    country: Type.String({ description: 'ISO 3166 alpha-2' }),
  },
  { title: 'OpenWeatherZip' },
)
export type ZipPlace = Static<typeof ZipPlace>
