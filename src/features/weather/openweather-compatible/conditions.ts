import { type Condition, describeCondition } from '@isobar/weather'
import type { Language } from '../../../messages/languages.ts'
import { getPlainTexts } from '../../../messages/messages.ts'

export interface WeatherEntry {
  readonly id: number
  readonly main: string
  readonly description: string
  readonly icon: string
}

interface Group {
  readonly main: string
  /** The two digits of the icon. */
  readonly icon: string
  /** English descriptions by id. */
  readonly ids: Readonly<Record<number, string>>
}

/** After OpenWeather's page "Weather conditions": `main`, icon and the English description of every id. */
const GROUPS: readonly Group[] = [
  {
    main: 'Thunderstorm',
    icon: '11',
    ids: {
      200: 'thunderstorm with light rain',
      201: 'thunderstorm with rain',
      202: 'thunderstorm with heavy rain',
      210: 'light thunderstorm',
      211: 'thunderstorm',
      212: 'heavy thunderstorm',
      221: 'ragged thunderstorm',
      230: 'thunderstorm with light drizzle',
      231: 'thunderstorm with drizzle',
      232: 'thunderstorm with heavy drizzle',
    },
  },
  {
    main: 'Drizzle',
    icon: '09',
    ids: {
      300: 'light intensity drizzle',
      301: 'drizzle',
      302: 'heavy intensity drizzle',
      310: 'light intensity drizzle rain',
      311: 'drizzle rain',
      312: 'heavy intensity drizzle rain',
      313: 'shower rain and drizzle',
      314: 'heavy shower rain and drizzle',
      321: 'shower drizzle',
    },
  },
  {
    main: 'Rain',
    icon: '10',
    ids: { 500: 'light rain', 501: 'moderate rain', 502: 'heavy intensity rain', 503: 'very heavy rain', 504: 'extreme rain' },
  },
  { main: 'Rain', icon: '13', ids: { 511: 'freezing rain' } },
  {
    main: 'Rain',
    icon: '09',
    ids: { 520: 'light intensity shower rain', 521: 'shower rain', 522: 'heavy intensity shower rain', 531: 'ragged shower rain' },
  },
  {
    main: 'Snow',
    icon: '13',
    ids: {
      600: 'light snow',
      601: 'snow',
      602: 'heavy snow',
      611: 'sleet',
      612: 'light shower sleet',
      613: 'shower sleet',
      615: 'light rain and snow',
      616: 'rain and snow',
      620: 'light shower snow',
      621: 'shower snow',
      622: 'heavy shower snow',
    },
  },
  { main: 'Mist', icon: '50', ids: { 701: 'mist' } },
  { main: 'Smoke', icon: '50', ids: { 711: 'smoke' } },
  { main: 'Haze', icon: '50', ids: { 721: 'haze' } },
  { main: 'Dust', icon: '50', ids: { 731: 'sand/dust whirls', 761: 'dust' } },
  { main: 'Fog', icon: '50', ids: { 741: 'fog' } },
  { main: 'Sand', icon: '50', ids: { 751: 'sand' } },
  { main: 'Ash', icon: '50', ids: { 762: 'volcanic ash' } },
  { main: 'Squall', icon: '50', ids: { 771: 'squalls' } },
  { main: 'Tornado', icon: '50', ids: { 781: 'tornado' } },
  { main: 'Clear', icon: '01', ids: { 800: 'clear sky' } },
  { main: 'Clouds', icon: '02', ids: { 801: 'few clouds' } },
  { main: 'Clouds', icon: '03', ids: { 802: 'scattered clouds' } },
  { main: 'Clouds', icon: '04', ids: { 803: 'broken clouds', 804: 'overcast clouds' } },
]

const BY_ID: ReadonlyMap<number, Omit<WeatherEntry, 'id'>> = new Map(
  GROUPS.flatMap(({ main, icon, ids }) => Object.entries(ids).map(([id, description]) => [Number(id), { main, icon, description }])),
)

/** The id of each of our conditions. Hail has none: sleet is the other ice that falls; freezing drizzle freezes as rain does. */
const ID_OF: Readonly<Record<Condition, number>> = {
  clear: 800,
  mostly_clear: 801,
  partly_cloudy: 802,
  mostly_cloudy: 803,
  overcast: 804,
  haze: 721,
  mist: 701,
  fog: 741,
  drizzle: 301,
  light_rain: 500,
  rain: 501,
  heavy_rain: 502,
  rain_showers: 521,
  freezing_drizzle: 511,
  freezing_rain: 511,
  sleet: 611,
  light_snow: 600,
  snow: 601,
  heavy_snow: 602,
  snow_showers: 621,
  hail: 611,
  thunderstorm: 211,
  thunderstorm_hail: 212,
  dust: 761,
  smoke: 711,
  ash: 762,
  squall: 771,
  tornado: 781,
}

/**
 * The list `weather`, with one entry: clients read the first. A code that the provider shares with OpenWeather stays as it is; WMO codes are
 * below all of these. Day, where that is unknown: every icon exists for it. English is worded as OpenWeather words it, other languages as this
 * service does.
 */
export function buildWeatherEntries(
  { condition, providerCode }: { readonly condition: Condition; readonly providerCode: number | null },
  isDay: boolean | null,
  lang: Language,
): readonly [WeatherEntry] {
  const id = providerCode !== null && BY_ID.has(providerCode) ? providerCode : ID_OF[condition]
  const { main, description, icon } = BY_ID.get(id) as Omit<WeatherEntry, 'id'>
  const text = lang === 'en' ? null : describeCondition(condition, isDay, getPlainTexts(lang))
  return [{ id, main, description: text ?? description, icon: `${icon}${isDay === false ? 'n' : 'd'}` }]
}
