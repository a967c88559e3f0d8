import { type FreshnessWindows, PUBLIC_SCOPES } from '@isobar/weather'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Foundation } from '../../../foundation.ts'
import type { Requester } from '../../../gateway/index.ts'
import { mapBounded } from '../../../platform/bounded.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import type { CachedAnswer } from '../../../platform/http/bytes/cached-answers.ts'
import { sendCached } from '../../../platform/http/bytes/send-cached.ts'
import { getClientIp } from '../../../platform/http/server/client-ip.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { isForCrawler } from '../../../platform/http/server/visit-scope.ts'
import type { CounterOf } from './answer-counter.ts'
import type { PlaceWeather } from './place-weather.ts'
import type { PlaceQuery, PlaceReader, PlaceReading } from './reader.ts'
import { answerRepeated } from './repeated-requests.ts'
import { createWrittenAnswer, type Written } from './written-answer.ts'

/** A request that has been read: what it asks of which places. */
export interface PlacesRequest {
  readonly places: readonly PlaceQuery[]
  /** The language of alerts, where there is a choice. */
  readonly lang: string
  /** Until when what was looked up for it holds, such as the name of a place, in epoch milliseconds; omitted: always. */
  readonly until?: number
  /** Bytes that it keeps in memory; omitted: too few to count. */
  readonly bytes?: number
}

/** A route of another API's shape. */
export interface PlacesRoute<R extends PlacesRequest> {
  /** Its pattern in the router. */
  readonly path: string
  /** Prefix of the raw URLs of its requests; omitted: `path` and its query. */
  readonly prefix?: string
  /** Which of the URLs with that prefix are this route's; omitted: all. */
  readonly isOwn?: (url: string) => boolean
  /** What a client key must include. */
  readonly scope: 'weather' | 'compatible'
  /** Why providers are called, in the ledger and the statistics. */
  readonly trigger: string
  /** The answer for the places in their order. Must depend on its arguments only. */
  readonly write: (request: R, places: readonly PlaceWeather[]) => Written
}

export interface RepeatedAnswersOptions extends Pick<Foundation, 'windows' | 'limiter' | 'metrics' | 'clock' | 'clientHash'> {
  readonly reader: PlaceReader
  readonly weatherOf: (reading: PlaceReading, now: number, lang: string) => PlaceWeather
  readonly counterOf: CounterOf
}

/** A request that was answered before, by its URL: it need not be read again. */
interface Known {
  readonly request: PlacesRequest
  readonly readings: readonly PlaceReading[]
  /** All from memory, fresh, and under these windows. */
  readonly windows: FreshnessWindows | undefined
  readonly from: number
  readonly until: number
  readonly bytesAt: (now: number) => CachedAnswer
  /** Bytes that the entry keeps in memory. */
  readonly size: number
}

const REQUEST_BYTES = 32 * 1024 * 1024
const ENTRY_BYTES = 1_500
/** Longer URLs are not worth caching. Some clients name a hundred variables. */
const MAX_URL_LENGTH = 2_500
const MAX_CONCURRENT_PLACES = 16

/**
 * Answers the routes of APIs in other shapes than our own: each reads a request into places and scopes, and writes their data out. A repeated
 * request is answered from memory by its URL, ahead of the router, while the records behind it are the same and its hour lasts.
 */
export function createRepeatedAnswers(options: RepeatedAnswersOptions) {
  const { reader, weatherOf, counterOf, windows, limiter, metrics, clock, clientHash } = options
  const requests = createMemoryCache<string, Known>('compatible requests', REQUEST_BYTES, ({ size }, key) => size + key.length * 2)

  /** Whether what was written is what would be written now. */
  function isStill({ request, readings, windows: before, from, until }: Known, now: number): boolean {
    if (before !== windows() || now < from || now >= until) return false
    return request.places.every((query, index) => reader.isStill(query, readings[index] as PlaceReading, now))
  }

  /** Adds the hot path of a route; returns what its handler needs. */
  function add<R extends PlacesRequest>(app: HttpServer, route: PlacesRoute<R>) {
    const { path, prefix = `${path}?`, isOwn = () => true, scope: clientScope, trigger, write } = route
    function remember(url: string, request: R, readings: readonly PlaceReading[], isHot: boolean): Known {
      const now = clock.now()
      const places = readings.map((reading) => weatherOf(reading, now, request.lang))
      const scopes = readings.flatMap((reading) => PUBLIC_SCOPES.flatMap((scope) => reading.scopes[scope] ?? []))
      const counters = scopes.map(({ record, layer, freshness }) => counterOf(record.scope, layer, freshness, trigger))
      const until = Math.min(request.until ?? Infinity, ...places.map((place) => place.until))
      const { bytesAt, size } = createWrittenAnswer(write(request, places), {
        places,
        parts: scopes.map(({ record, layer, freshness }) => ({
          fetchedAt: record.fetchedAt,
          window: windows()[record.scope],
          layer,
          freshness,
        })),
        cacheHit: readings.every(({ cacheHit }) => cacheHit),
        tokensUsed: readings.reduce((sum, { tokensUsed }) => sum + tokensUsed, 0),
        until,
        onSent: () => counters.forEach((count) => count()),
      })
      const kept = scopes.flatMap(({ record, extended }) => [record, ...extended])
      const retained = kept.reduce((sum, { json }) => sum + json.length, ENTRY_BYTES + size + (request.bytes ?? 0))
      const from = Math.max(...places.map((place) => place.from))
      const known: Known = { request, readings, windows: isHot ? windows() : undefined, from, until, bytesAt, size: retained }
      if (url.length <= MAX_URL_LENGTH) requests.set(url, known)
      return known
    }

    function find(url: string, now: number): CachedAnswer | undefined {
      const known = isOwn(url) ? requests.get(url) : undefined
      if (known === undefined || (known.request.until ?? Infinity) <= now) return undefined
      if (isStill(known, now)) return known.bytesAt(now)
      const readings: PlaceReading[] = []
      for (const query of known.request.places) {
        const reading = reader.peek(query, now)
        if (reading === undefined) return undefined
        readings.push(reading)
      }
      return remember(url, known.request as R, readings, true).bytesAt(now)
    }

    const record = metrics.route(path)
    return {
      /** Limits the requests of a client, as those for our own weather, and answers a repeated one. */
      onRequest: answerRepeated(app, { prefix, pattern: path, limiter, limit: 'weather', scope: clientScope, record, clock, find }),
      /** @throws AppError service_unavailable, location_not_found, rate_limited or upstream_error */
      async answer(request: FastifyRequest, reply: FastifyReply, asked: R): Promise<FastifyReply> {
        const requester: Requester = {
          cause: 'request',
          trigger,
          requestId: request.id,
          client: clientHash(getClientIp(request)),
          caller: isForCrawler() ? 'crawler' : 'person',
        }
        const readings = await mapBounded(asked.places, MAX_CONCURRENT_PLACES, (place) => reader.read(place, requester))
        return sendCached(request, reply, remember(request.raw.url ?? '', asked, readings, false).bytesAt(clock.now()))
      },
    }
  }

  return { add }
}
