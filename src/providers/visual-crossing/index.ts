import { answerFailure, fetchJson, isSimulated, urlBelow } from '../fetch-json.ts'
import { answeredFor, type Product, type Provider, type ProviderDefinition } from '../provider.ts'
import { decodeTimeline, transformTimeline } from './timeline.ts'

const SERVICE = { name: 'Visual Crossing' }
/** A forecast of any length costs 1 (`queryCost`, recorded). */
const TIMELINE: Product = { id: 'visual-crossing/timeline', weight: 1, budget: 'weather' }
/** The answer repeats the place that was asked for. */
const SAME_PLACE_KM = 5
const PATH = '/VisualCrossingWebServices/rest/services/timeline'

export interface VisualCrossingOptions {
  /** `https://weather.visualcrossing.com`, or a substitute. */
  readonly baseUrl: URL
  /** Read at every call; null if there is none. */
  readonly key: () => string | null
}

/** Visual Crossing's timeline: one call fills current weather, hours and days, of the world. Needs a key. */
export function createVisualCrossing({ baseUrl, key }: VisualCrossingOptions) {
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
      lacks: ['minutely'],
      configured: () => key() !== null,
      async fetch(cell, _wanted, calls, now) {
        const currentKey = key()
        if (currentKey === null) throw answerFailure(SERVICE.name, 'not_configured')
        const url = urlBelow(baseUrl, `${PATH}/${cell.lat},${cell.lon}`, {
          unitGroup: 'metric',
          include: 'days,hours,current',
          lang: 'en',
          contentType: 'json',
          key: currentKey,
        })
        const { body, headers } = await fetchJson(calls, { product: TIMELINE, url }, SERVICE, now)
        const timeline = decodeTimeline(body, now)
        const scopes = timeline === null ? null : transformTimeline(timeline, cell, now)
        if (timeline === null || scopes === null) throw answerFailure(SERVICE.name, 'invalid_body')
        const { clock, lat, lon } = timeline
        return { ...clock, ...answeredFor(lat, lon, SAME_PLACE_KM), simulated: isSimulated(headers), scopes }
      },
    },
  } satisfies Provider
}

const SETTINGS = {
  apiKey: { kind: 'secret', meaning: 'Key of Visual Crossing' },
  baseUrl: { kind: 'url', default: 'https://weather.visualcrossing.com', meaning: 'Visual Crossing' },
  minuteLimit: { kind: 'limit', default: 30, meaning: 'Calls to Visual Crossing per minute' },
  dailyLimit: { kind: 'limit', default: 500, meaning: 'Calls to Visual Crossing per day (UTC); plans differ, so the default is cautious' },
} as const

export const visualCrossing: ProviderDefinition<typeof SETTINGS> = {
  id: 'visual-crossing',
  settings: SETTINGS,
  needs: ['apiKey'],
  open: ({ settings, key }) => createVisualCrossing({ ...settings, key }),
}
