import type { FastifyRequest } from 'fastify'

/** The request in the terms of the web (Fetch standard), as the renderer wants it. Bodies are what the parser left: bytes. */
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

/** The path as it stands, even where it begins like an address of another host; `/` for what is no path. */
function pathOf({ raw: { url = '/' } }: FastifyRequest): string {
  return url.startsWith('/') ? url : '/'
}

/**
 * Where the browser says that it is. The renderer refuses forms from anywhere but the address it thinks it has; whether they come from a
 * page of ours has been decided before, by more than this header.
 */
function originOf({ method, headers }: FastifyRequest): string | undefined {
  const origin = method === 'POST' ? URL.parse(headers.origin ?? '')?.origin : undefined
  // Of what has none, such as `mailto:`.
  return origin === 'null' ? undefined : origin
}
