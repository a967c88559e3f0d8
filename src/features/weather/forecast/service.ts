import { cellOf } from '../../../domain/cell.ts'
import type { FreshnessWindows } from '../../../domain/freshness.ts'
import type { Requester } from '../../../gateway/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Attribution } from '../../../providers/provider.ts'
import { creditsOf, type FoundScope, type PlaceReader, type ReadScope } from '../place-weather/index.ts'
import { type Answer, buildAnswer, type Provenance, type WeatherRequest } from './answer.ts'
import { isTrueAt, type Renderings } from './rendering.ts'

export type ForecastService = ReturnType<typeof createForecastService>

export interface ForecastOptions {
  readonly reader: Pick<PlaceReader, 'peekScope' | 'read'>
  readonly renderings: Renderings
  readonly windows: () => FreshnessWindows
  readonly attributionOf: (source: string) => Attribution
  readonly clock: Clock
}

const MEMORY_HIT: Provenance = { freshness: 'fresh', layer: 'memory', cacheHit: true, tokensUsed: 0 }

/** Turns a place's records into rendered answers. */
export function createForecastService({ reader, renderings, windows, attributionOf, clock }: ForecastOptions) {
  function build(request: WeatherRequest, source: FoundScope, provenance: Provenance): Answer {
    const rendering = renderings.of(cellOf(request.lat, request.lon).id, source, request.units, request.lang, clock.now())
    return buildAnswer(
      request,
      rendering,
      provenance,
      windows()[request.scope],
      creditsOf(source.record, rendering.supplements, attributionOf),
    )
  }

  return {
    /** @throws AppError service_unavailable, location_not_found, rate_limited or upstream_error */
    async answer(request: WeatherRequest, requester: Requester, timeoutMs?: number): Promise<Answer> {
      const cell = cellOf(request.lat, request.lon)
      const limits = {
        ...(request.maxAgeMs === undefined ? {} : { maxAgeMs: request.maxAgeMs }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      }
      const { scopes, ...cost } = await reader.read({ cell, scopes: [request.scope] }, requester, limits)
      const served = scopes[request.scope] as ReadScope
      return build(request, served, { ...cost, layer: served.layer, freshness: served.freshness })
    },

    /**
     * The hot path: answers synchronously from fresh data in memory. `last` is the previous answer to the same request, if any, and is reused
     * while it is valid. Undefined when `answer` must be called instead. `now`: the clock's time.
     */
    again(request: WeatherRequest, last?: Answer, now: number = clock.now()): Answer | undefined {
      if (request.maxAgeMs !== undefined) return undefined
      const source = reader.peekScope(cellOf(request.lat, request.lon), request.scope, now)
      if (source === undefined) return undefined
      // The freshness window may have been reconfigured since the last answer.
      const isStill = last?.layer === 'memory' && last.window === windows()[request.scope] && isTrueAt(last.rendering, source, now)
      return isStill ? last : build(request, source, MEMORY_HIT)
    },

    /** The same answer as of now: re-rendered if the hour or minute in which it was rendered has ended. */
    renewed(answer: Answer): Answer {
      const { request, rendering } = answer
      return isTrueAt(rendering, rendering, clock.now()) ? answer : build(request, rendering, answer)
    },
  }
}
