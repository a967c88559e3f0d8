import type { UpstreamClient, UpstreamSend } from '../../../platform/upstream/client.ts'
import { urlUnder } from '../../../platform/upstream/url-under.ts'
import { type MailService, MailServiceFailure, type RemotePage, type RemoteSuppression } from './port.ts'
import type { Pace } from './pace.ts'

/**
 * Resend (api-reference, read 2026-11): lists are newest first, `limit` up to 100, `after` an id; five requests a second by default,
 * reported in `ratelimit-*` headers. Contacts are identified by address; suppressions have the origins bounce, complaint and manual.
 */
export interface ResendOptions {
  readonly client: UpstreamClient
  readonly baseUrl: URL
  readonly key: () => string | null
  readonly pace: Pace
}

const PAGE = 100
const REASONS: Readonly<Record<string, RemoteSuppression['reason']>> = { bounce: 'hard_bounce', complaint: 'complaint', manual: 'manual' }

type Item = Readonly<Record<string, unknown>>
interface Answer {
  readonly status: number
  readonly json: unknown
}

/** Resend's API as a MailService. `key` is read for every call. */
export function createResend({ client, baseUrl, key, pace }: ResendOptions): MailService {
  async function ask(method: UpstreamSend['method'], path: string, signal: AbortSignal, body?: object): Promise<Answer> {
    const secret = key()
    if (secret === null) throw new MailServiceFailure('not_configured')
    await pace.turn(signal)
    const headers = { authorization: `Bearer ${secret}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const sent = { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await client.send(urlUnder(baseUrl, path), sent).catch((cause: unknown) => {
      throw new MailServiceFailure('unavailable', { cause })
    })
    pace.heed(answer)
    return { status: answer.status, json: parse(answer.body) }
  }

  async function list(path: string, after: string | null, signal: AbortSignal): Promise<RemotePage<Item>> {
    const cursor = after === null ? '' : `&after=${encodeURIComponent(after)}`
    const { status, json } = await ask('GET', `${path}?limit=${PAGE}${cursor}`, signal)
    if (status !== 200) throw failureOf(status, json, pace)
    const { data, has_more: hasMore } = (json ?? {}) as { data?: unknown; has_more?: unknown }
    if (!Array.isArray(data)) throw new MailServiceFailure('unavailable')
    const items = data.filter((item): item is Item => typeof item === 'object' && item !== null)
    const last = items.at(-1)?.['id']
    return { items, next: hasMore === true && typeof last === 'string' ? last : null }
  }

  return {
    name: 'Resend',

    async listContacts(after, signal) {
      const { items, next } = await list('/contacts', after, signal)
      return {
        next,
        items: items.flatMap(({ email, unsubscribed }) =>
          typeof email === 'string' ? [{ email, unsubscribed: unsubscribed === true }] : [],
        ),
      }
    },

    async putContact({ email, unsubscribed }, signal) {
      const changed = await ask('PATCH', `/contacts/${encodeURIComponent(email)}`, signal, { unsubscribed })
      if (isGood(changed.status)) return
      if (changed.status !== 404) throw failureOf(changed.status, changed.json, pace)
      const made = await ask('POST', '/contacts', signal, { email, unsubscribed })
      if (!isGood(made.status)) throw failureOf(made.status, made.json, pace)
    },

    async deleteContact(email, signal) {
      const { status, json } = await ask('DELETE', `/contacts/${encodeURIComponent(email)}`, signal)
      if (!isGood(status) && status !== 404) throw failureOf(status, json, pace)
    },

    async listSuppressions(after, signal) {
      const { items, next } = await list('/suppressions', after, signal)
      return { next, items: items.flatMap(suppressionOf) }
    },

    async check(signal) {
      const { status, json } = await ask('GET', '/contacts?limit=1', signal)
      if (status !== 200) throw failureOf(status, json, pace)
    },
  }
}

function suppressionOf({ email, origin, created_at: createdAt }: Item): RemoteSuppression[] {
  const since = typeof createdAt === 'string' ? Date.parse(createdAt) : NaN
  if (typeof email !== 'string' || Number.isNaN(since)) return []
  // An origin added to the API later means the same: no mail may be sent.
  return [{ email, reason: (typeof origin === 'string' ? REASONS[origin] : undefined) ?? 'manual', since }]
}

/** 401 without a key or with a send-only key, 403 for an invalid key; `name` in the body distinguishes them. */
function failureOf(status: number, json: unknown, pace: Pace): MailServiceFailure {
  const { name } = (json ?? {}) as { name?: unknown }
  if (name === 'restricted_api_key') return new MailServiceFailure('restricted_key')
  if (status === 401 || status === 403) return new MailServiceFailure('refused_key')
  if (status === 429) return new MailServiceFailure('rate_limited', { retryAfterSeconds: pace.waitSeconds() })
  return new MailServiceFailure(status >= 500 ? 'unavailable' : 'rejected')
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
