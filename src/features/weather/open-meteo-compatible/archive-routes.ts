import { cellOf } from '../../../domain/cell.ts'
import type { Foundation } from '../../../foundation.ts'
import { mapBounded } from '../../../platform/bounded.ts'
import { publicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { sendText } from '../../../platform/http/bytes/send-json.ts'
import { rateLimited } from '../../../platform/http/limits/rate-limit-hook.ts'
import { NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/server.ts'
import { DAY_MS } from '../../../time.ts'
import type { HistoryService } from '../history/index.ts'
import { creditLinks } from '../place-weather/index.ts'
import type { HourRow } from './hourly-variables.ts'
import { parametersOf } from './parameters.ts'
import { spanOf } from './past.ts'
import { type Api, readRequest } from './request.ts'
import { limitPlaces, ROUTE } from './routes.ts'
import { answersLike, ArchiveQuery, ERRORS, HOURLY_EXAMPLE } from './schemas.ts'
import { weatherBlocks } from './weather-blocks.ts'
import { placeAnswers, written } from './write-answer.ts'

const ARCHIVE_BEGINS_MS = Date.UTC(1940, 0, 1)

/** `/v1/archive`, which may be asked for any day since theirs begins. */
const ARCHIVE_API: Api = {
  horizonAt: (now) => ({ forecastDays: 1, maxForecastDays: 1, maxPastDays: Math.floor((now - ARCHIVE_BEGINS_MS) / DAY_MS) }),
  hasDaily: true,
  hasCurrent: false,
  hasMinutely15: false,
}

const MAX_CONCURRENT_PLACES = 4
/** More than the values of an answer allow. */
const MAX_HOURS = 110_000
/** The archive grows with every fetch. */
const CACHE_CONTROL = publicCacheControl({ maxAgeSeconds: 60 })

/** GET /v1/archive */
export function registerArchive(app: HttpServer, { limiter, clock }: Foundation, history: Pick<HistoryService, 'observedIn'>): void {
  app.get(
    '/v1/archive',
    {
      ...ROUTE,
      schema: {
        operationId: 'openMeteoArchive',
        tags: ['Open-Meteo-compatible'],
        summary: "Open-Meteo's archive API",
        description:
          'What the sources of this service have reported of a place; calls no provider. An hour has values if it was fetched within half an hour of it.',
        querystring: ArchiveQuery,
        response: { 200: answersLike(HOURLY_EXAMPLE), ...NOT_MODIFIED, ...ERRORS },
      },
      onRequest: rateLimited(limiter, 'history'),
    },
    async (request, reply) => {
      const now = clock.now()
      const asked = readRequest(parametersOf(request.raw.url ?? ''), ARCHIVE_API, now)
      limitPlaces(limiter, request, asked)
      const places = await mapBounded(asked.places, MAX_CONCURRENT_PLACES, async (place) => {
        const { timezone, attributions, ...observed } = await history.observedIn(
          cellOf(place.lat, place.lon),
          spanOf(place, now),
          MAX_HOURS,
        )
        return { now, height: null, clock: { timezone }, attributions, ...observed }
      })
      const answers = placeAnswers(asked, places, ({ hours, days }, _index, ranges, offsetSeconds) => {
        const byMark = new Map(hours.map((hour) => [Date.parse(hour.mark), hour]))
        // The amounts of an observation are those of the hour before it.
        const hourAt = (ms: number): HourRow => ({ state: byMark.get(ms), preceding: byMark.get(ms) })
        return weatherBlocks(asked, { current: undefined, hourAt, days, minutes: [] }, ranges, offsetSeconds)
      })
      const { body, contentType = 'application/json; charset=utf-8' } = written(asked.format, answers)
      const credits = creditLinks(places.flatMap(({ attributions }) => attributions))
      reply.header('cache-control', CACHE_CONTROL)
      if (credits.length > 0) reply.header('link', credits.join(', '))
      return sendText(request, reply, body, contentType)
    },
  )
}
