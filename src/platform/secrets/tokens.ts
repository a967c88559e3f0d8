import { createHash, randomBytes } from 'node:crypto'

/** A bearer token and the hash to store. */
export interface NewToken {
  /** 256 random bits as 43 base64url characters; only for its bearer. */
  readonly token: string
  readonly hash: Buffer
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** A new random token. */
export function createToken(): NewToken {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: digest(token) }
}

/** The hash stored for a token; null when the text is not a token. A plain hash suffices, since 256 random bits cannot be guessed. */
export function hashToken(text: string | undefined): Buffer | null {
  return text !== undefined && TOKEN.test(text) ? digest(text) : null
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
