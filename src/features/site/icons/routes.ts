import { CONDITION_ICONS } from '@isobar/weather'
import { Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { sendText } from '../../../platform/http/bytes/send-json.ts'
import { buildErrorResponses, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { DAY_SECONDS } from '../../../time.ts'
import { getIconDrawings } from './drawings.ts'

const CACHING = writePublicCacheControl({
  maxAgeSeconds: 7 * DAY_SECONDS,
  staleWhileRevalidateSeconds: DAY_SECONDS,
  staleIfErrorSeconds: 7 * DAY_SECONDS,
})

const IconParams = Type.Object({
  icon: Type.Enum([...CONDITION_ICONS], { description: 'The `icon` of a weather response', examples: ['clear-day'] }),
})

/** GET /icons/{icon}.svg */
export function registerIcons(app: HttpServer): void {
  const drawings = getIconDrawings()
  app.get(
    '/icons/:icon.svg',
    {
      config: { crossOrigin: true },
      schema: {
        operationId: 'getIcon',
        tags: ['Weather'],
        summary: 'Get a weather icon',
        description: '48 × 48, transparent, for light and dark backgrounds.',
        params: IconParams,
        response: {
          200: { description: 'The icon', content: { 'image/svg+xml': { schema: { type: 'string' } } } },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    (request, reply) => {
      const drawing = drawings.get((request.params as { icon: string }).icon)
      if (drawing === undefined) throw new AppError('not_found', 'No such icon')
      return sendText(request, reply.header('cache-control', CACHING), drawing, 'image/svg+xml; charset=utf-8')
    },
  )
}
