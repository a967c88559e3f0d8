import type { Exchange } from '../traffic/client.ts'

/** An outage as it happened. Instants by `performance.now`, `wallFrom` by the campaign's clock. */
export interface Span {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly wallFrom: number
}

/** What requests noticed of an outage. */
export interface Felt {
  readonly name: string
  /** How long it lasted, in milliseconds. */
  readonly awayMs: number
  readonly requests: number
  /** Requests that failed or took longer than SLOW_MS, and the time from the beginning of the first to the end of the last, in milliseconds. */
  readonly bad: number
  readonly feltMs: number
  /** How long after the outage's end the last of them ended; 0: none did. */
  readonly recoveredMs: number
  /** The same for failed requests only: a busy machine is slow, too. */
  readonly failedAfterMs: number
  readonly slow: number
  /** 5xx answers by status, and `none` for requests without an answer. */
  readonly errors: Readonly<Record<string, number>>
  /** What answered 503 without a Retry-After. */
  readonly withoutRetryAfter: readonly string[]
  /** Answers with weather that was no longer fresh, by their own statement. */
  readonly stale: number
  readonly worstMs: number
}

/** People notice no delay in an answer within this time. */
export const SLOW_MS = 1_000
/** A request that began at most this long before the outage may have been cut off by it. */
const UNDER_WAY_MS = 1_000

/** What was felt of each outage, from its beginning to that of the next, or to the end. */
export function feltOf(spans: readonly Span[], exchanges: readonly Exchange[], end: number): Felt[] {
  const counted = exchanges.filter(isCounted)
  return spans.map((span, i) => {
    const next = spans[i + 1]?.from ?? end
    const isOwn = (exchange: Exchange): boolean => exchange.startedAt >= span.from && exchange.startedAt < next
    return feltIn(
      span,
      counted.filter((exchange) => (isOwn(exchange) && !isUnderWayAt(exchange, next)) || isUnderWayAt(exchange, span.from)),
    )
  })
}

function feltIn({ name, from, to }: Span, exchanges: readonly Exchange[]): Felt {
  const failed = exchanges.filter(isFailed)
  const slow = exchanges.filter(({ startedAt, endedAt }) => endedAt - startedAt > SLOW_MS)
  const bad = exchanges.filter((exchange) => failed.includes(exchange) || slow.includes(exchange))
  const first = Math.max(from, Math.min(...bad.map(({ startedAt }) => startedAt)))
  const last = Math.max(...bad.map(({ endedAt }) => endedAt))
  const errors: Record<string, number> = {}
  for (const { answer, error } of failed) {
    const kind = answer === null ? `none (${error})` : String(answer.status)
    errors[kind] = (errors[kind] ?? 0) + 1
  }
  return {
    name,
    awayMs: Math.round(to - from),
    requests: exchanges.length,
    bad: bad.length,
    feltMs: bad.length === 0 ? 0 : Math.round(last - first),
    recoveredMs: endedAfter(bad, to),
    failedAfterMs: endedAfter(failed, to),
    slow: slow.length,
    errors,
    withoutRetryAfter: failed
      .filter(({ answer }) => answer?.status === 503 && answer.headers['retry-after'] === undefined)
      .map(({ method, path }) => `${method} ${path.slice(0, 60)}`),
    stale: exchanges.filter(({ answer }) => isStale(answer?.json)).length,
    worstMs: Math.round(Math.max(0, ...exchanges.map(({ startedAt, endedAt }) => endedAt - startedAt))),
  }
}

const endedAfter = (exchanges: readonly Exchange[], at: number): number =>
  Math.max(0, ...exchanges.map(({ endedAt }) => Math.round(endedAt - at)))

const isUnderWayAt = ({ startedAt, endedAt }: Exchange, at: number): boolean =>
  startedAt < at && endedAt > at && startedAt >= at - UNDER_WAY_MS

/** A cron route answers only after its run, and after waiting for the mails of it. */
const isCounted = ({ path }: Exchange): boolean => !path.startsWith('/api/cron/')

/** Weather and geocoding answer 502, by their specification, where others answer 503. */
const isFailed = ({ answer }: Exchange): boolean => answer === null || answer.status >= 500

function isStale(body: unknown): boolean {
  const { freshness } = (body ?? {}) as { readonly freshness?: unknown }
  return freshness === 'acceptable' || freshness === 'emergency'
}
