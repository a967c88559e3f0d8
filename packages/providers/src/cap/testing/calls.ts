import assert from 'node:assert/strict'
import { type FeedReading, type PaidCalls, ProviderFailure, type UpstreamRequest } from '../../provider.ts'

/** A server’s answer: a body, or a status with headers. */
export interface Served {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** Calls that use no network: `answer` decides what is served at which URL. Keeps the requests. */
export function createServedCalls(answer: (url: URL, request: UpstreamRequest) => Served) {
  const asked: UpstreamRequest[] = []
  const calls: PaidCalls = {
    async get(request) {
      asked.push(request)
      const { status = 200, headers = {}, body = '' } = answer(request.url, request)
      return { status, headers, body: Buffer.from(body) }
    },
  }
  return { calls, asked, paths: () => asked.map(({ url }) => url.pathname + url.search) }
}

/** Asserts that a reading has changed, and returns it. */
export function assertChanged(reading: FeedReading) {
  assert.equal(reading.unchanged, false)
  return reading as Extract<FeedReading, { unchanged: false }>
}

/** The kind of failure of a reading, whose message must not reveal the address. */
export async function readFailureKind(reading: Promise<FeedReading>): Promise<string> {
  const error: unknown = await reading.then(
    () => assert.fail('the reading did not fail'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ProviderFailure, String(error))
  assert.doesNotMatch(`${error.message} ${error.stack}`, /https?:|upstream\.test/)
  return error.kind
}

/** The state as the next reading receives it: plain JSON. */
export function copyReadingState(reading: FeedReading): unknown {
  return JSON.parse(JSON.stringify(assertChanged(reading).state))
}
