import { setTimeout as sleep } from 'node:timers/promises'
import type { UpstreamClient, UpstreamSend } from '../../../platform/upstream/client.ts'
import type { RawAnswer } from '../../../platform/upstream/exchange.ts'
import { joinUrl } from '../../../platform/upstream/url-under.ts'

/** A contact at the mail service. */
export interface RemoteContact {
  readonly email: string
  /** Whether they unsubscribed at the service. */
  readonly unsubscribed: boolean
}

/** An address suppressed by the mail service. */
export interface RemoteSuppression {
  readonly email: string
  readonly reason: 'hard_bounce' | 'complaint' | 'manual'
  /** Epoch milliseconds. */
  readonly since: number
}

/** One page of a list, newest first; `next` is the cursor of the following page, null at the end. */
export interface RemotePage<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

const FAILURES = {
  not_configured: 'No key is set',
  refused_key: 'The key was rejected',
  restricted_key: 'The key can only send email. Syncing contacts and suppressions needs full access.',
  rate_limited: 'Rate limit reached',
  rejected: 'The request was rejected',
  unavailable: 'Not reachable or out of service',
} as const

/** Why a call failed. The message is for people and quotes nothing from the request. */
export class MailServiceFailure extends Error {
  override readonly name = 'MailServiceFailure'
  readonly kind: keyof typeof FAILURES

  constructor(kind: keyof typeof FAILURES, options?: ErrorOptions) {
    super(FAILURES[kind], options)
    this.kind = kind
  }
}

export interface ResendOptions {
  readonly client: UpstreamClient
  readonly baseUrl: URL
  /** Read for every call. */
  readonly key: () => string | null
  readonly callsPerSecond?: number
}

/** Below the five requests a second that Resend allows by default. */
const CALLS_PER_SECOND = 4
const PAGE = 100
/** How often a call waits and is repeated because of the rate limit. */
const MAX_REPEATS = 5
const MAX_WAIT_SECONDS = 3_600
const REASONS: Readonly<Record<string, RemoteSuppression['reason']>> = { bounce: 'hard_bounce', complaint: 'complaint', manual: 'manual' }

type Item = Readonly<Record<string, unknown>>
interface Answer {
  readonly status: number
  readonly json: unknown
}

/** The mail service. Every method throws MailServiceFailure. */
export type Resend = ReturnType<typeof createResend>

/**
 * Resend (api-reference, read 2026-11): lists are newest first, `limit` up to 100, `after` an id; the rate limit is reported in
 * `ratelimit-*` headers. Contacts are identified by address; suppressions have the origins bounce, complaint and manual.
 */
export function createResend({ client, baseUrl, key, callsPerSecond = CALLS_PER_SECOND }: ResendOptions) {
  /** On the clock of `performance.now`. */
  let nextCallAt = 0

  /** Resolves when the next call may be made; rejects when the signal aborts. */
  async function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const now = performance.now()
    const at = Math.max(now, nextCallAt)
    nextCallAt = at + 1_000 / callsPerSecond
    if (at > now) await sleep(at - now, undefined, { signal })
  }

  function heedLimit({ status, headers }: RawAnswer): void {
    if (status !== 429 && headers['ratelimit-remaining'] !== '0') return
    const stated = Number(headers['retry-after'] ?? headers['ratelimit-reset'] ?? 1)
    const seconds = Number.isFinite(stated) && stated >= 0 ? Math.min(stated, MAX_WAIT_SECONDS) : 1
    nextCallAt = Math.max(nextCallAt, performance.now() + seconds * 1_000)
  }

  async function call(
    method: UpstreamSend['method'],
    path: string,
    signal: AbortSignal,
    { body, repeats = MAX_REPEATS }: { readonly body?: object; readonly repeats?: number } = {},
  ): Promise<Answer> {
    const secret = key()
    if (secret === null) throw new MailServiceFailure('not_configured')
    await turn(signal)
    const headers = { authorization: `Bearer ${secret}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const sent = { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await client.send(joinUrl(baseUrl, path), sent).catch((cause: unknown) => {
      throw new MailServiceFailure('unavailable', { cause })
    })
    heedLimit(answer)
    if (answer.status === 429 && repeats > 0) return call(method, path, signal, { ...(body && { body }), repeats: repeats - 1 })
    return { status: answer.status, json: parse(answer.body) }
  }

  async function list(path: string, after: string | null, signal: AbortSignal): Promise<RemotePage<Item>> {
    const cursor = after === null ? '' : `&after=${encodeURIComponent(after)}`
    const { json } = checked(await call('GET', `${path}?limit=${PAGE}${cursor}`, signal))
    const { data, has_more: hasMore } = (json ?? {}) as { data?: unknown; has_more?: unknown }
    if (!Array.isArray(data)) throw new MailServiceFailure('unavailable')
    const items = data.filter((item): item is Item => typeof item === 'object' && item !== null)
    const last = items.at(-1)?.['id']
    return { items, next: hasMore === true && typeof last === 'string' ? last : null }
  }

  return {
    /** Its display name. */
    name: 'Resend',
    async listContacts(after: string | null, signal: AbortSignal): Promise<RemotePage<RemoteContact>> {
      const { items, next } = await list('/contacts', after, signal)
      return { next, items: items.flatMap(contactOf) }
    },
    /** Creates or updates a contact. */
    async putContact({ email, unsubscribed }: RemoteContact, signal: AbortSignal): Promise<void> {
      const changed = await call('PATCH', `/contacts/${encodeURIComponent(email)}`, signal, { body: { unsubscribed } })
      checked(changed.status === 404 ? await call('POST', '/contacts', signal, { body: { email, unsubscribed } }) : changed)
    },
    /** Removes a contact if it exists. */
    async deleteContact(email: string, signal: AbortSignal): Promise<void> {
      const answer = await call('DELETE', `/contacts/${encodeURIComponent(email)}`, signal)
      if (answer.status !== 404) checked(answer)
    },
    async listSuppressions(after: string | null, signal: AbortSignal): Promise<RemotePage<RemoteSuppression>> {
      const { items, next } = await list('/suppressions', after, signal)
      return { next, items: items.flatMap(suppressionOf) }
    },
    /** One cheap call that needs the same permissions as the others. */
    async check(signal: AbortSignal): Promise<void> {
      checked(await call('GET', '/contacts?limit=1', signal, { repeats: 0 }))
    },
  }
}

function contactOf({ email, unsubscribed }: Item): RemoteContact[] {
  return typeof email === 'string' ? [{ email, unsubscribed: unsubscribed === true }] : []
}

function suppressionOf({ email, origin, created_at: createdAt }: Item): RemoteSuppression[] {
  const since = typeof createdAt === 'string' ? Date.parse(createdAt) : NaN
  if (typeof email !== 'string' || Number.isNaN(since)) return []
  // An origin added to the API later means the same: no mail may be sent.
  return [{ email, reason: (typeof origin === 'string' ? REASONS[origin] : undefined) ?? 'manual', since }]
}

/** 401 without a key or with a send-only key, 403 for an invalid key; `name` in the body distinguishes them. */
function checked(answer: Answer): Answer {
  const { status, json } = answer
  if (status >= 200 && status < 300) return answer
  if ((json as { name?: unknown } | null | undefined)?.name === 'restricted_api_key') throw new MailServiceFailure('restricted_key')
  if (status === 401 || status === 403) throw new MailServiceFailure('refused_key')
  if (status === 429) throw new MailServiceFailure('rate_limited')
  throw new MailServiceFailure(status >= 500 ? 'unavailable' : 'rejected')
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
