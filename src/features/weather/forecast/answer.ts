import type { Freshness, FreshnessWindow } from '../../../domain/freshness.ts'
import { formatInstant } from '../../../domain/instant.ts'
import type { PublicScope } from '../../../domain/scope.ts'
import type { UnitSystem } from '../../../domain/units.ts'
import type { Requester, CacheLayer } from '../../../gateway/index.ts'
import type { Language } from '../../../messages/languages.ts'
import { weakEtag } from '../../../platform/http/bytes/etag.ts'
import type { Credits } from '../place-weather/index.ts'
import type { Rendering } from './rendering.ts'

/** A request for weather, parsed. */
export interface WeatherRequest {
  /** The coordinates as requested, which the answer echoes. */
  readonly lat: number
  readonly lon: number
  readonly scope: PublicScope
  readonly units: UnitSystem
  readonly lang: Language
  readonly trigger: string
  readonly maxAgeMs: number | undefined
}

/** How the data was obtained. */
export interface Provenance {
  readonly freshness: Freshness
  readonly layer: CacheLayer
  readonly cacheHit: boolean
  readonly tokensUsed: number
}

/** An answer without its age, which depends on when it is sent: the rest is cached and reused while it stays valid. */
export interface Answer extends Provenance, Credits {
  readonly request: WeatherRequest
  readonly rendering: Rendering
  readonly window: FreshnessWindow
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Undefined if no cache may keep the answer: searches are counted, and an answer that waited for a provider carries its tokens. */
  readonly etag: string | undefined
}

/** Whether a request with this trigger counts as a search for its place. */
export function isSearch(trigger: string): boolean {
  return trigger === 'search_select' || trigger === 'search_preview'
}

/** Only cache hits that are not searches get an `etag`. */
export function buildAnswer(
  request: WeatherRequest,
  rendering: Rendering,
  provenance: Provenance,
  window: FreshnessWindow,
  { attribution, sources }: Credits,
): Answer {
  const { freshness, layer, cacheHit, tokensUsed } = provenance
  return {
    freshness,
    layer,
    cacheHit,
    tokensUsed,
    request,
    rendering,
    attribution,
    sources,
    window,
    expiresAt: rendering.record.fetchedAt + window.freshSeconds * 1_000,
    etag: cacheHit && !isSearch(request.trigger) ? etagOf(request, rendering, freshness) : undefined,
  }
}

/** The contract's envelope as of `now` (epoch milliseconds). */
export function envelopeAt(answer: Answer, now: number) {
  const { record } = answer.rendering
  return {
    fetchedAt: formatInstant(record.fetchedAt),
    cacheHit: answer.cacheHit,
    freshness: answer.freshness,
    source: record.source,
    trigger: answer.request.trigger,
    tokensUsed: answer.tokensUsed,
    expiresAt: formatInstant(answer.expiresAt),
    ageSeconds: Math.max(0, Math.floor((now - record.fetchedAt) / 1_000)),
    attribution: answer.attribution,
    ...(answer.sources.length === 0 ? {} : { sources: answer.sources }),
  }
}

/** The payload's fields that echo the request. */
export function placeOf({ scope, lat, lon }: WeatherRequest) {
  return { scope, lat, lon }
}

/** A JSON object without its closing brace, to be continued by cached bytes. */
export function openJson(object: object): Buffer {
  return Buffer.from(`${JSON.stringify(object).slice(0, -1)},`)
}

/** The whole answer as of `now` (epoch milliseconds), as JSON on one line. */
export function bodyOf(answer: Answer, now: number): string {
  return Buffer.concat([openJson({ ...placeOf(answer.request), ...envelopeAt(answer, now) }), answer.rendering.tail]).toString()
}

/** A weak tag over the data and its start of validity, not over its age, cost or cache layer. */
function etagOf(
  request: WeatherRequest,
  { record, supplements, station, measured, alertIds, from }: Rendering,
  freshness: Freshness,
): string {
  const { lat, lon, scope, lang, units, trigger } = request
  const { source, fetchedAt } = record
  const parts = [
    lat,
    lon,
    scope,
    lang,
    units,
    trigger,
    source,
    fetchedAt,
    freshness,
    alertIds,
    from,
    measured,
    station.height,
    ...supplements.map(({ record: { source: other, fetchedAt: at } }) => [other, at]),
  ]
  return weakEtag(JSON.stringify(parts))
}

/** A crawler stays one when it prefetches. */
export function callerOf(trigger: string, forCrawler: boolean): Requester['caller'] {
  if (forCrawler) return 'crawler'
  return trigger === 'prefetch' ? 'prefetch' : 'person'
}
