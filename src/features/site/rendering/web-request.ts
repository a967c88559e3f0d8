import type { FastifyRequest } from 'fastify'

/** Converts a request to the Fetch standard for the renderer. Bodies are bytes, as the parser left them. */
export function webRequest(request: FastifyRequest, origin: string, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const hasBody = request.method === 'POST' && Buffer.isBuffer(request.body)
  return new Request(`${originOf(request) ?? origin}${pathOf(request)}`, {
    method: request.method,
    headers,
    signal,
    ...(hasBody ? { body: new Uint8Array(request.body as Buffer) } : {}),
  })
}

/** The path unchanged, even if it begins like a URL of another host; `/` for anything that is not a path. */
function pathOf({ raw: { url = '/' } }: FastifyRequest): string {
  return url.startsWith('/') ? url : '/'
}

/**
 * The origin that the browser sent. The renderer refuses forms from any other address than its own; whether a form comes from one of our
 * pages has been checked before, by more than this header.
 */
function originOf({ method, headers }: FastifyRequest): string | undefined {
  const origin = method === 'POST' ? URL.parse(headers.origin ?? '')?.origin : undefined
  // The origin of a page that has none, such as `mailto:`.
  return origin === 'null' ? undefined : origin
}
