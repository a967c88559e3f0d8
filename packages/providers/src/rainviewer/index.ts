import { buildUrlBelow, fetchJson, isSimulated, toAnswerFailure } from '../fetch-json.ts'
import type { Product, Provider, ProviderDefinition, RadarLegend } from '../provider.ts'
import { RADAR_TILE_SIZE, readRadarTile, selectRadarFrames } from '../radar-frames.ts'
import { decodeFrames } from './frames.ts'

const NAME = 'RainViewer'
const RADAR: Product = { id: 'rainviewer/radar', weight: 1, budget: 'tiles' }
/** Universal Blue, the only scheme of the free service; smoothed, snow in colours of its own. */
const COLOURS = '2/1_1'
const OWN_HOST = 'api.rainviewer.com'

/** The colours of the scheme for rain. */
const LEGEND: RadarLegend = {
  unit: 'dBZ',
  steps: [
    { from: 10, color: '#88ddee' },
    { from: 15, color: '#0099cc' },
    { from: 20, color: '#0077aa' },
    { from: 25, color: '#005588' },
    { from: 30, color: '#ffee00' },
    { from: 35, color: '#ffaa00' },
    { from: 40, color: '#ff7700' },
    { from: 45, color: '#ff4400' },
    { from: 50, color: '#ee0000' },
    { from: 55, color: '#990000' },
    { from: 60, color: '#ffaaff' },
    { from: 65, color: '#ff77ff' },
  ],
}

/** What radars of the world measured, from RainViewer or a service that speaks its format, such as LibreWXR, which adds a forecast. */
export function createRainViewer({ baseUrl, credit }: { readonly baseUrl: URL; readonly credit: string | null }) {
  return {
    id: rainViewer.id,
    attribution: isRainViewers(baseUrl)
      ? { name: NAME, text: 'Weather radar by RainViewer', url: 'https://www.rainviewer.com/', license: 'personal and educational use' }
      : {
          name: baseUrl.hostname,
          text: credit ?? `Weather radar by ${baseUrl.hostname}`,
          url: baseUrl.origin,
          license: 'as its operator states',
        },
    coverage: 'global',
    radar: {
      product: RADAR,
      legend: LEGEND,
      configured: () => true,
      async list(calls, now) {
        const url = buildUrlBelow(baseUrl, '/public/weather-maps.json')
        const answer = await fetchJson(calls, { product: RADAR, url }, { name: NAME }, now)
        const frames = decodeFrames(answer.body, baseUrl)
        if (frames === null) throw toAnswerFailure(NAME, 'invalid_body', answer)
        return { frames: selectRadarFrames(frames, now), simulated: isSimulated(answer.headers) }
      },
      async fetch({ request }, { z, x, y }, calls) {
        const url = new URL(`${request}/${RADAR_TILE_SIZE}/${z}/${x}/${y}/${COLOURS}.png`)
        // The list names the host of the pictures: anybody's, but nothing in our network.
        return readRadarTile(NAME, await calls.get({ product: RADAR, url, isPublicOnly: url.origin !== baseUrl.origin }))
      },
    },
  } satisfies Provider
}

const isRainViewers = ({ hostname }: URL): boolean => hostname === OWN_HOST

const SETTINGS = {
  baseUrl: { kind: 'url', default: `https://${OWN_HOST}`, meaning: 'RainViewer, or a service in its format, such as LibreWXR' },
  credit: { kind: 'text', meaning: 'Credit that another service than RainViewer asks for; its host otherwise' },
  tilesMinuteLimit: { kind: 'limit', default: 90, meaning: 'Calls for radar pictures per minute; RainViewer allows 100' },
} as const

export const rainViewer: ProviderDefinition<typeof SETTINGS> = {
  id: 'rainviewer',
  settings: SETTINGS,
  open: ({ settings }) => createRainViewer(settings),
  terms: ({ settings }) => (isRainViewers(settings.baseUrl) ? 'free for personal and educational use' : null),
  refusedBy: ({ settings, context }) =>
    context.hasAds && isRainViewers(settings.baseUrl) ? 'its free use is personal and educational, which a site with ads is not' : null,
}
