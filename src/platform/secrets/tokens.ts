import { createHash, randomBytes } from 'node:crypto'

/** A bearer token and what is stored of it. */
export interface NewToken {
  /** 256 random bits as 43 base64url characters. Shown to its bearer only. */
  readonly token: string
  readonly hash: Buffer
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/

export function newToken(): NewToken {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: digest(token) }
}

/** What is stored of a token; null for a text that is none. A plain hash does: 256 random bits cannot be guessed. */
export function tokenHash(text: string | undefined): Buffer | null {
  return text !== undefined && TOKEN.test(text) ? digest(text) : null
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
