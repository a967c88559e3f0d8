import { type ApiDocument, isStream, operationsOf } from '../../test/helpers/openapi.ts'
import { createStream } from '../random.ts'
import { createConformance } from './conformance.ts'
import { type Credentials, requestTo } from './requests.ts'
import { createValues, type Schema } from './values.ts'
import { exchange, type WireAnswer, type WireRequest } from './wire.ts'

export interface FuzzOptions {
  readonly url: string
  readonly document: ApiDocument
  readonly seed: number
  /** Number of the first request to send; `requests` is how many. */
  readonly first?: number
  readonly requests: number
  /** Sent at the same time; with 1, a seed repeats the same requests. */
  readonly concurrency: number
  /** Called before each request. */
  readonly credentials: (n: number) => Promise<Credentials>
  readonly onFailure: (failure: FuzzFailure) => void
  readonly onProgress?: (sent: number) => void
}

export interface FuzzFailure {
  readonly n: number
  readonly operation: string
  readonly reason: string
  readonly request: WireRequest
  readonly answer: WireAnswer | null
}

export interface FuzzSummary {
  readonly sent: number
  readonly failures: number
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>
  readonly operations: number
  readonly slowest: { readonly ms: number; readonly operation: string }
}

/** Longer than any deadline of the service: a connection to the database waits up to 5 s, a statement runs up to 15 s. */
const LATEST_MS = 30_000
const MAX_KNOWN = 200
const SHOWN_ID = /"(?:id|alertId|token|unsubscribe_token|clientId|runId|reportId|version)":\s*"?([\w.-]{1,128})"?/g

/** Sends requests made from the document, and checks each answer against it. */
export async function fuzz(options: FuzzOptions): Promise<FuzzSummary> {
  const { document, seed, first = 0, requests, concurrency, credentials, onFailure, onProgress } = options
  const url = new URL(options.url)
  const operations = operationsOf(document).filter((operation) => !isStream(operation))
  const conformance = createConformance(document)
  const values = createValues((ref) => atPath(document, ref))
  const statuses = new Map<number, number>()
  const known: string[] = []
  let [next, failures] = [first, 0]
  let slowest = { ms: 0, operation: '' }

  async function one(n: number): Promise<void> {
    const random = createStream(seed, n)
    const operation = random.pick(operations)
    const request = requestTo(operation, { values, credentials: await credentials(n), known }, random)
    let answer: WireAnswer | null = null
    let reason: string | null
    try {
      answer = await exchange(url, request, LATEST_MS)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.tookMs > slowest.ms) slowest = { ms: Math.round(answer.tookMs), operation: `${operation.method} ${operation.path}` }
      // Another method of the path may be a different operation.
      const sent = operations.find(({ path, method }) => path === operation.path && method === request.method) ?? operation
      reason = conformance(sent, request.method, answer)
      if (answer.status < 300) remember(answer.body.toString('utf8'))
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
    }
    if (reason === null) return
    failures += 1
    onFailure({ n, operation: `${operation.method} ${operation.path}`, reason, request, answer })
  }

  function remember(text: string): void {
    for (const [, id = ''] of text.slice(0, 20_000).matchAll(SHOWN_ID)) {
      if (known.length >= MAX_KNOWN) known.shift()
      known.push(id)
    }
  }

  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < first + requests) {
        const n = next++
        await one(n)
        onProgress?.(n - first + 1)
      }
    }),
  )
  return { sent: requests, failures, statuses, operations: operations.length, slowest }
}

/** `#/components/schemas/Error` */
function atPath(document: ApiDocument, ref: string): Schema | undefined {
  let node: unknown = document
  for (const name of ref.split('/').slice(1)) node = (node as Record<string, unknown> | undefined)?.[name]
  return node as Schema | undefined
}
