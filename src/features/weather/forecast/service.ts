import type { Attribution } from '@isobar/providers/port'
import { toCell } from '@isobar/weather'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import type { Requester } from '../../../gateway/index.ts'
import { buildScopeCredits, type FoundScope, type PartialReading, type PlaceReader } from '../place-weather/index.ts'
import { type Answer, buildAnswer, buildScope, type Provenance, type ScopeAnswer, listServedScopes, type WeatherRequest } from './answer.ts'
import { isTrueAt, type Renderings } from './rendering.ts'

export type ForecastService = ReturnType<typeof createForecastService>

export interface ForecastOptions extends Pick<Foundation, 'windows' | 'clock'> {
  readonly reader: Pick<PlaceReader, 'peekScope' | 'readEach'>
  readonly renderings: Renderings
  readonly attributionOf: (source: string) => Attribution
}

const MEMORY_HIT: Provenance = { freshness: 'fresh', layer: 'memory', cacheHit: true, tokensUsed: 0 }

/** Turns a place's records into rendered answers. */
export function createForecastService({ reader, renderings, windows, attributionOf, clock }: ForecastOptions) {
  function build({ lat, lon, units, lang, extent }: WeatherRequest, source: FoundScope, provenance: Provenance): ScopeAnswer {
    const rendering = renderings.of(toCell(lat, lon).id, source, units, lang, clock.now(), extent)
    const credits = buildScopeCredits(source.record, rendering.supplements, attributionOf, rendering.parts)
    return buildScope(rendering, provenance, windows()[source.record.scope], credits)
  }

  /** Whether the scope of an earlier answer is what a new one would be. */
  function isStill(last: Answer['results'][number] | undefined, source: FoundScope, now: number): boolean {
    if (last === undefined || last instanceof AppError || last.layer !== 'memory') return false
    // The freshness window may have been reconfigured since.
    return last.window === windows()[source.record.scope] && isTrueAt(last.rendering, source, now)
  }

  return {
    /**
     * Reads the scopes of a request together: one load, one cost. A scope that cannot be had has its error in the answer.
     * @throws AppError service_unavailable if no provider can be called
     */
    async answer(request: WeatherRequest, requester: Requester, timeoutMs?: number): Promise<Answer> {
      const { lat, lon, scopes, maxAgeMs, extent } = request
      const limits = {
        ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      }
      const reading = await reader.readEach(
        { cell: toCell(lat, lon), scopes, ...(extent === undefined ? {} : { extent }) },
        requester,
        limits,
      )
      const payer = payerOf(request, reading)
      const results = scopes.map((scope) => {
        const served = reading.scopes[scope]
        if (served === undefined) return reading.failures[scope] as AppError
        const { layer, freshness } = served
        const cost = scope === payer ? reading : { cacheHit: layer !== 'upstream', tokensUsed: 0 }
        return build(request, served, { ...cost, layer, freshness })
      })
      return buildAnswer(request, results)
    },

    /**
     * The hot path: answers synchronously from fresh data in memory. `last` is the previous answer to the same request, if any, and is reused
     * while it is valid. Undefined when `answer` must be called instead. `now`: the clock's time.
     */
    peek(request: WeatherRequest, last?: Answer, now: number = clock.now()): Answer | undefined {
      if (request.maxAgeMs !== undefined) return undefined
      const cell = toCell(request.lat, request.lon)
      const found: FoundScope[] = []
      for (const scope of request.scopes) {
        const source = reader.peekScope(cell, scope, now, request.extent)
        if (source === undefined) return undefined
        found.push(source)
      }
      if (last !== undefined && found.every((source, index) => isStill(last.results[index], source, now))) return last
      return buildAnswer(
        request,
        found.map((source) => build(request, source, MEMORY_HIT)),
      )
    },

    /** The same answer as of now: re-rendered where the hour or minute in which it was rendered has ended. */
    renewed(answer: Answer): Answer {
      const { request, results } = answer
      const now = clock.now()
      if (listServedScopes(answer).every(({ rendering }) => isTrueAt(rendering, rendering, now))) return answer
      return buildAnswer(
        request,
        results.map((result) => (result instanceof AppError ? result : build(request, result.rendering, result))),
      )
    },
  }
}

/** The scope that states the cost of a reading: the first that came from a provider, else the first; undefined if there is none. */
function payerOf({ scopes }: WeatherRequest, { scopes: served }: PartialReading) {
  return scopes.find((scope) => served[scope]?.layer === 'upstream') ?? scopes.find((scope) => served[scope] !== undefined)
}
