import { toCell } from '@isobar/weather'
import type { Foundation } from '../../../foundation.ts'
import { mapBounded } from '../../../platform/bounded.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { sendText } from '../../../platform/http/bytes/send-json.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/server.ts'
import { DAY_MS } from '../../../time.ts'
import type { HistoryService } from '../history/index.ts'
import { listCreditLinks, limitPlaces } from '../place-weather/index.ts'
import type { KnownHour } from './hourly-variables.ts'
import { parseUrlParameters } from './parameters.ts'
import { computeRowSpan } from './past.ts'
import { type Api, readRequest } from './request.ts'
import { ROUTE } from './routes.ts'
import { buildBlocksResponse, ArchiveQuery, ERRORS, HOURLY_EXAMPLE } from './schemas.ts'
import { buildWeatherBlocks } from './weather-blocks.ts'
import { listHeightCredits, listPlaceAnswers, writePlaceAnswers } from './write-answer.ts'

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
/** Extremes of a day in the archive are those of the whole day, or unknown. */
const NONE_RUNNING_MS = 0
/** The archive grows with every fetch. */
const CACHE_CONTROL = writePublicCacheControl({ maxAgeSeconds: 60 })

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
        response: { 200: buildBlocksResponse(HOURLY_EXAMPLE), ...NOT_MODIFIED, ...ERRORS },
      },
      onRequest: createRateLimitHook(limiter, 'history'),
    },
    async (request, reply) => {
      const now = clock.now()
      const asked = readRequest(parseUrlParameters(request.raw.url ?? ''), ARCHIVE_API, now)
      await limitPlaces(limiter, request, asked.places.length)
      const places = await mapBounded(asked.places, MAX_CONCURRENT_PLACES, async (place) => {
        const { timezone, attributions, ...observed } = await history.observedIn(
          toCell(place.lat, place.lon),
          computeRowSpan(place, now),
          MAX_HOURS,
        )
        return { now, height: null, clock: { timezone }, attributions, ...observed }
      })
      const answers = listPlaceAnswers(
        asked,
        places,
        ({ hours, days, clock: { timezone } }, { asked: { lat, lon }, elevation }, ranges, offsetSeconds) => {
          const byMark = new Map(hours.map((hour) => [Date.parse(hour.mark), hour]))
          // The amounts of an observation are those of the hour before it.
          const hourAt = (ms: number): KnownHour => ({ state: byMark.get(ms), preceding: byMark.get(ms) })
          return buildWeatherBlocks(
            asked,
            { place: { lat, lon, height: elevation }, now: NONE_RUNNING_MS, timezone, current: undefined, hourAt, days, minutes: [] },
            ranges,
            offsetSeconds,
          )
        },
      )
      const { body, contentType = 'application/json; charset=utf-8' } = writePlaceAnswers(asked.format, answers)
      const credits = [...listCreditLinks(places.flatMap(({ attributions }) => attributions)), ...listHeightCredits(places)]
      reply.header('cache-control', CACHE_CONTROL)
      reply.header('link', credits.join(', '))
      return sendText(request, reply, body, contentType)
    },
  )
}
