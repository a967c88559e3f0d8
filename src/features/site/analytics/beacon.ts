import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'
import { Type } from 'typebox'
import { AppError, buildInvalidFieldError } from '../../../errors.ts'
import { AnalyticsEvent } from './event.ts'

export const MAX_EVENTS = 50

/** The body of a beacon: one event, or several. */
export const Beacon = Type.Union(
  [
    AnalyticsEvent,
    Type.Object({ events: Type.Array(AnalyticsEvent, { minItems: 1, maxItems: MAX_EVENTS }) }, { title: 'AnalyticsEvents' }),
  ],
  { description: 'One event, or up to 50' },
)

/** The well-formed events of a beacon. */
export interface ReadBeacon {
  readonly events: readonly AnalyticsEvent[]
  /** The number of events sent, valid or not. */
  readonly sent: number
}

/**
 * Parses a body. Invalid entries of a list are left out; a single event must be valid. `check` throws AppError invalid_request for anything
 * that is not an event.
 * @throws AppError invalid_request
 */
export function readBeacon(body: unknown, check: (event: unknown) => asserts event is AnalyticsEvent): ReadBeacon {
  if (typeof body !== 'object' || body === null || !('events' in body)) {
    check(body)
    return { events: [body], sent: 1 }
  }
  const { events } = body
  if (!Array.isArray(events)) throw buildInvalidFieldError('events', 'must be a list')
  if (events.length === 0 || events.length > MAX_EVENTS) throw buildInvalidFieldError('events', `must have 1 to ${MAX_EVENTS} entries`)
  const right = events.filter((event): event is AnalyticsEvent => {
    try {
      check(event)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  })
  return { events: right, sent: events.length }
}

/**
 * Whether a sender's events are discarded: it opts out (Global Privacy Control, Do Not Track), or it is not a person. Every browser sends a
 * user agent.
 */
export function isNotCounted(headers: IncomingHttpHeaders): boolean {
  const userAgent = headers['user-agent'] ?? ''
  return headers['sec-gpc'] === '1' || headers['dnt'] === '1' || userAgent === '' || isbot(userAgent)
}

/**
 * Whether the sending page's origin is allowed: our own, or one of CORS_ORIGINS. A beacon without an Origin does not come from a page.
 * Proxies may rewrite Host, so the public URL and the browser's own statement (Sec-Fetch-Site) count as well.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicOrigin: string | null, corsOrigins: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined || headers['sec-fetch-site'] === 'same-origin') return true
  if (origin === publicOrigin || corsOrigins.includes('*') || corsOrigins.includes(origin)) return true
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}
