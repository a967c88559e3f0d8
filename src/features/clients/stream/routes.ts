import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { readLanguage } from '../../../messages/language-tag.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { Coordinates, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import { getClientIp, toLimitKey, NETWORK_FACTOR, widenLimitKey } from '../../../platform/http/server/client-ip.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { HOUR_MS } from '../../../time.ts'
import { Lang, Units } from '../../weather/forecast/index.ts'
import { PARTS, type Snapshot, type WatchedPlace } from './snapshot.ts'
import type { Watches } from './watches.ts'

const Query = Type.Object({
  ...Coordinates,
  lang: Type.Optional({ ...Lang, default: 'en' }),
  units: Type.Optional({ ...Units, default: 'metric' as const }),
})

/** Browsers reconnect after this time, and send the id of the last event that they have. */
const RECONNECT_MS = 5_000
/** Then the client reconnects, with its key and its limits checked again, to whichever node has room. */
const LIFETIME_MS = HOUR_MS
/** A client that has left this much unread is disconnected. */
const MAX_UNREAD_BYTES = 64 * 1024
const RETRY_SECONDS = 60

/** GET /api/stream */
export function registerStream(
  app: HttpServer,
  watches: Watches,
  { config: { MAX_STREAMS, MAX_STREAMS_PER_CLIENT }, limiter, clientHash }: Pick<Foundation, 'config' | 'limiter' | 'clientHash'>,
): void {
  /** By client key, or without one by address (IPv6: by /64, all of a /48 together at NETWORK_FACTOR times the limit). */
  const open = new Map<string, Set<Readable>>()
  const count = (isCounted: (client: string) => boolean = () => true): number =>
    [...open].reduce((sum, [client, { size }]) => (isCounted(client) ? sum + size : sum), 0)

  function admit(client: string): void {
    const network = widenLimitKey(client)
    const isFull =
      (open.get(client)?.size ?? 0) >= MAX_STREAMS_PER_CLIENT ||
      (network !== client && count((other) => widenLimitKey(other) === network) >= MAX_STREAMS_PER_CLIENT * NETWORK_FACTOR)
    if (isFull)
      throw new AppError('rate_limited', `A client may have ${MAX_STREAMS_PER_CLIENT} streams open`, { retryAfterSeconds: RETRY_SECONDS })
    if (count() >= MAX_STREAMS) throw new AppError('service_unavailable', 'Too many streams are open', { retryAfterSeconds: RETRY_SECONDS })
  }

  function enter(client: string, stream: Readable): void {
    const own = open.get(client) ?? new Set()
    open.set(client, own.add(stream))
    stream.once('close', () => {
      own.delete(stream)
      if (own.size === 0 && open.get(client) === own) open.delete(client)
    })
  }

  // Streams are never idle, so a server that closes would wait for them.
  app.addHook('preClose', (done) => {
    for (const streams of open.values()) for (const stream of streams) stream.push(null)
    done()
  })

  app.get(
    '/api/stream',
    {
      // An event that waits for its block to fill up would be late.
      compress: false,
      exposeHeadRoute: false,
      config: { crossOrigin: true, clientScope: 'weather' },
      schema: {
        operationId: 'streamWeather',
        tags: ['Weather'],
        summary: 'Stream the current weather and the warnings of a point',
        description:
          'Server-sent events, for `EventSource`: `weather`, the body of `GET /api/weather?scope=current`, and `warnings`, the official warnings in force or coming (null: unknown), at once and whenever they change. A client that reconnects with `Last-Event-ID` gets what has changed since. A comment is sent every 15 to 25 seconds. The stream ends after an hour, and when the service stops; browsers reconnect by themselves. It costs what asking for the current weather again and again would: all streams of a place share its readings.',
        querystring: Query,
        headers: Type.Object({
          'last-event-id': Type.Optional(Type.String({ maxLength: 100, description: 'The `id` of the last event' })),
        }),
        response: {
          200: {
            description: 'Events until either side ends the connection',
            content: { 'text/event-stream': { schema: { type: 'string', description: 'Events', examples: [EXAMPLE] } } },
          },
          ...buildErrorResponses(['invalid_request', 'location_not_found', 'rate_limited', 'upstream_error', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'weather'),
    },
    async (request, reply) => {
      const client = request.clientKey?.id ?? toLimitKey(getClientIp(request))
      admit(client)
      const stream = new Readable({ read: () => undefined })
      enter(client, stream)
      try {
        await watch(request, stream)
      } catch (error) {
        stream.destroy()
        throw error
      }
      return send(reply, stream)
    },
  )

  async function watch(request: FastifyRequest<{ Querystring: Static<typeof Query> }>, stream: Readable): Promise<void> {
    const { query, headers } = request
    const { units = 'metric' } = query
    const place: WatchedPlace = { lat: query.lat, lon: query.lon, units, lang: readLanguage(query.lang) }
    const write = createWriter(stream, headers['last-event-id'])
    stream.push(`retry: ${RECONNECT_MS}\n\n`)
    const leave = await watches.add(place, { client: clientHash(getClientIp(request)), requestId: request.id, ...write })
    const end = setTimeout(() => stream.push(null), LIFETIME_MS).unref()
    const ended = (): void => {
      clearTimeout(end)
      leave()
    }
    // The client may have left, or the service begun to stop, while the place was being read.
    if (stream.destroyed) ended()
    else stream.once('close', ended)
    if (request.raw.socket.destroyed) stream.destroy()
    else if (request.server.isDraining() && !request.server.server.listening) stream.push(null)
  }
}

function send(reply: FastifyReply, stream: Readable): FastifyReply {
  return (
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      // Proxies such as nginx would otherwise collect events.
      .header('x-accel-buffering', 'no')
      .send(stream)
  )
}

/** Writes what has changed since the event with the id `lastId`: one id for each part. */
export function createWriter(stream: Readable, lastId: string | string[] | undefined) {
  const sent = new Map<string, string>()
  const known = String(lastId ?? '').split('.')
  PARTS.forEach((part, index) => sent.set(part, known[index] ?? ''))

  function push(text: string): void {
    if (stream.destroyed || stream.readableEnded) return
    if (stream.readableLength > MAX_UNREAD_BYTES) stream.destroy()
    else stream.push(text)
  }

  return {
    show(snapshot: Snapshot): void {
      for (const part of PARTS) {
        const { id, data } = snapshot[part]
        if (sent.get(part) === id) continue
        sent.set(part, id)
        push(`event: ${part}\nid: ${[...sent.values()].join('.')}\ndata: ${data}\n\n`)
      }
    },
    beat: () => push(':\n\n'),
  }
}

const EXAMPLE = `retry: 5000

event: weather
id: Zq0T3kq1v5m2aQ8s.
data: {"scope":"current","lat":52.52,"lon":13.41,"fetchedAt":"2026-11-21T06:04:00Z","temperature":6.4}

event: warnings
id: Zq0T3kq1v5m2aQ8s.0h7bXr2uYw9cKe4L
data: {"warnings":[]}

:

`
