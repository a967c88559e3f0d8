import { getUnitWriter, toCell } from '@isobar/weather'
import { Type } from 'typebox'
import type { Foundation } from '../../../foundation.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildErrorResponses, Coordinates } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/server.ts'
import { BLEND_EXAMPLE, BlendExplanationSchema } from '../blend/index.ts'
import type { ForecastRoutes } from './routes.ts'
import { Units } from './schemas.ts'
import { SCOPE_PAYLOADS } from './scope-payloads.ts'

const Names = Type.Array(Type.Object({ source: Type.String({ description: 'Provider id' }), name: Type.String() }), {
  description: 'Of all providers that `blend` names',
})

const BlendAnswer = Type.Object(
  { units: SCOPE_PAYLOADS.current.properties.units, blend: BlendExplanationSchema, names: Names },
  { title: 'Blend' },
)

const EXAMPLE = {
  units: getUnitWriter('metric').labels,
  blend: BLEND_EXAMPLE,
  names: [
    { source: 'openweather', name: 'OpenWeather' },
    { source: 'open-meteo', name: 'Open-Meteo' },
  ],
}

export interface BlendRoutes extends Pick<ForecastRoutes, 'explainBlend'> {
  /** The id of a source that is not known: one that was learned of may be of another version. */
  readonly nameOf: (source: string) => string
}

/** GET /api/weather/blend */
export function registerBlendExplanation(app: HttpServer, { limiter }: Foundation, { explainBlend, nameOf }: BlendRoutes): void {
  app.get(
    '/api/weather/blend',
    {
      config: { crossOrigin: true, clientScope: 'weather' },
      schema: {
        operationId: 'getBlend',
        tags: ['Weather'],
        summary: 'Get what a forecast is made of',
        description:
          'What the blend makes of the next hours of a point, what each source said, what was subtracted and how much it counts, the same of chances of rain, and why the blend is on or off: as `explain=blend`, without the weather. From what is stored; no provider is called.',
        querystring: Type.Object({ ...Coordinates, units: Type.Optional(Units) }),
        response: {
          200: { ...BlendAnswer, examples: [EXAMPLE] },
          ...buildErrorResponses(['invalid_request', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'history'),
    },
    async ({ query: { lat, lon, units = 'metric' } }, reply) => {
      const blend = await explainBlend(toCell(lat, lon), units)
      const ids = new Set([
        ...blend.sources.map(({ source }) => source),
        ...blend.hours.flatMap(({ sources }) => sources.map(({ source }) => source)),
        ...(blend.comparedWith === null ? [] : [blend.comparedWith]),
      ])
      reply.header('cache-control', 'no-store')
      return { units: getUnitWriter(units).labels, blend, names: [...ids].map((source) => ({ source, name: nameOf(source) })) }
    },
  )
}
