import { ECDH } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { FieldError } from '../../../errors.ts'
import type { GivenUrls } from '../../../platform/upstream/given-url.ts'

/** A `PushSubscription` as browsers write it in JSON; when it expires is not used: a push service says so. */
export const BrowserSubscription = Type.Object(
  {
    endpoint: Type.String({ minLength: 8, maxLength: 1_000, description: 'https, at a push service that is allowed (PUSH_SERVICES)' }),
    keys: Type.Object({
      p256dh: Type.String({ maxLength: 100, description: 'A point on P-256: 65 bytes as base64url' }),
      auth: Type.String({ maxLength: 40, description: '16 bytes as base64url' }),
    }),
  },
  { title: 'BrowserSubscription', description: 'What `PushManager.subscribe()` resolves to, as JSON' },
)
export type BrowserSubscription = Static<typeof BrowserSubscription>

export type PushServices = ReturnType<typeof createPushServices>

const AUTH_BYTES = 16
const POINT_BYTES = 65

/** Checks where notifications go. `allowed`: host names, `*.` before one for its subdomains, `*` for all. */
export function createPushServices(urls: GivenUrls, allowed: readonly string[]) {
  const isKnown = (host: string): boolean =>
    allowed.some((each) => each === '*' || each === host || (each.startsWith('*.') && host.endsWith(each.slice(1))))

  return {
    /** Looked up before each attempt: the setting, and where a name leads, may have changed. */
    isAllowed: async (url: URL): Promise<boolean> => isKnown(url.hostname) && (await urls.isAllowed(url)),

    /** What is wrong with a subscription, by field. */
    async faultsOf({ endpoint, keys }: BrowserSubscription): Promise<FieldError[]> {
      const faults: FieldError[] = []
      const host = URL.parse(endpoint)?.hostname
      if (host !== undefined && !isKnown(host)) faults.push(fault('endpoint', 'is at no push service that is allowed'))
      else {
        const url = await urls.parse(endpoint)
        if (typeof url === 'string') faults.push(fault('endpoint', url))
      }
      if (!isPoint(keys.p256dh)) faults.push(fault('keys.p256dh', 'must be a point on P-256 as base64url'))
      if (bytesIn(keys.auth)?.length !== AUTH_BYTES) faults.push(fault('keys.auth', 'must be 16 bytes as base64url'))
      return faults
    },
  }
}

const fault = (field: string, message: string): FieldError => ({ path: `subscription.${field}`, message })

function bytesIn(text: string): Buffer | null {
  return /^[\w-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : null
}

function isPoint(text: string): boolean {
  const bytes = bytesIn(text)
  if (bytes?.length !== POINT_BYTES) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}
