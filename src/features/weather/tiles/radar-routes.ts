import { formatInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { sendJson } from '../../../platform/http/bytes/send-json.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import {
  buildErrorResponses,
  buildNullableSchema,
  Instant,
  Latitude,
  Longitude,
  NOT_MODIFIED,
} from '../../../platform/http/schema/schemas.ts'
import { identifyClient } from '../../../platform/http/server/client.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { markSimulatedCredit } from '../place-weather/index.ts'
import { FrameTileParams, parseTilePosition } from './address.ts'
import type { FrameTile, RadarService } from './radar.ts'
import { registerTileRoute, type TileKind, type TilePath } from './routes.ts'

const PATH = '/api/weather/map-frames'
/** Until a new frame may be listed. */
const FRESH_SECONDS = 60

const Frame = Type.Object(
  {
    id: Type.String({ description: 'For the path of its tiles' }),
    time: Type.String({ ...Instant, description: 'When it holds' }),
    kind: Type.Enum(['measured', 'forecast'], { description: 'A forecast is made of what was measured before it' }),
  },
  { title: 'RadarFrame' },
)

const FrameList = Type.Object(
  {
    source: Type.String({ description: 'Id of the provider whose radar it is' }),
    readAt: Type.String({ ...Instant, description: 'When the source listed them: up to half an hour ago if it fails' }),
    frames: Type.Array(Frame, { description: 'Oldest first; the measured ones before the forecasts' }),
    legend: buildNullableSchema(
      Type.Object({
        unit: Type.Enum(['dBZ', 'mm/h'], { description: 'Radar reflectivity, or rate of precipitation' }),
        steps: Type.Array(Type.Object({ from: Type.Number(), color: Type.String({ description: '#rrggbb' }) }), {
          description: 'Each colour and the amount from which on it is used, in rising order',
        }),
      }),
      'What the colours mean; null: the source does not say',
    ),
    area: buildNullableSchema(
      Type.Object({ south: Latitude, west: Longitude, north: Latitude, east: Longitude }),
      'Outside of it there is nothing to show; null: everywhere, as far as there are radars',
    ),
    attribution: Type.Object(
      { name: Type.String(), text: Type.String(), url: Type.String(), license: Type.String() },
      { description: 'Credit to show with the map' },
    ),
  },
  { title: 'RadarFrames' },
)

const EXAMPLE: Static<typeof FrameList> = {
  source: 'rainviewer',
  readAt: '2026-11-21T06:06:10Z',
  frames: [
    { id: '1795240800-m-d5c530695318', time: '2026-11-21T06:00:00Z', kind: 'measured' },
    { id: '1795241400-f-82788ac69a25', time: '2026-11-21T06:10:00Z', kind: 'forecast' },
  ],
  legend: { unit: 'dBZ', steps: [{ from: 10, color: '#88ddee' }] },
  area: null,
  attribution: {
    name: 'RainViewer',
    text: 'Weather radar by RainViewer',
    url: 'https://www.rainviewer.com/',
    license: 'personal and educational use',
  },
}

const FRAME_TILES: TilePath = {
  pattern: '/api/weather/map-frame/:frame/:z/:x/:y',
  scope: 'tiles',
  operationId: 'getRadarTile',
  tag: 'Weather',
  summary: 'Get a tile of a radar’s frame',
  description:
    'Web Mercator, 512 × 512 pixels, transparent where nothing falls. The source is asked at zooms 0, 1, 2, 4 and 5; tiles of other zooms are cut out of these and enlarged. A frame never changes, and is stored for a day. No other frame stands in for one that fails: if the budget is spent, the tile may be cut out of one of a lower zoom of the same frame.',
}

/** GET /api/weather/map-frames and the tiles of the frames */
export function registerRadar(app: HttpServer, foundation: Foundation, radar: RadarService | undefined): void {
  const { limiter, clientHash } = foundation
  app.get(
    PATH,
    {
      config: { crossOrigin: true, clientScope: FRAME_TILES.scope },
      schema: {
        operationId: 'getRadarFrames',
        tags: [FRAME_TILES.tag],
        summary: 'List the frames of precipitation that the map shows',
        description:
          'What a radar measured in the last two hours and, if its source has one, the forecast of the next two, at least ten minutes apart. RADAR_SOURCE names the source; without it, or if its terms forbid its use, 503.',
        response: {
          200: {
            description: 'The frames',
            content: { 'application/json': { schema: FrameList, examples: { frames: { value: EXAMPLE } } } },
          },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['rate_limited', 'upstream_error', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'tiles'),
    },
    async (request, reply) => {
      if (radar === undefined) throw buildNoRadarError()
      const { frames, readAt, simulated } = await radar.list(identifyClient(request, clientHash))
      const { id, attribution, radar: drawn } = radar.source
      const body: Static<typeof FrameList> = {
        source: id,
        readAt: formatInstant(readAt),
        frames: frames.map((frame) => ({
          id: frame.id,
          time: formatInstant(frame.time),
          kind: frame.isForecast ? 'forecast' : 'measured',
        })),
        legend: drawn.legend && { ...drawn.legend, steps: [...drawn.legend.steps] },
        area: drawn.area ?? null,
        attribution: markSimulatedCredit(attribution, simulated),
      }
      return sendJson(
        request,
        reply.header('cache-control', writePublicCacheControl({ maxAgeSeconds: FRESH_SECONDS })),
        JSON.stringify(body),
      )
    },
  )
  registerTileRoute(buildFrameKind(radar), app, foundation, radar?.tiles ?? NO_TILES, FRAME_TILES)
}

const NO_TILES = { freshSeconds: 0, peek: () => undefined, tile: () => Promise.reject(buildNoRadarError()) }

const buildNoRadarError = (): AppError =>
  new AppError('service_unavailable', 'No radar is named whose frames could be shown (RADAR_SOURCE).')

function buildFrameKind(radar: RadarService | undefined): TileKind<FrameTile> {
  return {
    parameter: 'frame',
    params: FrameTileParams,
    async locate(params, requester) {
      const { frame: id, ...rest } = params as Static<typeof FrameTileParams>
      const position = parseTilePosition(rest)
      const frame = radar === undefined ? null : await radar.findFrame(id, requester)
      return { layer: `radar/${radar?.source.id ?? ''}/${id}`, ...position, frame }
    },
  }
}
