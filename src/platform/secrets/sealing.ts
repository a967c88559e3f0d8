import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts what the database stores but must not reveal: AES-256-GCM under a key derived from a secret by HKDF-SHA-256 (RFC 5869). A sealed
 * text carries its key id, so that text sealed under another secret is not mistaken for damaged text.
 */
export type Sealing = ReturnType<typeof createSealing>

/** Why a sealed text cannot be opened. Never contains the text. */
export class SealedError extends Error {
  readonly reason: 'wrong_key' | 'damaged'

  constructor(reason: SealedError['reason'], cause?: unknown) {
    super(
      reason === 'wrong_key' ? 'It was encrypted with a different ADMIN_SECRET' : 'It is damaged or was encrypted for another purpose',
      cause === undefined ? undefined : { cause },
    )
    this.name = 'SealedError'
    this.reason = reason
  }
}

const KEY_BYTES = 32
const KEY_ID_BYTES = 6
const IV_BYTES = 12
const TAG_BYTES = 16
const FORM = /^v1\.([A-Za-z0-9_-]{8})\.([A-Za-z0-9_-]{38,})$/

/** Derives the key from a secret. The format of sealed text is `v1.<key id>.<IV, tag and ciphertext as base64url>`. */
export function createSealing(secret: string) {
  const derive = (info: string, bytes: number): Buffer => Buffer.from(hkdfSync('sha256', secret, 'isobar', info, bytes))
  const key = derive('sealing v1', KEY_BYTES)
  const keyId = derive('sealing v1 key id', KEY_ID_BYTES).toString('base64url')
  return {
    /** Identifies the key without revealing anything about it. */
    keyId,
    /** A key of 32 bytes for another use of the secret. */
    deriveKey: (use: string): Buffer => derive(use, KEY_BYTES),
    /** `purpose` names where the text is stored (`totp <user id>`). It is authenticated, so a sealed text cannot be moved elsewhere. */
    seal(purpose: string, text: string): string {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associatedData(keyId, purpose))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1.${keyId}.${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')}`
    },
    /** @throws SealedError */
    open(purpose: string, sealed: string): string {
      const [, sealedBy, encoded] = FORM.exec(sealed) ?? []
      if (sealedBy === undefined || encoded === undefined) throw new SealedError('damaged')
      if (sealedBy !== keyId) throw new SealedError('wrong_key')
      const bytes = Buffer.from(encoded, 'base64url')
      const iv = bytes.subarray(0, IV_BYTES)
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
          .setAAD(associatedData(keyId, purpose))
          .setAuthTag(tag)
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch (error) {
        throw new SealedError('damaged', error)
      }
    },
  }
}

function associatedData(keyId: string, purpose: string): Buffer {
  return Buffer.from(`${keyId} ${purpose}`)
}
