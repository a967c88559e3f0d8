import { parseInstant } from '@isobar/weather'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { buildInvalidFieldError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { readLanguage } from '../../../messages/language-tag.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { type CsvRow, streamCsv } from '../../../platform/http/bytes/csv.ts'
import { isEtagMatch, computeWeakEtag } from '../../../platform/http/bytes/etag.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildErrorResponses, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/server.ts'
import { DAY_MS } from '../../../time.ts'
import { AIR_CSV_COLUMNS, AirHistoryAnswer } from './air-schemas.ts'
import type { AirHistoryAnswer as AirAnswer, AirHistory } from './air-service.ts'
import type { HistoryRequest } from './answering.ts'
import { AIR_HISTORY_EXAMPLE, HISTORY_EXAMPLE } from './example.ts'
import { DailyEntry, HistoryQuery, HourlyEntry, ObservationEntry, WeatherHistory } from './schemas.ts'
import type { HistoryAnswer as WeatherAnswer, HistoryService, HistorySeries } from './service.ts'

interface HistoryServices {
  readonly history: HistoryService
  readonly air: AirHistory
}

const DEFAULT_LIMIT = 500
const COLUMNS: Readonly<Record<HistorySeries, readonly string[]>> = {
  observations: Object.keys(ObservationEntry.properties),
  hourly: Object.keys(HourlyEntry.properties),
  daily: Object.keys(DailyEntry.properties),
}

const HistoryAnswer = Type.Union([WeatherHistory, AirHistoryAnswer], { title: 'History' })
type Answer = WeatherAnswer | AirAnswer

/** A period up to now grows with every fetch; one that ended a day ago no longer changes. */
const RUNNING_SECONDS = 60
const PAST_SECONDS = 3_600
const SETTLED_AFTER_MS = DAY_MS

/** GET /api/weather/history */
export function registerHistory(app: HttpServer, { limiter, clock }: Foundation, { history, air }: HistoryServices): void {
  app.get(
    '/api/weather/history',
    {
      config: { crossOrigin: true, clientScope: 'history' },
      schema: {
        operationId: 'getWeatherHistory',
        tags: ['Weather'],
        summary: 'Get observations and past forecasts for a point',
        description:
          'Answers from the archive, where every provider fetch stores its observation and forecasts; no provider is called. Observations and forecasts are never mixed. The air is archived when it is asked for.',
        querystring: HistoryQuery,
        response: {
          200: {
            description: 'The archive of the place',
            content: {
              'application/json': {
                schema: HistoryAnswer,
                examples: { weather: { value: HISTORY_EXAMPLE }, air: { value: AIR_HISTORY_EXAMPLE } },
              },
              'text/csv': {
                schema: {
                  type: 'string',
                  description:
                    'A byte order mark, as spreadsheets need it, a header line with the JSON field names, then the entries of `what`. An object has a column for each of its fields: `usIndex.value`',
                },
              },
            },
          },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'history'),
    },
    async (request, reply) => {
      const { scope = 'weather', limit, format = 'json', what = 'observations' } = request.query
      const asked = parse(request.query)
      if (format === 'json') {
        const answer = await (scope === 'air' ? air : history).answer(asked, limit ?? DEFAULT_LIMIT)
        return sendJson(request, reply, answer, clock.now())
      }
      const most = limit ?? Number.MAX_SAFE_INTEGER
      if (scope === 'weather') return sendCsv(reply, asked, what, COLUMNS[what], await history.entries(asked, what, most))
      if (what === 'daily') throw buildInvalidFieldError('what', 'must be observations or hourly for the air')
      return sendCsv(reply, asked, `air-${what}`, AIR_CSV_COLUMNS[what], await air.entries(asked, what, most))
    },
  )
}

function parse({ lat, lon, from, to, issues = 'latest', nextDays = false, units = 'metric', lang }: HistoryQuery): HistoryRequest {
  return { lat, lon, from, to, issues, nextDays, units, lang: readLanguage(lang) }
}

function sendJson(request: FastifyRequest, reply: FastifyReply, answer: Answer, now: number): FastifyReply {
  const etag = etagOf(answer)
  const isPast = parseInstant(answer.summary.to) < now - SETTLED_AFTER_MS
  reply
    .header('cache-control', writePublicCacheControl({ maxAgeSeconds: isPast ? PAST_SECONDS : RUNNING_SECONDS }))
    .header('content-language', answer.lang)
    .header('etag', etag)
  if (isEtagMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(JSON.stringify(answer)))
}

/** Covers the content, but not the ends of a default period, which move with the clock. */
function etagOf({ summary: { from: _from, to: _to, ...summary }, ...answer }: Answer): string {
  return computeWeakEtag(JSON.stringify([summary, answer]))
}

function sendCsv(
  reply: FastifyReply,
  { lat, lon }: HistoryRequest,
  name: string,
  columns: readonly string[],
  rows: AsyncIterable<CsvRow>,
): FastifyReply {
  reply.header('cache-control', writePublicCacheControl({ maxAgeSeconds: RUNNING_SECONDS }))
  return streamCsv(reply, { name: `${name}-${lat},${lon}`, columns, rows })
}
