import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What an authenticator is told or does otherwise than it should. */
interface Ceremony {
  readonly challenge: string
  readonly origin: string
  readonly verifiesUser?: boolean
  /** Signatures so far; authenticators that synchronise their passkeys leave it at 0. */
  readonly counter?: number
}

export type Authenticator = ReturnType<typeof createAuthenticator>

/** An authenticator in software, with one ES256 passkey, and the browser before it: what they would send for a challenge. */
export function createAuthenticator() {
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    id: id.toString('base64url'),
    register({ challenge, origin, verifiesUser = true, counter = 0 }: Ceremony) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const data = authenticatorData(origin, verifiesUser ? 0x45 : 0x41, counter, attested)
      // {"fmt": "none", "attStmt": {}, "authData": data} in CBOR.
      const attestation = Buffer.concat([
        Buffer.from('\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58', 'latin1'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    assert({ challenge, origin, verifiesUser = true, counter = 0 }: Ceremony) {
      const data = authenticatorData(origin, verifiesUser ? 0x05 : 0x01, counter)
      const client = clientData('webauthn.get', challenge, origin)
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey)
      return {
        id: id.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      }
    },
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData(origin: string, flags: number, counter: number, attested: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(flags)
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(new URL(origin).hostname).digest(), head, attested])
}

/** {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR: an ES256 key. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), coordinate(0x21, x), coordinate(0x22, y)])
}

function coordinate(label: number, text: string): Buffer {
  return Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(text, 'base64url')])
}
