import type { CacheLayer } from '../../gateway/gateway.ts'
import { weakEtag } from '../../platform/http/etag.ts'
import type { Attribution } from '../../providers/provider.ts'
import type { Freshness, FreshnessWindow } from '../../weather/freshness.ts'
import { formatInstant } from '../../weather/instant.ts'
import type { Language } from '../../weather/language.ts'
import type { WeatherScope } from '../../weather/scope.ts'
import type { UnitSystem } from '../../weather/units.ts'
import type { Rendering } from './rendering.ts'

/** A request for weather, parsed. */
export interface WeatherRequest {
  /** The coordinates as asked for, which the answer echoes. */
  readonly lat: number
  readonly lon: number
  readonly scope: WeatherScope
  readonly units: UnitSystem
  readonly lang: Language
  readonly trigger: string
  readonly maxAgeMs: number | undefined
}

/** How the data was come by. */
export interface Provenance {
  readonly freshness: Freshness
  readonly layer: CacheLayer
  readonly cacheHit: boolean
  readonly tokensUsed: number
}

/** An answer but for its age, which is written when it is sent: the rest is kept and sent again as long as it stays true. */
export interface Answer extends Provenance {
  readonly rendering: Rendering
  /** Epoch milliseconds. */
  readonly fetchedAt: number
  readonly expiresAt: number
  readonly window: FreshnessWindow
  readonly lang: Language
  readonly beforeAge: string
  readonly afterAge: string
  /** Undefined where no cache may keep the answer: searches are counted, and what a provider was waited for carries its tokens. */
  readonly etag: string | undefined
}

const SEARCH_TRIGGERS = new Set(['search_select', 'search_preview'])

export function buildAnswer(
  request: WeatherRequest,
  rendering: Rendering,
  provenance: Provenance,
  window: FreshnessWindow,
  attribution: Attribution,
): Answer {
  const { record } = rendering
  const expiresAt = record.fetchedAt + window.freshSeconds * 1_000
  const before = {
    scope: request.scope,
    lat: request.lat,
    lon: request.lon,
    fetchedAt: formatInstant(record.fetchedAt),
    cacheHit: provenance.cacheHit,
    freshness: provenance.freshness,
    source: record.source,
    trigger: request.trigger,
    tokensUsed: provenance.tokensUsed,
    expiresAt: formatInstant(expiresAt),
  }
  return {
    ...provenance,
    rendering,
    fetchedAt: record.fetchedAt,
    expiresAt,
    window,
    lang: request.lang,
    beforeAge: `${JSON.stringify(before).slice(0, -1)},"ageSeconds":`,
    afterAge: `,"attribution":${JSON.stringify(attribution)},`,
    etag: provenance.cacheHit && !SEARCH_TRIGGERS.has(request.trigger) ? etagOf(request, rendering, provenance.freshness) : undefined,
  }
}

/** The bytes before the kept tail, true at `now`. */
export function envelopeAt(answer: Answer, now: number): string {
  return answer.beforeAge + ageSecondsAt(answer, now) + answer.afterAge
}

/** Whole seconds, rounded down. */
export function ageSecondsAt({ fetchedAt }: Answer, now: number): number {
  return Math.max(0, Math.floor((now - fetchedAt) / 1_000))
}

/** Weak: over what the data says, not over its age, its cost or the cache that held it. */
function etagOf(request: WeatherRequest, { record, alertIds }: Rendering, freshness: Freshness): string {
  const { lat, lon, scope, lang, units, trigger } = request
  const identity = JSON.stringify([lat, lon, scope, lang, units, trigger, record.source, record.fetchedAt, freshness, alertIds.ids])
  return weakEtag(identity)
}
