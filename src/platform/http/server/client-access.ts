import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { AppError } from '../../../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a client key must include for this route. Requests without a key are answered, too, unless keys are required. */
    clientScope?: string
    /** Requests without a key are always refused. */
    needsClientKey?: boolean
  }
  interface FastifyRequest {
    /** The key of a request to a route with a `clientScope`; null: it has none. */
    clientKey: ClientKey | null
  }
}

/** A key that may do what its request asks. */
export interface ClientKey {
  readonly id: string
  readonly name: string
}

/** What a key decides about a request. */
export interface Admission {
  /** Null: the request has none, and is counted by its address. */
  readonly key: ClientKey | null
  /** Null: the request is admitted, and has been counted. */
  readonly refusal: AppError | null
  /** `WWW-Authenticate` of a refusal because of the key; null for others. */
  readonly challenge: string | null
  /** `RateLimit-Policy` and `RateLimit` of the key; null: it has no limits. */
  readonly limits: { readonly policy: string; readonly state: string } | null
}

export interface Asked {
  readonly needsKey: boolean
  /** Whether one of our own pages asks. */
  readonly isOwn: () => boolean
  /** Epoch milliseconds; omitted: read from the clock. */
  readonly now?: number
}

/** Decides what client keys permit, on each request. */
export interface ClientAccess {
  /** Whether keys can include this scope. */
  knows(scope: string): boolean
  /** Whether requests without a key may be refused. */
  isRequired(): boolean
  /** Never rejects. */
  admit(request: IncomingMessage, scope: string, asked: Asked): Promise<Admission>
  /** The same if it is admitted at once; null: nothing was counted, and `admit` decides. Must not throw. */
  admitAtOnce(request: IncomingMessage, scope: string, asked: Asked): Admission | null
}

/**
 * Whether a browser says that one of our pages sent the request: in `Sec-Fetch-Site`, or in `Origin` or `Referer` where the browser is older or the
 * connection plain. Programs can claim the same.
 */
export function isOwnSite(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const from = headers.origin ?? headers.referer
  if (from === undefined || !URL.canParse(from)) return false
  const { origin, host } = new URL(from)
  return origin === publicOrigin || host === headers.host
}
