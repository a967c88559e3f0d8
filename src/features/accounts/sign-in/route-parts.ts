import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { createAccountCookies, AdminUser, Identify } from '../../../admin/access/index.ts'
import type { Foundation } from '../../../foundation.ts'
import { PublicUser, USER_EXAMPLE, type UserRoom } from '../users/index.ts'
import type { Devices, Origin } from './device-store.ts'
import type { Login } from './login.ts'
import type { Passkeys } from './passkeys.ts'
import type { Reauthentication } from './reauthentication.ts'
import type { SecondFactor } from './second-factor.ts'

export interface AuthRoutes
  extends
    Pick<Foundation, 'limiter' | 'clientHash' | 'siteName'>,
    Pick<UserRoom, 'users' | 'sessions' | 'invitations' | 'setupLinks' | 'resets'>,
    ReturnType<typeof createAccountCookies> {
  readonly login: Login
  readonly secondFactor: SecondFactor
  readonly passkeys: Passkeys
  readonly reauthentication: Reauthentication
  readonly devices: Devices
  readonly identify: Identify
}

/** Helpers that the routes of this room share. */
export interface AuthKit {
  /**
   * Ends the browser's former session, and sets the cookies of the new one and of the device, which marks a browser that has signed in. Resolves to
   * the answer.
   */
  beginSession(
    request: FastifyRequest,
    reply: FastifyReply,
    begun: { readonly user: AdminUser; readonly session: string },
  ): Promise<{ user: AdminUser }>
  clearSession(reply: FastifyReply): void
  originOf(request: FastifyRequest): Origin
  /** Ends the sessions whose cookies the browser is about to lose. */
  endFormer(request: FastifyRequest): Promise<void>
  /** The onRequest hook that refuses cross-site requests. */
  sameSite(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void
}

export const Token = Type.Object({
  token: Type.String({ maxLength: 200, description: 'From the link', examples: ['k1ZQ0mJtq2l0vW8Yc3uYb7d3m4a0W6x5n2q9p8r7s6E'] }),
})
export const UserAnswer = Type.Object({ user: PublicUser }, { examples: [{ user: USER_EXAMPLE }] })
const binary = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description: 'Base64url' })
export const CredentialId = binary(1_400)
export const ClientData = binary(4_000)
export const Attestation = binary(20_000)
export const Assertion = Type.Object(
  { id: CredentialId, clientDataJSON: ClientData, authenticatorData: binary(2_000), signature: binary(2_000) },
  { description: 'What a passkey answered to the options of `POST /api/auth/passkey/options`' },
)
/** Options for the browser's WebAuthn API, as JSON; the standard defines their members. */
export const WebAuthnOptions = Type.Object(
  { challenge: Type.String(), timeout: Type.Optional(Type.Integer()) },
  {
    additionalProperties: true,
    description: 'Options of the WebAuthn API',
    examples: [{ challenge: 'dGhpcyBpcyBhIGNoYWxsZW5nZQ', timeout: 60_000, rpId: 'weather.example', userVerification: 'required' }],
  },
)

export const tags = ['Authentication']
/** An account's address. Takes whatever people type, since answers reveal nothing about accounts. */
export const AccountEmail = Type.String({ minLength: 1, maxLength: 254, pattern: '^[^\\u0000]*$' })

/** An existing password, whatever the rules were when it was set. */
export const GivenPassword = Type.String({ minLength: 1, maxLength: 200 })
export const OptionalCode = Type.Optional(
  Type.String({ minLength: 1, maxLength: 40, description: 'Two-factor code or recovery code, if two-factor authentication is on' }),
)

/** What a user may know of themselves after signing in. */
export function toPublicUser({ id, email, displayName, role }: AdminUser): AdminUser {
  return { id, email, displayName, role }
}

/** The browser and the actor of a request that is about to begin a session. */
export function readBeginner(request: FastifyRequest, identify: Identify) {
  return {
    userAgent: request.headers['user-agent'] ?? null,
    actorOf: (user: Pick<AdminUser, 'id' | 'email'>) => identify.actor(request, user),
  }
}
