import type { AdminUser, Role } from '../../../admin/access/index.ts'

export type UserStatus = 'active' | 'invited' | 'disabled'

/** An account. Instants in epoch milliseconds. */
export interface User extends AdminUser {
  readonly disabled: boolean
  /** False: invited, not accepted yet. */
  readonly hasPassword: boolean
  readonly hasTotp: boolean
  readonly passkeys: number
  readonly lastLoginAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly version: number
}

export interface NewUser {
  readonly email: string
  readonly displayName: string
  readonly role: Role
  /** PHC string; null: invited. */
  readonly passwordHash: string | null
}

/** The account's status: disabled, invited (no password yet) or active. */
export function getUserStatus({ disabled, hasPassword }: Pick<User, 'disabled' | 'hasPassword'>): UserStatus {
  if (disabled) return 'disabled'
  return hasPassword ? 'active' : 'invited'
}

/** What the audit log records of an account. */
export function buildUserAuditView({ email, displayName, role, disabled, hasPassword, hasTotp }: User): Record<string, unknown> {
  return { email, displayName, role, disabled, hasPassword, hasTotp }
}

/** Trims a name, collapses its whitespace and replaces lone surrogates. */
export function cleanName(name: string): string {
  return name.toWellFormed().replaceAll(/\s+/g, ' ').trim()
}
