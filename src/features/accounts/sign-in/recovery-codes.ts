import { createHash, randomBytes } from 'node:crypto'

/** Crockford's base 32: no letter looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CODES = 10
const LENGTH = 16

export interface RecoveryCodes {
  /** `abcd-efgh-jkmn-pqrs`, shown once. */
  readonly codes: readonly string[]
  readonly hashes: readonly Buffer[]
}

/** Ten codes of 80 random bits each, enough for a plain hash. */
export function generateRecoveryCodes(): RecoveryCodes {
  const plain = Array.from({ length: CODES }, () => Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join(''))
  return { codes: plain.map((code) => (code.match(/.{4}/g) ?? []).join('-')), hashes: plain.map(digest) }
}

/** The stored hash of a code, however it was typed; null for a text that is not a code. */
export function hashRecoveryCode(text: string): Buffer | null {
  const code = text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return /^[0-9a-hjkmnp-tv-z]{16}$/.test(code) ? digest(code) : null
}

function digest(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
