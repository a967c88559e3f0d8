import { cellOf } from '../../../domain/cell.ts'
import type { FreshnessWindows } from '../../../domain/freshness.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { FIELD_GROUPS } from '../../../domain/supplement.ts'
import type { Requester, Gateway } from '../../../gateway/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Attribution } from '../../../providers/provider.ts'
import { NO_STATION, type PlaceStation, type Stations } from '../stations/index.ts'
import { type Answer, buildAnswer, type Provenance, type WeatherRequest } from './answer.ts'
import { isTrueAt, NO_ALERTS, type Renderings, type RenderingSource } from './rendering.ts'
import { simulatedCredit } from './simulated-credit.ts'

export type ForecastService = ReturnType<typeof createForecastService>

export interface ForecastOptions {
  readonly gateway: Gateway
  readonly renderings: Renderings
  readonly stations: Pick<Stations, 'peek' | 'find'>
  readonly windows: () => FreshnessWindows
  readonly attributionOf: (source: string) => Attribution
  readonly clock: Clock
}

const MEMORY_HIT: Provenance = { freshness: 'fresh', layer: 'memory', cacheHit: true, tokensUsed: 0 }

/** Turns the gateway's records into rendered answers. */
export function createForecastService({ gateway, renderings, stations, windows, attributionOf, clock }: ForecastOptions) {
  function build(request: WeatherRequest, source: RenderingSource, provenance: Provenance): Answer {
    const rendering = renderings.of(cellOf(request.lat, request.lon).id, source, request.units, request.lang, clock.now())
    const { simulated } = source.record
    const creditOf = (id: string): Attribution => (simulated ? simulatedCredit(attributionOf(id)) : attributionOf(id))
    const sources = rendering.supplements.map(({ record: { source: id, fetchedAt }, groups }) => ({
      source: id,
      fields: groups.flatMap((group) => [...FIELD_GROUPS[group]]),
      fetchedAt: formatInstant(fetchedAt),
      attribution: creditOf(id),
    }))
    return buildAnswer(request, rendering, provenance, windows()[request.scope], creditOf(source.record.source), sources)
  }

  return {
    /** @throws AppError service_unavailable, location_not_found, rate_limited or upstream_error */
    async answer(request: WeatherRequest, requester: Requester, timeoutMs?: number): Promise<Answer> {
      const cell = cellOf(request.lat, request.lon)
      const limits = {
        ...(request.maxAgeMs === undefined ? {} : { maxAgeMs: request.maxAgeMs }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      }
      const served = await gateway.weather({ cell, scope: request.scope, requester, ...limits })
      const station = request.scope === 'current' ? await stations.find(cell, served.record.simulated) : NO_STATION
      return build(request, sourceOf(request, served, station), served)
    },

    /**
     * The hot path: answers synchronously from fresh data in memory. `last` is the previous answer to the same request, if any, and is reused
     * while it is valid. Undefined when `answer` must be called instead. `now`: the clock's time.
     */
    again(request: WeatherRequest, last?: Answer, now: number = clock.now()): Answer | undefined {
      if (request.maxAgeMs !== undefined) return undefined
      const cell = cellOf(request.lat, request.lon)
      const cached = gateway.peekFresh(cell, request.scope, now)
      if (cached === undefined) return undefined
      const station = request.scope === 'current' ? stations.peek(cell, cached.record.simulated, now) : NO_STATION
      if (station === undefined) return undefined
      const source = sourceOf(request, cached, station)
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

/** Only the current scope lists alerts: the bytes of the others do not depend on them. */
function sourceOf(
  { scope }: WeatherRequest,
  { record, alerts, supplements }: Omit<RenderingSource, 'station'>,
  station: PlaceStation,
): RenderingSource {
  return { record, alerts: scope === 'current' ? alerts : NO_ALERTS, supplements, station }
}
