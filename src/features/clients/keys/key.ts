/** What a key can include. `compatible` is all of both compatible APIs. */
export const CLIENT_SCOPES = ['weather', 'history', 'batch', 'compatible', 'geocode', 'tiles', 'webhooks'] as const
export type ClientScope = (typeof CLIENT_SCOPES)[number]

/** Whether it is one of them. */
export function isClientScope(text: string): text is ClientScope {
  return (CLIENT_SCOPES as readonly string[]).includes(text)
}

/** What the columns of limits can hold. */
export const MAX_LIMIT = 2_000_000_000
/** For how long the former secret stays valid after a rotation: at most a month, so that there is time to exchange it everywhere. */
export const MAX_OVERLAP_HOURS = 744
export const DEFAULT_OVERLAP_HOURS = 24

/** What a key permits. Null: no limit, or no end. */
export interface KeyTerms {
  readonly name: string
  readonly scopes: readonly ClientScope[]
  /** Origins from which browsers may send it; empty: it may be sent from anywhere. */
  readonly origins: readonly string[]
  readonly perMinute: number | null
  /** Per UTC day and calendar month. */
  readonly perDay: number | null
  readonly perMonth: number | null
  /** Epoch milliseconds. */
  readonly expiresAt: number | null
  /** Switched off for now. */
  readonly disabled: boolean
}

/** A key as every node knows it. Instants are in epoch milliseconds. */
export interface Key extends KeyTerms {
  readonly id: string
  /** For good. */
  readonly revokedAt: number | null
  readonly start: string
  /** Until when the secret before the last rotation is valid, too; null: it is not. */
  readonly formerUntil: number | null
  readonly rotatedAt: number | null
  readonly createdAt: number
  readonly version: number
}

export const KEY_STATES = ['active', 'disabled', 'expired', 'revoked'] as const
export type KeyState = (typeof KEY_STATES)[number]

/** What applies of a key at an instant, the final state first. */
export function getKeyState({ revokedAt, disabled, expiresAt }: Key, now: number): KeyState {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return disabled ? 'disabled' : 'active'
}
