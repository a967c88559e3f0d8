import type { PublicScope } from '../../../domain/scope.ts'
import { AppError, type ErrorCode } from '../../../errors.ts'
import type { Requester } from '../../../gateway/index.ts'
import { mapBounded } from '../../../platform/bounded.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { CompressedPart } from '../../../platform/http/bytes/stitched-gzip.ts'
import { type Answer, callerOf, envelopeAt, openJson, placeOf, type WeatherRequest } from './answer.ts'
import type { ForecastService } from './service.ts'

/** One city of a batch, parsed. */
export interface BatchCity extends Omit<WeatherRequest, 'scope'> {
  readonly id: string | undefined
  /** Without duplicates. */
  readonly scopes: readonly PublicScope[]
}

interface ScopeError {
  readonly error: ErrorCode
  readonly message: string
  readonly retryAfterSeconds: number | undefined
}

/** The request that a batch came with. */
export interface BatchRequester extends Pick<Requester, 'cause' | 'requestId' | 'client'> {
  readonly forCrawler: boolean
}

/** The result of one scope of a city. */
type ScopeResult = Answer | ScopeError

export interface BatchOptions {
  readonly forecast: ForecastService
  readonly clock: Clock
  /** For the whole batch; a scope that misses it gets an error. */
  readonly timeoutMs: number
  readonly onAnswer: (answer: Answer) => void
}

/** A batch response. */
export interface Batch {
  /** The JSON in parts, some of them cached bytes. */
  readonly parts: (Buffer | CompressedPart)[]
  /** The cities with at least one answered scope. */
  readonly answered: readonly BatchCity[]
}

/** Maximum number of cities that wait for a provider at the same time. */
const MAX_CONCURRENT_CITIES = 16

/**
 * Answers a batch: the cities in their order, each scope with its data or its own error. Data that is fresh in memory is used without
 * waiting; the rest is fetched concurrently.
 * @throws AppError service_unavailable when no provider key is configured
 */
export async function runBatch(cities: readonly BatchCity[], requester: BatchRequester, options: BatchOptions): Promise<Batch> {
  const giveUpAt = performance.now() + options.timeoutMs
  const results = await mapBounded(cities, MAX_CONCURRENT_CITIES, (city) =>
    Promise.all(city.scopes.map((scope) => resultOf({ ...city, scope }, requester, giveUpAt, options.forecast))),
  )
  for (const result of results.flat()) if (!('error' in result)) options.onAnswer(result)
  const current = results.map((city) => city.map((result) => ('error' in result ? result : options.forecast.renewed(result))))
  return {
    parts: assemble(cities, current, options.clock.now()),
    answered: cities.filter((_, index) => results[index]?.some((result) => !('error' in result))),
  }
}

async function resultOf(
  request: WeatherRequest,
  { forCrawler, ...requester }: BatchRequester,
  giveUpAt: number,
  forecast: ForecastService,
): Promise<ScopeResult> {
  const fresh = forecast.again(request)
  if (fresh !== undefined) return fresh
  try {
    const { trigger } = request
    return await forecast.answer(request, { ...requester, trigger, caller: callerOf(trigger, forCrawler) }, giveUpAt - performance.now())
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal_error') throw error
    return { error: error.code, message: error.message, retryAfterSeconds: error.retryAfterSeconds }
  }
}

function assemble(cities: readonly BatchCity[], results: readonly (readonly ScopeResult[])[], now: number): (Buffer | CompressedPart)[] {
  const parts: (Buffer | CompressedPart)[] = [Buffer.from('{"cities":[')]
  for (const [index, city] of cities.entries()) {
    const { id, lat, lon, scopes } = city
    if (index > 0) parts.push(COMMA)
    parts.push(openJson({ id, lat, lon }), Buffer.from('"scopes":{'))
    for (const [position, scope] of scopes.entries()) {
      const result = results[index]?.[position] as ScopeResult
      parts.push(Buffer.from(`${position > 0 ? ',' : ''}"${scope}":`))
      if ('error' in result) parts.push(Buffer.from(JSON.stringify(result)))
      else parts.push(...partsOf(result, now))
    }
    parts.push(CITY_END)
  }
  parts.push(BATCH_END)
  return parts
}

function partsOf(answer: Answer, now: number): (Buffer | CompressedPart)[] {
  const meta = JSON.stringify({ ...envelopeAt(answer, now), cacheLayer: answer.layer })
  return [DATA, openJson(placeOf(answer.request)), answer.rendering.compressed(), Buffer.from(`,"meta":${meta}}`)]
}

const COMMA = Buffer.from(',')
const DATA = Buffer.from('{"data":')
const CITY_END = Buffer.from('}}')
const BATCH_END = Buffer.from(']}')
