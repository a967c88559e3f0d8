import { CONDITION_ICONS } from '@isobar/weather'
import { getAreaMessages, getTranslator } from '../../../src/messages/messages.ts'
import type { CityContent } from '../city/city-page.tsx'
import * as made from '../city/testing/weather.ts'
import { buildCityView } from '../city/view/city-view.server.ts'
import type { PlaceWeather } from '../city/weather.ts'
import { buildMapWords } from '../components/map/legend.server.ts'
import { buildSubscribeView } from '../components/subscribe/view.server.ts'
import type { Context } from '../visit/context.ts'
import { resolveReader } from '../visit/reader.server.ts'

const NOW = Date.parse(made.NOW)
const HOUR_MS = 3_600_000
const LONG_NAME = 'Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu'

/** 48 hours and 8 days around one temperature. */
function weatherAround(temperature: number, change: { readonly night?: boolean; readonly extreme?: boolean } = {}): PlaceWeather {
  const { night = false, extreme = false } = change
  const sky = { icon: night ? 'clear-night' : 'rain', description: night ? 'Clear sky' : 'Light rain', isDay: !night } as const
  const measured = {
    temperature,
    feelsLike: temperature - 4,
    precipitation: extreme ? 305 : 0.4,
    windSpeed: extreme ? 320 : 18,
    windGust: extreme ? 408 : 31,
    windDirection: 140,
    pressure: extreme ? 870 : 1_013,
    humidity: extreme ? 100 : 64,
    uvIndex: extreme ? 25 : 2,
    visibility: extreme ? 0 : 20,
    ...sky,
  }
  const hours = Array.from({ length: 48 }, (_, hour) => ({
    ...measured,
    temperature: temperature + Math.sin(hour / 4) * 5,
    precipitationProbability: 0.6,
  }))
  const days = Array.from({ length: 8 }, (_, day) => ({
    ...measured,
    date: new Date(NOW + day * 24 * HOUR_MS).toISOString().slice(0, 10),
    temperatureMin: temperature - 6 - day,
    temperatureMax: temperature + 3,
    sunrise: new Date(NOW - 3 * HOUR_MS).toISOString(),
    sunset: new Date(NOW + 5 * HOUR_MS).toISOString(),
    moonPhase: 0.4,
  }))
  return made.buildPlaceWeatherAnswer({
    current: made.buildTestCurrent(measured),
    hourly: made.buildTestHourly(made.NOW, hours),
    daily: made.buildTestDaily(days),
    minutely: made.buildTestMinutely(Array.from({ length: 60 }, (_, minute) => (minute % 7 === 0 ? null : minute / 10))),
    alerts: [],
  })
}

const STALE = { freshness: 'emergency', ageSeconds: 5 * 3_600 } as const
const WARNINGS = (['extreme', 'severe', 'moderate', 'minor', null] as const).map((severity, index) =>
  made.buildTestPlaceAlert({
    id: String(index),
    event: severity ?? 'No severity',
    severity,
    description: `${LONG_NAME} | second`,
    areas: ['A | B', LONG_NAME],
  }),
)

/** The page of a place in each state, by name. */
const CITIES: Readonly<Record<string, { readonly name: string; readonly weather: PlaceWeather; readonly dir?: 'rtl' }>> = {
  usual: { name: 'Berlin', weather: { ...weatherAround(12), alerts: WARNINGS } },
  night: { name: 'Tromsø', weather: weatherAround(-8, { night: true }) },
  stale: { name: 'Quito', weather: { ...weatherAround(18), current: made.buildTestCurrent({ ...STALE, temperature: 18 }) } },
  empty: { name: 'Nowhere', weather: made.buildPlaceWeatherAnswer() },
  unknown: {
    name: 'All values unknown',
    weather: made.buildPlaceWeatherAnswer({
      current: made.buildTestCurrent(),
      hourly: made.buildTestHourly(made.NOW, [{}]),
      daily: made.buildTestDaily([{ date: '2026-11-21' }]),
    }),
  },
  extreme: { name: 'Vostok | Death Valley', weather: weatherAround(-89.2, { extreme: true }) },
  'long words': { name: LONG_NAME, weather: weatherAround(30) },
  'right to left': { name: 'القاهرة', weather: weatherAround(34), dir: 'rtl' },
}

/** The data of every state of every public component, in the reader's language and units. */
export async function buildComponentScenes(request: Request, context: Context) {
  const reader = await resolveReader(request, context)
  const { lang, locale } = reader
  const { t } = getTranslator(lang)
  const cities = Object.entries(CITIES).map(([state, { name, weather, dir = 'ltr' as const }]) => {
    const place = { name, region: 'Country', addressName: 'place', isLasting: true, isNamed: true, listedAt: null }
    const head = { place, lat: 52.52, lon: 13.41, path: '/weather/place-52.52,13.41', origin: 'https://example.org' }
    const { head: _, ...view } = buildCityView(head, weather, reader, { now: NOW, primarySources: ['openweather'] })
    const subscribe = buildSubscribeView(reader, { name, lat: 52.52, lon: 13.41 }, { withEditor: state === 'usual' })
    return {
      state,
      dir,
      content: {
        view,
        locale,
        messages: getAreaMessages(lang, 'cityPage'),
        placeWords: getAreaMessages(lang, 'places'),
        ads: null,
        subscribe,
        mapWords: null,
        embed: '/embed?place=berlin-52.52,13.41',
      } satisfies CityContent,
    }
  })
  const cards = [
    { temperature: '7°', icon: 'rain', sky: 'Rain' },
    { temperature: null, icon: null, sky: '' },
    { temperature: '\u221289°', icon: 'clear-night', sky: 'Clear sky' },
  ].map((sky, index) => ({ path: `/weather/place-${index},0`, name: index === 2 ? LONG_NAME : 'Place', where: 'Country', ...sky }))
  const results = cards.map(({ path, name, where }, index) => ({ path, name, where, lat: index, lon: 0, match: 'partial' as const }))
  return {
    cities,
    cards,
    results,
    icons: CONDITION_ICONS,
    home: { ...getAreaMessages(lang, 'home'), waiting: t('city.waiting') },
    mapWords: buildMapWords(reader, { tileSource: null, hasRadar: false, hasWarningFeeds: false }),
    newsletter: buildSubscribeView(reader, null),
  }
}
