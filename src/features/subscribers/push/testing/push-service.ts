import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closedAtEnd } from '../../../../../test/helpers/ending.ts'
import type { BrowserSubscription } from '../browser-subscription.ts'

/** A message as the browser gets it. */
export interface Pushed {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly bytes: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into messages
  readonly message: any
  /** What the sender's token claims (RFC 8292). */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
}

/** How the service answers; null: never. */
export type Answer = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string } | null

/**
 * A push service with its browsers, which reads RFC 8030, 8188, 8291 and 8292 by itself: what is not signed by the key that a browser
 * subscribed with is refused (403), what it cannot decrypt fails the test.
 */
export async function startPushService(answer: (pushed: Pushed, nth: number) => Answer | Promise<Answer> = () => ({ status: 201 })) {
  const received: Pushed[] = []
  const refused: string[] = []
  const browsers = new Map<string, { readonly keys: ECDH; readonly auth: Buffer; readonly serverKey: string }>()
  let origin = ''
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const [path, body, { headers }] = [request.url ?? '', Buffer.concat(chunks), request]
      const browser = browsers.get(path)
      if (browser === undefined) return void response.writeHead(404).end()
      const claims = claimsOf(headers.authorization ?? '', browser.serverKey)
      if (
        claims === null ||
        claims.aud !== origin ||
        headers['content-encoding'] !== 'aes128gcm' ||
        !/^\d+$/.test(String(headers['ttl']))
      ) {
        refused.push(path)
        return void response.writeHead(403).end()
      }
      const message = JSON.parse(decryptPush(body, browser.keys, browser.auth))
      const pushed = { path, headers, bytes: body.length, message, claims }
      received.push(pushed)
      const reply = await answer(pushed, received.length)
      if (reply !== null) response.writeHead(reply.status, reply.headers).end(reply.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = closedAtEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    origin,
    received,
    refused,
    close,
    /** What `PushManager.subscribe({ applicationServerKey })` resolves to in a new browser, as JSON. */
    subscribe(serverKey: string): BrowserSubscription {
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys('base64url')
      const [auth, path] = [randomBytes(16), `/push/${randomBytes(12).toString('base64url')}`]
      browsers.set(path, { keys, auth, serverKey })
      return { endpoint: origin + path, keys: { p256dh, auth: auth.toString('base64url') } }
    },
  }
}

/** The claims of `vapid t=…, k=…` if `k` is the expected key, has signed them (ES256), and they hold for a day at most; else null. */
function claimsOf(authorization: string, serverKey: string): Pushed['claims'] | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', payload = '', signature = ''] = token.split('.')
  if (key !== serverKey) return null
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url')) as [string, string]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Pushed['claims']
  const left = claims.exp - Date.now() / 1_000
  return isSigned && JSON.parse(Buffer.from(header, 'base64url').toString()).alg === 'ES256' && left > 0 && left <= 86_400 ? claims : null
}

/** RFC 8291 section 3.4 and RFC 8188 section 2: one record, encrypted for the browser's key. */
export function decryptPush(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + length)
  const shared = keys.computeSecret(sender)
  const material = derive(shared, auth, Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]), 32)
  const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const record = body.subarray(21 + length)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 }).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('padding')
  return padded.subarray(0, end).toString()
}

function derive(from: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', from, salt, info, bytes))
}
