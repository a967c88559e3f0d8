import { createPrivateKey } from 'node:crypto'

const FRAME = /-----(?:BEGIN|END) PRIVATE KEY-----/g
/** A key has 138 to 150 bytes. */
const MAX_LENGTH = 1_000

/**
 * A private key for ES256 (PKCS #8) as base64, from its PEM or from that base64; null if the text is no such key. Line ends may be missing or
 * written as `\n`: variables of the environment and forms change them.
 */
export function readEs256Key(text: string): string | null {
  if (text.length > MAX_LENGTH) return null
  const base64 = text.replaceAll('\\n', '').replace(FRAME, '').replace(/\s+/g, '')
  try {
    const key = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? base64 : null
  } catch {
    return null
  }
}
