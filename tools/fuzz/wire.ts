import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** A request as sent over the wire; clients that normalize requests cannot send half of these. */
export interface WireRequest {
  readonly method: string
  readonly target: string
  /** In order, with duplicates; Host, Content-Length and Connection are added unless `bare` is set. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer | null
  /** Sends only the given headers. */
  readonly bare?: boolean
}

export interface WireAnswer {
  readonly status: number
  /** Names in lower case; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly tookMs: number
}

const LINE = '\r\n'

export function bytesOf({ method, target, headers, body, bare = false }: WireRequest, host: string): Buffer {
  const added: (readonly [string, string])[] = bare
    ? []
    : [['Host', host], ...(body === null ? [] : [['Content-Length', String(body.length)] as const]), ['Connection', 'close']]
  const lines = [...added, ...headers].map(([name, value]) => `${name}: ${value}${LINE}`).join('')
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1${LINE}${lines}${LINE}`, 'latin1'), body ?? Buffer.alloc(0)])
}

/**
 * Sends a request on its own connection and reads the whole answer.
 * @throws Error if no HTTP comes back within `timeoutMs`
 */
export async function exchange(url: URL, request: WireRequest, timeoutMs: number): Promise<WireAnswer> {
  const startedAt = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  const socket = connect(Number(url.port), url.hostname)
  const timer = setTimeout(() => {
    reject(new Error(`no answer within ${timeoutMs} ms, only ${JSON.stringify(Buffer.concat(chunks).subarray(0, 200).toString('latin1'))}`))
    socket.destroy()
  }, timeoutMs)
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // The server may close while a body that it refuses is still being sent.
  socket.on('error', () => {})
  socket.on('close', () => resolve(Buffer.concat(chunks)))
  socket.write(bytesOf(request, url.host))
  try {
    return { ...parsed(await promise), tookMs: performance.now() - startedAt }
  } finally {
    clearTimeout(timer)
  }
}

function parsed(bytes: Buffer): Omit<WireAnswer, 'tookMs'> {
  const end = bytes.indexOf(`${LINE}${LINE}`)
  const [statusLine = '', ...lines] = bytes.subarray(0, Math.max(0, end)).toString('latin1').split(LINE)
  const status = Number(/^HTTP\/1\.1 (\d{3})(?: |$)/.exec(statusLine)?.[1])
  if (!(status >= 100)) throw new Error(`the answer is not HTTP: ${JSON.stringify(bytes.subarray(0, 200).toString('latin1'))}`)
  if (status === 100) return parsed(bytes.subarray(end + 4))
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase()
    const value = line.slice(line.indexOf(':') + 1).trim()
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  const sent = bytes.subarray(end + 4)
  return { status, headers, body: decoded(headers['transfer-encoding'] === 'chunked' ? unchunked(sent) : sent, headers) }
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const lineEnd = bytes.indexOf(LINE, at)
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16)
    if (lineEnd === -1 || !(size >= 0)) throw new Error('the chunks of the answer are cut off')
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}

function decoded(body: Buffer, headers: Readonly<Record<string, string>>): Buffer {
  if (body.length === 0) return body
  if (headers['content-encoding'] === 'gzip') return gunzipSync(body)
  return headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body
}
