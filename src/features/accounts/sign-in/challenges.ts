import { createHash, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../../platform/secrets/equal.ts'
import { MINUTE_MS, isInForce } from '../../../time.ts'

/** What a challenge may be answered for: registering a passkey for that user, or proving to be the holder of any passkey. */
export type ChallengePurpose = `register ${string}` | 'assert'

export interface Challenge {
  /** SHA-256, under which it is remembered once it is used. */
  readonly hash: Buffer
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

const VALID_MS = 5 * MINUTE_MS

/**
 * Challenges that prove themselves: random, with their expiry and a keyed hash over both and the purpose. Every node accepts those of every
 * other, and asking for many fills no table. `use` in passkey-store.ts makes them single-use.
 */
export function createChallenges(keyedHash: (purpose: string, text: string) => string) {
  const sealOf = (purpose: ChallengePurpose, text: string) => keyedHash(`passkey challenge ${purpose}`, text)
  return {
    issue(purpose: ChallengePurpose, now: number): string {
      const text = `${randomBytes(16).toString('base64url')}.${now + VALID_MS}`
      return `${text}.${sealOf(purpose, text)}`
    },
    /** The challenge in a browser's answer, where it is base64url; null: forged, expired or issued for something else. */
    read(purpose: ChallengePurpose, answered: string, now: number): Challenge | null {
      const challenge = Buffer.from(answered, 'base64url').toString()
      const [random, expiry, seal] = challenge.split('.')
      const expiresAt = Number(expiry)
      if (!isSameSecret(seal ?? '', sealOf(purpose, `${random}.${expiry}`)) || !isInForce(expiresAt, VALID_MS, now)) return null
      return { hash: createHash('sha256').update(challenge).digest(), expiresAt }
    },
  }
}
