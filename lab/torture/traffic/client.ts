import { Agent, request } from 'undici'
import type { Rig } from '../rig/rig.ts'

export interface TrafficRequest {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The visitor's address. */
  readonly from: string
  /** Whether the answer may contain other people's addresses: only the back office's may. */
  readonly isBackOffice?: boolean
  /** The person who asks: the answer must not contain anybody else's address. */
  readonly person?: string
}

/** One request and its outcome. Instants by `performance.now`, `wall` by the campaign's clock. */
export interface Exchange extends TrafficRequest {
  readonly event: string
  readonly node: number
  readonly method: string
  readonly startedAt: number
  readonly endedAt: number
  readonly wallFrom: number
  readonly wallTo: number
  /** Null: no answer came, or not all of it. */
  readonly answer: Answer | null
  readonly error: string | null
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies of every shape are looked into, and checked against the document
  readonly json: any
}

export interface Client {
  send(event: string, node: number, asked: TrafficRequest): Promise<Exchange>
  close(): Promise<void>
}

/** Longer than any time limit of the service: a page may take 130 seconds. */
const PATIENCE_MS = 150_000

/**
 * With `frontUrl`, all requests go there, each visitor from its own loopback address: the service does not believe what a client says about itself.
 */
export function createClient(
  { nodes, clock, frontUrl }: Pick<Rig, 'nodes' | 'clock' | 'frontUrl'>,
  onExchange: (exchange: Exchange) => void,
): Client {
  const agents = new Map<string, Agent>()

  function agentFor(from: string): Agent {
    const localAddress = frontUrl === undefined ? undefined : from.replace(/^\d+/, '127')
    const known = agents.get(localAddress ?? '')
    if (known !== undefined) return known
    // Short: the other side may close a connection that has been idle for longer just when it is used.
    const options = { connections: 200, keepAliveTimeout: 1_000, pipelining: 1, connect: { timeout: PATIENCE_MS } }
    const agent = new Agent(localAddress === undefined ? options : { ...options, localAddress })
    agents.set(localAddress ?? '', agent)
    return agent
  }

  async function send(event: string, node: number, asked: TrafficRequest): Promise<Exchange> {
    const { method = asked.body === undefined ? 'GET' : 'POST', path, body, headers = {}, from } = asked
    const startedAt = performance.now()
    const wallFrom = clock.now()
    let answer: Answer | null = null
    let error: string | null = null
    try {
      const response = await request(`${frontUrl ?? (nodes[node]?.url() || 'http://127.0.0.1:9')}${path}`, {
        dispatcher: agentFor(from),
        method: method as 'GET',
        headers: { 'x-forwarded-for': from, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const text = await response.body.text()
      answer = { status: response.statusCode, headers: response.headers, text, json: jsonOf(response.headers['content-type'], text) }
    } catch (failure) {
      const { code, name, message } = failure as NodeJS.ErrnoException
      error = code ?? (name === 'TimeoutError' ? 'timeout' : `${name}: ${message}`)
    }
    const exchange: Exchange = {
      ...asked,
      event,
      node,
      method,
      startedAt,
      endedAt: performance.now(),
      wallFrom,
      wallTo: clock.now(),
      answer,
      error,
    }
    onExchange(exchange)
    return exchange
  }

  return {
    send,
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

function jsonOf(contentType: string | string[] | undefined, text: string): unknown {
  if (!String(contentType).includes('json')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
