import { AppError } from '../../../errors.ts'
import type { Requester } from '../../../gateway/index.ts'
import { mapBounded } from '../../../platform/bounded.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { CompressedPart } from '../../../platform/http/bytes/stitched-gzip.ts'
import { type Answer, buildAnswer, identifyCaller, listServedScopes, type WeatherRequest } from './answer.ts'
import { openJson, writeScopesJson } from './scopes-json.ts'
import type { ForecastService } from './service.ts'

export interface BatchCity extends WeatherRequest {
  readonly id: string | undefined
}

export interface BatchRequester extends Pick<Requester, 'cause' | 'requestId' | 'client'> {
  readonly forCrawler: boolean
}

export interface BatchOptions {
  readonly forecast: Pick<ForecastService, 'answer' | 'peek' | 'renewed'>
  readonly clock: Clock
  /** For the whole batch; a scope that misses it gets an error. */
  readonly timeoutMs: number
  readonly onAnswer: (answer: Answer) => void
}

export interface Batch {
  /** The JSON in parts, some of them cached bytes. */
  readonly parts: (Buffer | CompressedPart)[]
  /** The cities with at least one answered scope. */
  readonly answered: readonly BatchCity[]
}

const MAX_CONCURRENT_CITIES = 16

/**
 * Answers a batch: the cities in their order, each scope with its data or its own error. Data that is fresh in memory is used without
 * waiting; the rest is fetched concurrently, the scopes of a city together.
 * @throws AppError service_unavailable when no provider key is configured
 */
export async function runBatch(cities: readonly BatchCity[], requester: BatchRequester, options: BatchOptions): Promise<Batch> {
  const giveUpAt = performance.now() + options.timeoutMs
  const answers = await mapBounded(cities, MAX_CONCURRENT_CITIES, (city) => answerOf(city, requester, giveUpAt, options.forecast))
  for (const answer of answers) options.onAnswer(answer)
  const current = answers.map((answer) => options.forecast.renewed(answer))
  return {
    parts: assemble(cities, current, options.clock.now()),
    answered: cities.filter((_, index) => listServedScopes(answers[index] as Answer).length > 0),
  }
}

async function answerOf(
  city: BatchCity,
  { forCrawler, ...requester }: BatchRequester,
  giveUpAt: number,
  forecast: BatchOptions['forecast'],
): Promise<Answer> {
  const fresh = forecast.peek(city)
  if (fresh !== undefined) return fresh
  try {
    const { trigger } = city
    return await forecast.answer(city, { ...requester, trigger, caller: identifyCaller(trigger, forCrawler) }, giveUpAt - performance.now())
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal_error') throw error
    return buildAnswer(
      city,
      city.scopes.map(() => error),
    )
  }
}

function assemble(cities: readonly BatchCity[], answers: readonly Answer[], now: number): (Buffer | CompressedPart)[] {
  const parts: (Buffer | CompressedPart)[] = [Buffer.from('{"cities":[')]
  for (const [index, { id, lat, lon }] of cities.entries()) {
    if (index > 0) parts.push(COMMA)
    parts.push(
      openJson({ id, lat, lon }),
      ...writeScopesJson(answers[index] as Answer, now, (rendering) => rendering.compressed()),
      CITY_END,
    )
  }
  parts.push(BATCH_END)
  return parts
}

const COMMA = Buffer.from(',')
const CITY_END = Buffer.from('}')
const BATCH_END = Buffer.from(']}')
