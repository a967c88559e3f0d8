import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'

export interface Contact {
  readonly id: string
  readonly email: string
  unsubscribed: boolean
  readonly created_at: string
}

export interface Suppression {
  readonly id: string
  readonly email: string
  readonly origin: 'bounce' | 'complaint' | 'manual'
  readonly created_at: string
}

export interface MailServiceSimulator {
  readonly port: number
  readonly url: string
  /** Newest first, as they are listed. */
  readonly contacts: Contact[]
  readonly suppressions: Suppression[]
  /** `GET /contacts` and so on, without queries. */
  readonly calls: readonly string[]
  /** The distinct keys received. */
  readonly keys: ReadonlySet<string>
  /** Calls allowed per second; 0: unlimited. */
  limitTo(perSecond: number): void
  /** Answers the next calls with these statuses, one each. `hang`: no answer. */
  failNext(...faults: readonly (number | 'hang')[]): void
  /** Rejects this address with 422. */
  reject(email: string): void
  suppress(email: string, origin: Suppression['origin'], createdAt?: string): void
  addContact(email: string, unsubscribed: boolean): void
  close(): Promise<void>
}

const MAX_BODY = 64 * 1024
const MAX_PAGE = 100
const MAX_ENTRIES = 100_000

/** A stand-in for Resend's contacts and suppressions on loopback. `host` is the address to listen on. */
export async function startMailServiceSimulator({ port, host }: { port: number; host?: string }): Promise<MailServiceSimulator> {
  const contacts: Contact[] = []
  const suppressions: Suppression[] = []
  const calls: string[] = []
  const keys = new Set<string>()
  const rejected = new Set<string>()
  const faults: (number | 'hang')[] = []
  let perSecond = 0
  let second = 0
  let inSecond = 0

  function isOverLimit(response: ServerResponse): boolean {
    if (perSecond === 0) return false
    const now = Math.floor(Date.now() / 1_000)
    if (now !== second) [second, inSecond] = [now, 0]
    inSecond += 1
    response.setHeader('ratelimit-limit', perSecond)
    response.setHeader('ratelimit-remaining', Math.max(0, perSecond - inSecond))
    response.setHeader('ratelimit-reset', 1)
    if (inSecond > perSecond) response.setHeader('retry-after', 1)
    return inSecond > perSecond
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://simulator')
    const method = request.method ?? 'GET'
    if (calls.length < MAX_ENTRIES) calls.push(`${method} ${url.pathname}`)
    const fault = faults.shift()
    if (fault === 'hang') return
    const body = await bodyOf(request)
    const refusal = refusalOf(request)
    if (fault !== undefined) return send(response, fault, { statusCode: fault, name: 'application_error', message: 'made to fail' })
    if (refusal !== null) return send(response, refusal.statusCode, refusal)
    if (isOverLimit(response)) return send(response, 429, { statusCode: 429, name: 'rate_limit_exceeded', message: 'Too many requests.' })
    const [, resource = '', id = ''] = url.pathname.split('/')
    if (method === 'GET' && id === '' && resource === 'contacts') return send(response, 200, pageOf(contacts, url))
    if (method === 'GET' && id === '' && resource === 'suppressions') return send(response, 200, pageOf(suppressions, url))
    if (resource === 'contacts') return write(response, method, decodeURIComponent(id), body)
    return send(response, 404, notFound())
  }

  function refusalOf({ headers: { authorization = '' } }: IncomingMessage) {
    const key = authorization.replace(/^Bearer /, '')
    if (key === '') return { statusCode: 401, name: 'missing_api_key', message: 'Missing API key in the authorization header.' }
    keys.add(key)
    if (key.startsWith('invalid')) return { statusCode: 403, name: 'invalid_api_key', message: 'API key is invalid.' }
    if (key.startsWith('restricted'))
      return { statusCode: 401, name: 'restricted_api_key', message: 'This API key is restricted to only send emails.' }
    return null
  }

  function write(response: ServerResponse, method: string, id: string, body: { email?: unknown; unsubscribed?: unknown }): void {
    const email = method === 'POST' ? String(body.email ?? '') : id
    if (rejected.has(email)) return send(response, 422, { statusCode: 422, name: 'validation_error', message: `Invalid email ${email}` })
    const known = contacts.find((contact) => contact.email === email || contact.id === email)
    if (method === 'POST' && known === undefined) {
      const made = { id: randomUUID(), email, unsubscribed: body.unsubscribed === true, created_at: new Date().toISOString() }
      contacts.unshift(made)
      return send(response, 201, { object: 'contact', id: made.id })
    }
    if (known === undefined) return send(response, 404, notFound())
    if (method === 'DELETE') contacts.splice(contacts.indexOf(known), 1)
    else if (typeof body.unsubscribed === 'boolean') known.unsubscribed = body.unsubscribed
    return send(response, 200, { object: 'contact', id: known.id })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const listening = await listen(server, port, host)
  return {
    ...listening,
    contacts,
    suppressions,
    calls,
    keys,
    limitTo(limit) {
      perSecond = limit
    },
    failNext: (...next) => void faults.push(...next),
    reject: (email) => void rejected.add(email),
    suppress: (email, origin, created_at = new Date().toISOString()) =>
      void suppressions.unshift({ id: randomUUID(), email, origin, created_at }),
    addContact: (email, unsubscribed) =>
      void contacts.unshift({ id: randomUUID(), email, unsubscribed, created_at: new Date().toISOString() }),
  }
}

function pageOf<Item extends { readonly id: string }>(items: readonly Item[], { searchParams }: URL): object {
  const limit = Math.min(MAX_PAGE, Number(searchParams.get('limit') ?? 20))
  const after = searchParams.get('after')
  const start = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1
  return { object: 'list', has_more: items.length > start + limit, data: items.slice(start, start + limit) }
}

function notFound() {
  return { statusCode: 404, name: 'not_found', message: 'Not found' }
}

async function bodyOf(request: IncomingMessage): Promise<{ email?: unknown; unsubscribed?: unknown }> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > MAX_BODY) throw new Error('the body is too large')
  }
  return text === '' ? {} : (JSON.parse(text) as object)
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
