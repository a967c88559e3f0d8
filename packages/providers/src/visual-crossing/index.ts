import { requireKey, buildUrlBelow } from '../fetch-json.ts'
import { fetchWeather, SAME_PLACE_KM } from '../fetch-weather.ts'
import type { KeyedOptions, Product, Provider, ProviderDefinition } from '../provider.ts'
import { readTimeline } from './timeline.ts'

const SERVICE = { name: 'Visual Crossing' }
/** A forecast of any length costs 1 (`queryCost`, recorded). */
const TIMELINE: Product = { id: 'visual-crossing/timeline', weight: 1, budget: 'weather' }
const PATH = '/VisualCrossingWebServices/rest/services/timeline'

/** Visual Crossing's timeline: one call fills current weather, hours and days, of the world. Needs a key. */
export function createVisualCrossing({ baseUrl, key }: KeyedOptions) {
  return {
    id: visualCrossing.id,
    attribution: {
      name: 'Visual Crossing',
      text: 'Weather data provided by Visual Crossing',
      url: 'https://www.visualcrossing.com/',
      license: 'Terms of Visual Crossing',
    },
    coverage: 'global',
    weather: {
      product: TIMELINE,
      groups: [['current', 'hourly', 'daily', 'minutely']],
      forecastDays: 15,
      lacks: ['minutely'],
      configured: () => key() !== null,
      async fetch(cell, _wanted, calls, now) {
        const url = buildUrlBelow(baseUrl, `${PATH}/${cell.lat},${cell.lon}`, {
          unitGroup: 'metric',
          include: 'days,hours,current',
          lang: 'en',
          contentType: 'json',
          key: requireKey(key, SERVICE),
        })
        const read = (body: unknown) => readTimeline(body, cell, now)
        return fetchWeather(calls, { product: TIMELINE, url, service: SERVICE, withinKm: SAME_PLACE_KM, read }, now)
      },
    },
  } satisfies Provider
}

const SETTINGS = {
  apiKey: { kind: 'secret', meaning: 'Key of Visual Crossing' },
  baseUrl: { kind: 'url', default: 'https://weather.visualcrossing.com', meaning: 'Visual Crossing' },
  minuteLimit: { kind: 'limit', default: 30, meaning: 'Calls per minute' },
  dailyLimit: { kind: 'limit', default: 500, meaning: 'Calls per day (UTC); plans differ, the default is cautious' },
} as const

export const visualCrossing: ProviderDefinition<typeof SETTINGS> = {
  id: 'visual-crossing',
  settings: SETTINGS,
  needs: ['apiKey'],
  open: ({ settings, key }) => createVisualCrossing({ ...settings, key }),
}
