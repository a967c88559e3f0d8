import type {
  AirPollution,
  CurrentWeather,
  DailyForecast,
  Forecast,
  TownMatches,
  OneCall,
  Places,
  TownGroup,
  UvIndex,
  ZipPlace,
} from './schemas.ts'

const CLOUDS = { id: 804, main: 'Clouds', description: 'overcast clouds', icon: '04d' }
const WIND = { wind_speed: 4.1, wind_deg: 250, wind_gust: 7.9 }
const STATE = { pressure: 1_012, humidity: 81, dew_point: 276.4, uvi: 0.35, clouds: 92, visibility: 10_000, ...WIND }
const MAIN = { temp: 279.55, feels_like: 276.57, temp_min: 279.55, temp_max: 279.55, pressure: 1_012, sea_level: 1_012, humidity: 81 }
const COORD = { lon: 13.41, lat: 52.52 }

export const ONE_CALL_EXAMPLE: OneCall = {
  lat: 52.52,
  lon: 13.41,
  timezone: 'Europe/Berlin',
  timezone_offset: 3_600,
  current: {
    dt: 1_795_241_040,
    sunrise: 1_795_243_000,
    sunset: 1_795_273_500,
    temp: 279.55,
    feels_like: 276.57,
    ...STATE,
    weather: [CLOUDS],
  },
  minutely: [{ dt: 1_795_241_100, precipitation: 0 }],
  hourly: [{ dt: 1_795_240_800, temp: 279.55, feels_like: 276.57, ...STATE, weather: [CLOUDS], pop: 0.2 }],
  daily: [
    {
      dt: 1_795_258_800,
      sunrise: 1_795_243_000,
      sunset: 1_795_273_500,
      moonrise: 1_795_260_000,
      moonset: 0,
      moon_phase: 0.37,
      temp: { day: 281.2, min: 277.9, max: 281.6, night: 278.3, eve: 279.9, morn: 278.1 },
      feels_like: { day: 278.8, night: 275.4, eve: 277.1, morn: 275.2 },
      ...STATE,
      weather: [{ id: 500, main: 'Rain', description: 'light rain', icon: '10d' }],
      pop: 0.65,
      rain: 1.24,
    },
  ],
}

export const CURRENT_EXAMPLE: CurrentWeather = {
  coord: COORD,
  weather: [CLOUDS],
  base: 'stations',
  main: MAIN,
  visibility: 10_000,
  wind: { speed: 4.1, deg: 250, gust: 7.9 },
  clouds: { all: 92 },
  dt: 1_795_241_040,
  sys: { country: 'DE', sunrise: 1_795_243_000, sunset: 1_795_273_500 },
  timezone: 3_600,
  id: 2_950_159,
  name: 'Berlin',
  cod: 200,
}

export const FORECAST_EXAMPLE: Forecast = {
  cod: '200',
  message: 0,
  cnt: 1,
  list: [
    {
      dt: 1_795_251_600,
      main: MAIN,
      weather: [{ id: 500, main: 'Rain', description: 'light rain', icon: '10d' }],
      clouds: { all: 92 },
      wind: { speed: 4.1, deg: 250, gust: 7.9 },
      visibility: 10_000,
      pop: 0.65,
      rain: { '3h': 0.71 },
      sys: { pod: 'd' },
      dt_txt: '2026-11-21 09:00:00',
    },
  ],
  city: {
    id: 2_950_159,
    name: 'Berlin',
    coord: COORD,
    country: 'DE',
    population: 3_426_354,
    timezone: 3_600,
    sunrise: 1_795_243_000,
    sunset: 1_795_273_500,
  },
}

export const AIR_EXAMPLE: AirPollution = {
  coord: COORD,
  list: [
    {
      main: { aqi: 2 },
      components: { co: 213.6, no2: 21.4, o3: 38.2, so2: 2.1, pm2_5: 11.3, pm10: 16.8 },
      dt: 1_795_240_800,
    },
  ],
}

export const PLACES_EXAMPLE: Places = [{ name: 'Springfield', lat: 39.799_017, lon: -89.643_957, country: 'US', state: 'Illinois' }]

export const ZIP_EXAMPLE: ZipPlace = { zip: '90210', name: 'Beverly Hills', lat: 34.0901, lon: -118.4065, country: 'US' }

const { base: _base, cod: _cod, timezone, sys, ...CURRENT_OF_TOWN } = CURRENT_EXAMPLE
export const GROUP_EXAMPLE: TownGroup = { cnt: 1, list: [{ ...CURRENT_OF_TOWN, sys: { ...sys, timezone } }] }

const { id, name, coord, main, dt, wind, clouds, weather } = CURRENT_EXAMPLE
export const FOUND_EXAMPLE: TownMatches = {
  message: 'like',
  cod: '200',
  count: 1,
  list: [{ id, name, coord, main, dt, wind, sys: { country: 'DE' }, rain: null, snow: null, clouds, weather }],
}

export const UV_EXAMPLE: UvIndex = { lat: 52.52, lon: 13.41, date_iso: '2026-11-21T12:00:00Z', date: 1_795_262_400, value: 0.85 }

export const DAILY_EXAMPLE: DailyForecast = {
  city: { id, name, coord: COORD, country: 'DE', population: 3_426_354, timezone: 3_600 },
  cod: '200',
  message: 0,
  cnt: 1,
  list: [
    {
      dt: 1_795_258_800,
      sunrise: 1_795_243_000,
      sunset: 1_795_273_500,
      temp: { day: 281.2, min: 277.9, max: 281.6, night: 278.3, eve: 279.9, morn: 278.1 },
      feels_like: { day: 278.8, night: 275.4, eve: 277.1, morn: 275.2 },
      pressure: 1_012,
      humidity: 81,
      weather: [{ id: 500, main: 'Rain', description: 'light rain', icon: '10d' }],
      speed: 4.1,
      deg: 250,
      gust: 7.9,
      clouds: 92,
      pop: 0.65,
      rain: 1.24,
    },
  ],
}
