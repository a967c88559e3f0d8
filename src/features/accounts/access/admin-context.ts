import type { Role } from './roles.ts'

/** An account as answers show it. */
export interface AdminUser {
  readonly id: string
  readonly email: string
  readonly displayName: string
  readonly role: Role
}

/** Who does something, and from where; what the audit log keeps of it. */
export interface Actor {
  /** Null: nobody with an account (the command line, the development bypass). */
  readonly userId: string | null
  /** E-mail address, or what stands for one. */
  readonly name: string
  /** Keyed hash of the client's address. */
  readonly client: string | null
  /** ISO 3166 alpha-2; looked up for requests that may change something. */
  readonly country: string | null
  readonly requestId: string | null
}

/** Who does something and has no account: the command line, the environment. */
export function unsignedActor(name: string): Actor {
  return { userId: null, name, client: null, country: null, requestId: null }
}

/** Behind every admin route: the signed-in user. */
export interface AdminContext {
  readonly user: AdminUser
  /** Null under the development bypass. */
  readonly sessionId: string | null
  readonly actor: Actor
}

/** Whoever comes in under ALLOW_DEV_ADMIN_BYPASS. */
export const DEVELOPER: AdminUser = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'developer@localhost',
  displayName: 'Development bypass',
  role: 'owner',
}
