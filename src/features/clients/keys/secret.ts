import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { KEY_PREFIX } from '../../../platform/http/server/client-key.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 178 random bits: nobody can guess one, so that a plain hash of it can be stored. */
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const START_LENGTH = KEY_PREFIX.length + 6
const SECRET = new RegExp(`^${KEY_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`)

/** A key's secret, and what is stored of it. */
export interface NewSecret {
  /** Only for whoever made the key: `isobar_`, 30 random characters and their checksum. */
  readonly secret: string
  readonly hash: Buffer
  /** Its first characters, by which people recognise it. */
  readonly start: string
}

/** A new random secret. */
export function generateKeySecret(): NewSecret {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const secret = KEY_PREFIX + random + checksumOf(random)
  return { secret, hash: Buffer.from(digest(secret), 'base64'), start: secret.slice(0, START_LENGTH) }
}

/** The hash stored for a secret, as base64; null if the text cannot be one, as its checksum tells. */
export function hashKeySecret(text: string): string | null {
  const [, random = '', checksum] = SECRET.exec(text) ?? []
  return checksumOf(random) === checksum ? digest(text) : null
}

/** CRC-32 in base 62, by which leak scanners tell secrets from words that look like one. */
function checksumOf(random: string): string {
  let rest = crc32(random)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}

/** As text, which takes a quarter of the time of a buffer. */
function digest(secret: string): string {
  return hash('sha256', secret, 'base64')
}
