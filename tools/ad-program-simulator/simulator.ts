import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'
import { consentPage, isAuthorised, revoke, token } from './oauth.ts'
import { accounts, report } from './reports.ts'
import { createState, type Endpoint, type Fault, type SimulatorState, strike } from './state.ts'
import { type Answer, googleError, html, json } from './wire.ts'

export interface AdProgramSimulatorOptions {
  /** 0: any free port. */
  readonly port: number
  /** Default loopback. */
  readonly host?: string
  /** Epoch milliseconds; default the system clock. */
  readonly now?: () => number
}

export interface AdProgramSimulator {
  /** `http://127.0.0.1:4020`, without a trailing slash: both of the service's base URLs. */
  readonly url: string
  /** Calls by endpoint so far. */
  calls(): Readonly<Record<Endpoint, number>>
  setFaults(faults: readonly Fault[]): void
  /** Withdraws every permission, as the account's owner does at the ad program. */
  withdraw(): void
  /** Expires access tokens early; permissions stay. */
  expireAccess(): void
  /** The number of permissions. */
  permissions(): number
  close(): Promise<void>
}

const MAX_BODY_BYTES = 64 * 1024
const REPORT = /^\/v2\/(accounts\/[^/]+)\/reports:generate$/

/** Starts a stand-in for the ad program's sign-in and reports. */
export async function startAdProgramSimulator(options: AdProgramSimulatorOptions): Promise<AdProgramSimulator> {
  const state = createState(options.now ?? Date.now)
  const server = createServer((request, response) => {
    handle(state, request, response).catch(() => response.destroy())
  })
  const { url, close } = await listen(server, options.port, options.host)
  return {
    url,
    calls: () => ({ ...state.calls }),
    setFaults(faults) {
      state.faults = faults.map((fault) => ({ fault, left: fault.next ?? Infinity }))
    },
    withdraw: () => state.refreshTokens.clear(),
    expireAccess: () => state.accessTokens.clear(),
    permissions: () => state.refreshTokens.size,
    close,
  }
}

async function handle(state: SimulatorState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = URL.parse(request.url ?? '/', 'http://simulator.invalid')
  const endpoint = url === null ? undefined : endpointOf(request.method, url.pathname)
  if (url === null || endpoint === undefined) return send(response, json(404, { error: 'no stand-in answers this path' }))
  const body = await bodyOf(request)
  state.calls[endpoint] += 1
  const fault = strike(state, endpoint)
  if (fault?.kind === 'hang') return
  send(
    response,
    fault === undefined ? answerOf(state, endpoint, url, request.headers.authorization, new URLSearchParams(body)) : spoiled(fault),
  )
}

function endpointOf(method: string | undefined, path: string): Endpoint | undefined {
  if (method === 'POST') return path === '/token' ? 'token' : path === '/revoke' ? 'revoke' : undefined
  if (method !== 'GET') return undefined
  if (path === '/o/oauth2/v2/auth') return 'auth'
  return path === '/v2/accounts' ? 'accounts' : REPORT.test(path) ? 'report' : undefined
}

function answerOf(state: SimulatorState, endpoint: Endpoint, url: URL, authorization: string | undefined, form: URLSearchParams): Answer {
  if (endpoint === 'auth') return consentPage(state, url.searchParams)
  if (endpoint === 'token') return token(state, form)
  if (endpoint === 'revoke') return revoke(state, form)
  if (!isAuthorised(state, authorization)) return googleError(401, 'UNAUTHENTICATED', 'authError')
  return endpoint === 'accounts' ? accounts() : report(REPORT.exec(url.pathname)?.[1] ?? '', url.searchParams)
}

function spoiled({ kind, endpoint }: Fault): Answer {
  if (kind === 'garbage') return html(200, '<h1>Simulated: something else</h1>')
  if (kind === 'unavailable')
    return endpoint === 'report' || endpoint === 'accounts' ? googleError(503, 'UNAVAILABLE', 'backendError') : html(503, 'Simulated: 503')
  if (kind === 'quota') return googleError(429, 'RESOURCE_EXHAUSTED', 'rateLimitExceeded')
  if (kind === 'forbidden') return googleError(403, 'PERMISSION_DENIED', 'forbidden')
  return json(401, { error: 'invalid_client', error_description: 'Simulated' })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) throw new Error('the body is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'cache-control': 'no-store', 'x-simulated': 'demo' }).end(body)
}
