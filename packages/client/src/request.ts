import { createAnswerCache } from './answer-cache.ts'
import { IsobarError, buildIsobarError } from './error.ts'

export interface ClientOptions {
  /** Where the service is, such as `https://weather.example.org`. */
  readonly url: string | URL
  /** A client key, sent as `X-Api-Key`. */
  readonly key?: string
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch
  /** How often a request is repeated after the service refused it for now or could not be reached. Default: 2 */
  readonly retries?: number
  /** The longest wait before a repetition, in milliseconds; if the service asks for more, the request fails at once. Default: 90,000 */
  readonly maxWaitMs?: number
  /** How long an answer may take, in milliseconds. Default: 30,000 */
  readonly timeoutMs?: number
  /**
   * How many characters of answers are kept, to be asked for again by their ETag. Default: 4,000,000; in browsers 0, because they have a
   * cache that does the same and needs no preflight for it.
   */
  readonly cacheSize?: number
}

export interface RequestOptions {
  /** Aborts the request and any wait before its repetition. */
  readonly signal?: AbortSignal | undefined
}

interface Asked extends RequestOptions {
  readonly query?: object
  /** Sent by POST. Without it: GET. */
  readonly body?: object
}

/** Asks the service and returns the parsed answer. `path` begins with a slash. @throws IsobarError, or the reason of the signal */
export type Requester = <T>(path: string, asked: Asked) => Promise<T>

const RETRIES = 2
/** The service's limits are of a minute, and it says a little more. */
const MAX_WAIT_MS = 90_000
const TIMEOUT_MS = 30_000
const CACHE_SIZE = 4_000_000
const FIRST_WAIT_MS = 500

/** Requests with repetition, a limit of time and a cache. @throws TypeError if the URL is not one of HTTP */
export function createRequester(options: ClientOptions): Requester {
  const base = baseOf(options.url)
  const { key, retries = RETRIES, maxWaitMs = MAX_WAIT_MS, timeoutMs = TIMEOUT_MS, cacheSize = defaultCacheSize() } = options
  const send = options.fetch ?? fetch
  const cache = createAnswerCache(cacheSize)

  async function askOnce(url: string, { body, signal }: Asked): Promise<unknown> {
    const known = body === undefined ? cache.get(url) : undefined
    const timeout = AbortSignal.timeout(timeoutMs)
    let response: Response
    let text: string
    try {
      response = await send(url, {
        headers: {
          accept: 'application/json',
          ...(key !== undefined && { 'x-api-key': key }),
          ...(known !== undefined && { 'if-none-match': known.etag }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        // A key goes to the service alone.
        redirect: 'manual',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      text = await response.text()
    } catch (cause) {
      signal?.throwIfAborted()
      const [code, message] = timeout.aborted
        ? (['timeout', `No answer within ${timeoutMs} ms`] as const)
        : (['unreachable', 'The service cannot be reached'] as const)
      throw new IsobarError({ status: 0, code, message, cause })
    }
    if (response.status === 304 && known !== undefined) return ofNow(parsed(response, known.text), response)
    if (!response.ok) throw buildIsobarError(response, text)
    const answer = parsed(response, text)
    const etag = response.headers.get('etag')
    if (etag !== null && body === undefined) cache.set(url, { etag, text })
    return answer
  }

  return async <T>(path: string, asked: Asked) => {
    const url = base + path + searchOf(asked.query)
    for (let attempt = 0; ; attempt++) {
      asked.signal?.throwIfAborted()
      try {
        return (await askOnce(url, asked)) as T
      } catch (error) {
        const waitMs = attempt < retries && error instanceof IsobarError ? waitAfter(error, attempt) : undefined
        if (waitMs === undefined || waitMs > maxWaitMs) throw error
        await wait(waitMs, asked.signal)
      }
    }
  }
}

/** How long to wait before a repetition: as long as the service says, else a little longer each time. Undefined: it would not help. */
function waitAfter({ code, status, retryAfterSeconds }: IsobarError, attempt: number): number | undefined {
  const isForNow = status === 429 || status === 503 || code === 'unreachable'
  // The service's own 502 means that its providers failed: it has tried again itself.
  const isOfProxy = code === 'unexpected_answer' && (status === 502 || status === 504)
  if (!isForNow && !isOfProxy) return undefined
  if (retryAfterSeconds !== null) return retryAfterSeconds * 1_000
  return FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random())
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

function parsed(response: Response, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new IsobarError({ status: response.status, code: 'unexpected_answer', message: 'The answer is not JSON', cause })
  }
}

/** A stored answer with today's age: its ETag says that the data is the same, not that it is as old as it was. */
function ofNow(answer: unknown, response: Response): unknown {
  const { fetchedAt, ageSeconds } = answer as { fetchedAt?: unknown; ageSeconds?: unknown }
  const seconds = (Date.parse(response.headers.get('date') ?? '') - Date.parse(String(fetchedAt))) / 1_000
  if (typeof ageSeconds !== 'number' || Number.isNaN(seconds)) return answer
  return { ...(answer as object), ageSeconds: Math.max(0, Math.floor(seconds)) }
}

function searchOf(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

function baseOf(url: string | URL): string {
  const { protocol, origin, pathname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`Not an address of HTTP: ${url}`)
  return origin + pathname.replace(/\/$/, '')
}

function defaultCacheSize(): number {
  return (globalThis as { location?: unknown }).location === undefined ? CACHE_SIZE : 0
}
