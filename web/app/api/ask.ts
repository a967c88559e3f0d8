import type { ApiReply, ApiRequest } from '../../../src/features/site/rendering/visit.ts'
import type { Paths } from './paths.ts'

type Method = 'get' | 'post' | 'patch' | 'put' | 'delete'
/** The paths with an operation for a method. */
type PathOf<M extends Method> = { [P in keyof Paths]: Paths[P] extends Record<M, unknown> ? P : never }[keyof Paths]
type Operation<M extends Method, P extends PathOf<M>> = Paths[P] extends Record<M, infer O> ? O : never
type Part<O, K extends string> = O extends Record<K, infer V> ? V : unknown

/** The body of a route's successful answer. */
export type Answer<M extends Method, P extends PathOf<M>> = Part<Operation<M, P>, 'answer'>

interface Given<O> {
  readonly path?: Part<O, 'path'>
  readonly query?: Partial<Part<O, 'query'>>
  readonly body?: Part<O, 'body'>
  /** Makes a request idempotent, where the route supports it. */
  readonly idempotencyKey?: string
  /** Aborts the request; in the browser only. */
  readonly signal?: AbortSignal
}

/** The API refused: `code` is one of the closed list in docs/api-design.md. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfterSeconds: number | null
  readonly details: readonly { readonly path: string; readonly message: string }[]

  constructor({ status, body }: ApiReply) {
    const failure = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
    super(typeof failure.message === 'string' ? failure.message : `The service answered ${status}`)
    this.name = 'ApiFailure'
    this.code = typeof failure.error === 'string' ? failure.error : 'internal_error'
    // Only the routes of weather state it as 502; a page is away for a while, whose length may be known.
    this.status = this.code === 'service_unavailable' ? 503 : status
    this.retryAfterSeconds = typeof failure.retryAfterSeconds === 'number' ? failure.retryAfterSeconds : null
    this.details = Array.isArray(failure.details) ? (failure.details as ApiFailure['details']) : []
  }
}

/** Sends a request to the API: in the browser by fetch, on the server in-process. */
export type Carrier = (request: ApiRequest, signal?: AbortSignal) => Promise<ApiReply>

/** The API, typed by its OpenAPI document. Every method throws ApiFailure unless the answer is a success. */
export interface Api {
  get<P extends PathOf<'get'>>(path: P, given?: Given<Operation<'get', P>>): Promise<Answer<'get', P>>
  post<P extends PathOf<'post'>>(path: P, given?: Given<Operation<'post', P>>): Promise<Answer<'post', P>>
  patch<P extends PathOf<'patch'>>(path: P, given?: Given<Operation<'patch', P>>): Promise<Answer<'patch', P>>
  delete<P extends PathOf<'delete'>>(path: P, given?: Given<Operation<'delete', P>>): Promise<Answer<'delete', P>>
}

/** The typed API over a carrier. */
export function createApi(carry: Carrier): Api {
  const ask =
    (method: ApiRequest['method']) =>
    async (path: string, given: Given<unknown> = {}) => {
      const { body, idempotencyKey } = given
      const request = {
        method,
        path: addressOf(path, given),
        ...(body === undefined ? {} : { body }),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      }
      const reply = await carry(request, given.signal)
      if (reply.status >= 400 || reply.status === 0) throw new ApiFailure(reply)
      return reply.body
    }
  return { get: ask('GET'), post: ask('POST'), patch: ask('PATCH'), delete: ask('DELETE') } as unknown as Api
}

function addressOf(path: string, { path: parameters = {}, query = {} }: Given<unknown>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String((parameters as Record<string, unknown>)[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search}`
}
