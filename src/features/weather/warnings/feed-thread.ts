import { setImmediate } from 'node:timers/promises'
import { type FeedReader, ProviderFailure, type UpstreamAnswer, type UpstreamRequest } from '@isobar/providers/port'
import type { OfficialWarning } from '@isobar/weather'
import { answerJobs } from '../../../platform/sandbox/answer-jobs.ts'
import { splitFeedReading, type ReadingEnd } from './feed.ts'
import { type Arrival, toArrival } from './stored-warning.ts'

/** A command for the thread: to begin a reading, the answer to one of its calls, or to go on. */
export type FeedJob = { readonly id: number } & (
  | {
      readonly type: 'begin'
      readonly reader: string
      readonly options: object
      readonly part: string
      readonly state: string | null
      readonly now: number
    }
  | { readonly type: 'answer'; readonly call: number; readonly answer: UpstreamAnswer | PlainFailure }
  | { readonly type: 'go-on' }
)

/** How far a reading has come. */
export interface FeedStep {
  readonly calls: readonly (PlainRequest & { readonly call: number })[]
  readonly arrivals: readonly Arrival[]
  /** Comes with the last of them; null: the reading goes on. */
  readonly end: ReadingEnd | PlainFailure | null
}

type PlainRequest = Omit<UpstreamRequest, 'url'> & { readonly url: string }

/** An error as plain data: errors lose their class between threads. */
export interface PlainFailure {
  readonly failure: Pick<ProviderFailure, 'kind' | 'message' | 'status' | 'retryAfterSeconds'> | null
  /** Of an error that is no failure of the provider, but a defect. */
  readonly defect: string
}

/** An error as data for another thread. */
export function toPlainFailure(error: unknown): PlainFailure {
  if (!(error instanceof ProviderFailure)) return { failure: null, defect: error instanceof Error ? String(error.stack) : String(error) }
  const { kind, message, status, retryAfterSeconds } = error
  return { failure: { kind, message, status, retryAfterSeconds }, defect: '' }
}

/** The error rebuilt: a ProviderFailure, or an Error with the defect's stack as its message. */
export function rebuildError({ failure, defect }: PlainFailure): Error {
  return failure === null ? new Error(defect) : new ProviderFailure(failure.kind, failure.message, failure)
}

interface Reading {
  readonly calls: (PlainRequest & { readonly call: number })[]
  readonly waiting: Map<number, PromiseWithResolvers<UpstreamAnswer>>
  warnings: OfficialWarning[]
  end: ReadingEnd | PlainFailure | null
}

/** Of one answer, in warnings and in characters of geometry: receiving it must not take the serving thread long. */
const PORTION = 50
const PORTION_CHARACTERS = 500_000

/** Takes the next warnings of a reading from its list. */
export function takePortion(warnings: OfficialWarning[]): Arrival[] {
  const arrivals: Arrival[] = []
  for (let length = 0; warnings.length > 0 && arrivals.length < PORTION && length < PORTION_CHARACTERS;) {
    const arrival = toArrival(warnings.shift() as OfficialWarning)
    for (const geometry of arrival.shapes.values()) length += geometry.length
    arrivals.push(arrival)
  }
  return arrivals
}

/** Called in the thread of the feeds: reads feeds step by step. Only the serving thread makes their calls. */
export function serveFeedReaders(readers: Readonly<Record<string, FeedReader<never>>>): void {
  const readings = new Map<number, Reading>()
  let asked = 0

  function begin({ reader, options, part, state, now }: Extract<FeedJob, { type: 'begin' }>): Reading {
    const reading: Reading = { calls: [], waiting: new Map(), warnings: [], end: null }
    const get = ({ url, ...request }: UpstreamRequest): Promise<UpstreamAnswer> => {
      const call = ++asked
      const answer = Promise.withResolvers<UpstreamAnswer>()
      reading.waiting.set(call, answer)
      reading.calls.push({ ...request, url: url.href, call })
      return answer.promise
    }
    const read = readers[reader] as FeedReader<object>
    read(options, part, state === null ? null : JSON.parse(state), { get }, now).then(
      (found) => {
        const { end, warnings } = splitFeedReading(found)
        Object.assign(reading, { end, warnings: [...warnings] })
      },
      (error: unknown) => (reading.end = toPlainFailure(error)),
    )
    return reading
  }

  answerJobs<FeedJob, FeedStep>(async (job) => {
    const reading = job.type === 'begin' ? begin(job) : readings.get(job.id)
    // The thread that began it was stopped, because of another reading.
    if (reading === undefined) return { calls: [], arrivals: [], end: toPlainFailure(new ProviderFailure('unavailable', 'interrupted')) }
    readings.set(job.id, reading)
    if (job.type === 'answer') {
      const { waiting } = reading
      const { answer } = job
      if ('body' in answer) waiting.get(job.call)?.resolve({ ...answer, body: bufferOf(answer.body) })
      else waiting.get(job.call)?.reject(rebuildError(answer))
      waiting.delete(job.call)
    }
    // By then, whatever the answer made possible has been computed.
    await setImmediate()
    const arrivals = takePortion(reading.warnings)
    const end = reading.warnings.length === 0 ? reading.end : null
    if (end !== null) readings.delete(job.id)
    return { calls: reading.calls.splice(0), arrivals, end }
  })
}

/** Buffers arrive as plain arrays of bytes. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
}
