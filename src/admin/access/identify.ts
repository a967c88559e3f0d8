import type { FastifyRequest } from 'fastify'
import { getClientIp, isLoopbackRequest } from '../../platform/http/server/client-ip.ts'
import { type Actor, type AdminContext, type AdminUser, DEVELOPER } from './admin-context.ts'
import type { TokenCookie } from './token-cookie.ts'

/** Identifies the sender of a request. */
export type Identify = ReturnType<typeof createIdentify>

export interface IdentifyOptions {
  /** The user of a live session. The role is read on every call; a disabled user has no session. */
  readonly findSession: (token: string) => Promise<Omit<AdminContext, 'actor'> | null>
  readonly sessionCookie: TokenCookie
  readonly clientHash: (ip: string) => string
  readonly countryOf: (ip: string) => Promise<string | null>
  /** Whether the configuration allows the bypass. Requests must come over loopback all the same. */
  readonly devBypass: boolean
}

/** Identifies users by session cookie, then by the development bypass. */
export function createIdentify({ findSession, sessionCookie, clientHash, countryOf, devBypass }: IdentifyOptions) {
  async function actor(request: FastifyRequest, name: string, userId: string | null): Promise<Actor> {
    const ip = getClientIp(request)
    const country = request.method === 'GET' || request.method === 'HEAD' ? null : await countryOf(ip)
    return { userId, name, client: clientHash(ip), country, requestId: request.id }
  }

  /**
   * The session in a Cookie header. Another host of the domain can plant a cookie of the same name: if the sessions are those of different
   * users, none counts, and the next sign-in ends all of them.
   */
  async function findOnlySession(header: string | undefined): Promise<Awaited<ReturnType<typeof findSession>>> {
    const tokens = new Set(sessionCookie.tokensIn(header))
    const found = (await Promise.all([...tokens].map(findSession))).filter((each) => each !== null)
    return found.every(({ user }) => user.id === found[0]?.user.id) ? (found[0] ?? null) : null
  }

  return {
    /** The signed-in user, or the developer under the bypass; null: neither. */
    async admin(request: FastifyRequest): Promise<AdminContext | null> {
      const found = await findOnlySession(request.headers.cookie)
      if (found !== null) return { ...found, actor: await actor(request, found.user.email, found.user.id) }
      if (!devBypass || !isLoopbackRequest(request.raw)) return null
      return {
        user: DEVELOPER,
        hasSecondFactor: true,
        hasRecentProof: true,
        sessionId: null,
        actor: await actor(request, DEVELOPER.email, null),
      }
    },
    /** The actor for a user who is not signed in yet: the account, and where the request comes from. */
    actor: (request: FastifyRequest, { id, email }: Pick<AdminUser, 'id' | 'email'>): Promise<Actor> => actor(request, email, id),
  }
}
