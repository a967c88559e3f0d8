import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { RateLimiter } from '../../../platform/http/rate-limit.ts'
import type { AdminUser, Identify } from '../access/index.ts'
import { type Invitations, PublicUser, type Resets, type Sessions, USER_EXAMPLE } from '../users/index.ts'
import type { Devices, Origin } from './devices.ts'
import type { Login } from './login.ts'
import type { PasswordChanges } from './password-change.ts'
import type { SecondFactor } from './second-factor.ts'

export interface AuthRoutes {
  readonly login: Login
  readonly secondFactor: SecondFactor
  readonly devices: Devices
  readonly passwordChanges: PasswordChanges
  readonly sessions: Sessions
  readonly invitations: Invitations
  readonly resets: Resets
  readonly identify: Identify
  readonly limiter: RateLimiter
  readonly clientHash: (ip: string) => string
  readonly siteName: () => string
  /** The cookie goes over https only. */
  readonly secureCookie: boolean
}

/** What the routes of this room share. */
export interface AuthKit {
  /** Puts the session's cookie on the answer. */
  setSession(reply: FastifyReply, token: string): void
  clearSession(reply: FastifyReply): void
  /** Has the browser keep that somebody signed in from it. */
  setDevice(reply: FastifyReply, device: string): void
  originOf(request: FastifyRequest): Origin
  /** Ends the session that a browser came with and is about to lose. */
  endFormer(request: FastifyRequest): Promise<void>
  /** The onRequest hook that refuses what another site sent. */
  sameSite(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void
}

export const UserAnswer = Type.Object({ user: PublicUser }, { examples: [{ user: USER_EXAMPLE }] })
export const tags = ['Authentication']
/** Whose account: whatever people type, since an answer tells nothing of accounts. */
export const AccountEmail = Type.String({ minLength: 1, maxLength: 254, pattern: '^[^\\u0000]*$' })

/** Who a request will belong to, once it has proved it. */
export function beginnerOf(request: FastifyRequest, identify: Identify) {
  return {
    userAgent: request.headers['user-agent'] ?? null,
    actorOf: (user: Pick<AdminUser, 'id' | 'email'>) => identify.actor(request, user),
  }
}
