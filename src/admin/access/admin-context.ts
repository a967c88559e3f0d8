import type { Role } from './roles.ts'

/** An account as answers return it. */
export interface AdminUser {
  readonly id: string
  readonly email: string
  readonly displayName: string
  readonly role: Role
}

/** Who acts, and from where, as the audit log records it. */
export interface Actor {
  /** Null: no account (the command line, the development bypass). */
  readonly userId: string | null
  /** Email address, or a label for an actor without an account. */
  readonly name: string
  /** Keyed hash of the client's address. */
  readonly client: string | null
  /** ISO 3166 alpha-2; looked up only for requests that may change something. */
  readonly country: string | null
  readonly requestId: string | null
}

/** An actor without an account: the command line, the environment. */
export function buildUnsignedActor(name: string): Actor {
  return { userId: null, name, client: null, country: null, requestId: null }
}

/** The signed-in user, available to every admin route. */
export interface AdminContext {
  readonly user: AdminUser
  /** True under the development bypass, which needs none. */
  readonly hasSecondFactor: boolean
  /** Whether the user proved their identity within the last 15 minutes; true under the development bypass. */
  readonly hasRecentProof: boolean
  /** Null under the development bypass. */
  readonly sessionId: string | null
  readonly actor: Actor
}

/** The user behind every request under ALLOW_DEV_ADMIN_BYPASS. */
export const DEVELOPER: AdminUser = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'developer@localhost',
  displayName: 'Development bypass',
  role: 'owner',
}
