import { type Freshness, type FreshnessWindow, type PublicScope, type UnitSystem, formatInstant } from '@isobar/weather'
import { AppError } from '../../../errors.ts'
import type { Requester, CacheLayer } from '../../../gateway/index.ts'
import type { Language } from '../../../messages/languages.ts'
import { computeWeakEtag } from '../../../platform/http/bytes/etag.ts'
import type { CounterOf, Credits, SeriesExtent } from '../place-weather/index.ts'
import type { Rendering } from './rendering.ts'

/** A request for the weather of a place, parsed. */
export interface WeatherRequest {
  /** The coordinates as requested, which the answer echoes. */
  readonly lat: number
  readonly lon: number
  /** At least one, without duplicates. */
  readonly scopes: readonly PublicScope[]
  readonly units: UnitSystem
  readonly lang: Language
  readonly trigger: string
  readonly maxAgeMs: number | undefined
  /** How many hours and days; undefined: the usual ones. */
  readonly extent?: SeriesExtent | undefined
}

export interface Provenance {
  readonly freshness: Freshness
  readonly layer: CacheLayer
  readonly cacheHit: boolean
  readonly tokensUsed: number
}

/** One scope without its age, which depends on when it is sent: the rest is cached and reused while it stays valid. */
export interface ScopeAnswer extends Provenance, Credits {
  readonly rendering: Rendering
  readonly window: FreshnessWindow
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** What was asked for, and each scope of it in that order, or the error that says why it cannot be had. */
export interface Answer {
  readonly request: WeatherRequest
  readonly results: readonly (ScopeAnswer | AppError)[]
  /**
   * Undefined if no cache may keep the answer: searches are counted, an answer that waited for a provider carries its tokens, and a scope that
   * failed may succeed the next time.
   */
  readonly etag: string | undefined
}

/** Whether a request with this trigger counts as a search for its place. */
export function isSearch(trigger: string): boolean {
  return trigger === 'search_select' || trigger === 'search_preview'
}

/** One scope of an answer, from what was rendered of it. */
export function buildScope(
  rendering: Rendering,
  { freshness, layer, cacheHit, tokensUsed }: Provenance,
  window: FreshnessWindow,
  { attribution, sources }: Credits,
): ScopeAnswer {
  const expiresAt = rendering.record.fetchedAt + window.freshSeconds * 1_000
  return { freshness, layer, cacheHit, tokensUsed, rendering, attribution, sources, window, expiresAt }
}

/** Only cache hits that are not searches get an `etag`. */
export function buildAnswer(request: WeatherRequest, results: Answer['results']): Answer {
  const served = listServedScopes({ results })
  const isCacheable = !isSearch(request.trigger) && served.length === results.length && served.every(({ cacheHit }) => cacheHit)
  return { request, results, etag: isCacheable ? etagOf(request, served) : undefined }
}

/** The scopes that could be had. */
export function listServedScopes({ results }: Pick<Answer, 'results'>): readonly ScopeAnswer[] {
  return results.filter((result): result is ScopeAnswer => !(result instanceof AppError))
}

/** One counter for each scope that was served. */
export function listScopeCounters(answer: Answer, counterOf: CounterOf): readonly (() => void)[] {
  const { trigger } = answer.request
  return listServedScopes(answer).map(({ rendering, layer, freshness }) => counterOf(rendering.record.scope, layer, freshness, trigger))
}

/** The contract's envelope of a scope as of `now` (epoch milliseconds). */
export function buildScopeEnvelope({ trigger }: Pick<WeatherRequest, 'trigger'>, answer: ScopeAnswer, now: number) {
  const { record } = answer.rendering
  return {
    fetchedAt: formatInstant(record.fetchedAt),
    cacheHit: answer.cacheHit,
    freshness: answer.freshness,
    source: record.source,
    trigger,
    tokensUsed: answer.tokensUsed,
    expiresAt: formatInstant(answer.expiresAt),
    ageSeconds: Math.max(0, Math.floor((now - record.fetchedAt) / 1_000)),
    attribution: answer.attribution,
    ...(answer.sources.length === 0 ? {} : { sources: answer.sources }),
  }
}

/** A weak tag over the data and its start of validity, not over its age, cost or cache layer. */
function etagOf({ lat, lon, lang, units, trigger }: WeatherRequest, answers: readonly ScopeAnswer[]): string {
  const scopes = answers.map(({ freshness, rendering: { record, supplements, extended, extent, station, measured, alertIds, from } }) => [
    record.scope,
    record.source,
    record.fetchedAt,
    ...(record.blend === undefined ? [] : [record.blend.at]),
    freshness,
    alertIds,
    from,
    measured,
    station.height,
    ...supplements.map(({ record: { source: other, fetchedAt: at } }) => [other, at]),
    ...(extent === undefined ? [] : [extent.hours, extent.pastHours, extent.days]),
    ...extended.map(({ source: other, fetchedAt: at }) => [other, at]),
  ])
  return computeWeakEtag(JSON.stringify([lat, lon, lang, units, trigger, scopes]))
}

/** A crawler stays one when it prefetches. */
export function identifyCaller(trigger: string, forCrawler: boolean): Requester['caller'] {
  if (forCrawler) return 'crawler'
  return trigger === 'prefetch' ? 'prefetch' : 'person'
}

/** What a request asks of the series; undefined if it is no more than is usual. */
export function readExtent(asked: { readonly [Name in 'hours' | 'pastHours' | 'days']?: number | undefined }): SeriesExtent | undefined {
  const given = (['hours', 'pastHours', 'days'] as const).flatMap((name) =>
    asked[name] === undefined ? [] : [[name, asked[name]] as const],
  )
  return given.length === 0 ? undefined : Object.fromEntries(given)
}
