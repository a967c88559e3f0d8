import { createPrivateKey, sign } from 'node:crypto'

/** Who calls, as the Apple Developer account names it. */
export interface TokenIdentity {
  readonly teamId: string
  readonly serviceId: string
  /** Of the private key. */
  readonly keyId: string
}

const [LIFETIME_SECONDS, RENEWED_AFTER_SECONDS] = [3_600, 3_000]

const base64url = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * A function that returns the token of a private key (PKCS #8 in base64) at a moment in epoch milliseconds: the last one, or a new one ten
 * minutes before that ends. Throws if the key is none for ES256; the error says nothing of it.
 */
export function createTokens({ teamId, serviceId, keyId }: TokenIdentity): (privateKey: string, nowMs: number) => string {
  const header = base64url({ alg: 'ES256', kid: keyId, id: `${teamId}.${serviceId}`, typ: 'JWT' })
  let last: { readonly privateKey: string; readonly issued: number; readonly token: string } | undefined

  function signed(privateKey: string, issued: number): string {
    const claims = base64url({ iss: teamId, sub: serviceId, iat: issued, exp: issued + LIFETIME_SECONDS })
    const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
    const signature = sign('sha256', Buffer.from(`${header}.${claims}`), { key, dsaEncoding: 'ieee-p1363' })
    return `${header}.${claims}.${signature.toString('base64url')}`
  }

  return (privateKey, nowMs) => {
    const now = Math.floor(nowMs / 1_000)
    // A clock that was set back would make the last token one of the future.
    const isValid = last?.privateKey === privateKey && now >= last.issued && now < last.issued + RENEWED_AFTER_SECONDS
    if (last === undefined || !isValid) last = { privateKey, issued: now, token: signed(privateKey, now) }
    return last.token
  }
}
