import type { Dispatcher } from 'undici'
import { UpstreamFailure } from './failure.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface HttpExchange {
  readonly method: Method
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
  readonly maxBytes: number
  readonly signal: AbortSignal
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/**
 * Sends one request and returns the response with its whole body as received. Rejects with UpstreamFailure when the connection fails or the
 * body is longer than `maxBytes` or shorter than announced, and with the signal's reason (an UpstreamFailure without `sent`) when the
 * signal aborts.
 */
export function exchangeOverHttp(dispatcher: Dispatcher, request: HttpExchange): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const { signal, maxBytes } = request
  const chunks: Buffer[] = []
  let received = 0
  let sent = false
  let controller: Dispatcher.DispatchController | undefined
  let status = 0
  let headers: RawAnswer['headers'] = {}

  const fail = (failure: UpstreamFailure) => {
    signal.removeEventListener('abort', onAbort)
    reject(failure)
    controller?.abort(failure)
  }
  const onAbort = () => {
    const { kind, message } = signal.reason as UpstreamFailure
    fail(new UpstreamFailure(kind, message, sent))
  }
  signal.addEventListener('abort', onAbort, { once: true })

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      // The call was aborted while it waited for a connection: it must not be sent any more.
      if (signal.aborted) started.abort(signal.reason as Error)
      else sent = true
    },
    onResponseStart(_controller, statusCode, responseHeaders) {
      status = statusCode
      headers = responseHeaders
      if (Number(responseHeaders['content-length']) > maxBytes) fail(tooLarge(maxBytes))
    },
    onResponseData(_controller, chunk) {
      received += chunk.length
      if (received > maxBytes) fail(tooLarge(maxBytes))
      else chunks.push(chunk)
    },
    onResponseEnd() {
      signal.removeEventListener('abort', onAbort)
      resolve({ status, headers, body: Buffer.concat(chunks, received) })
    },
    onResponseError(_controller, error) {
      fail(error instanceof UpstreamFailure ? error : new UpstreamFailure('network', `the connection failed (${codeOf(error)})`, sent))
    },
  }
  try {
    const { origin, path, method, headers: sentHeaders, body } = request
    dispatcher.dispatch({ origin, path, method, headers: { ...sentHeaders }, body }, handler)
  } catch (error) {
    fail(new UpstreamFailure('network', `the call could not be made (${codeOf(error as Error)})`, sent))
  }
  return promise
}

function tooLarge(maxBytes: number): UpstreamFailure {
  return new UpstreamFailure('too_large', `the body is larger than ${maxBytes} bytes`, true)
}

function codeOf(error: Error): string {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' ? code : error.name
}
