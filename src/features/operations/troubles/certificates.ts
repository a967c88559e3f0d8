import { connect } from 'node:tls'
import { createGivenUrls, type GivenUrlOptions } from '../../../platform/upstream/given-url.ts'
import { createPublicLookup } from '../../../platform/upstream/public-address.ts'
import { DAY_MS, HOUR_MS, isInForce } from '../../../time.ts'
import type { CertificateFact } from './facts.ts'

/** A feed that an operator added. */
export interface AddedFeed {
  readonly name: string
  readonly url: string
}

const TIMEOUT_MS = 5_000
const DEFAULT_PORT = 443

/** The ends of the certificates of added feeds, looked up once a day: a feed that cannot be reached is in trouble of its own. */
export function createCertificates({ allowPrivate, lookUp }: GivenUrlOptions) {
  const urls = createGivenUrls({ allowPrivate, lookUp })
  let cache: ReadonlyMap<string, { readonly endsAt: number | null; readonly until: number }> = new Map()

  async function endOf(url: URL): Promise<number | null> {
    if (!(await urls.isAllowed(url))) return null
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const { promise, resolve } = Promise.withResolvers<number | null>()
    const socket = connect({
      host,
      port: url.port === '' ? DEFAULT_PORT : Number(url.port),
      servername: host,
      timeout: TIMEOUT_MS,
      // Only its end is read: whether it is trusted is found when the feed is.
      rejectUnauthorized: false,
      ...(allowPrivate ? {} : { lookup: createPublicLookup(lookUp) }),
    })
    socket.once('secureConnect', () => resolve(Date.parse(socket.getPeerCertificate().valid_to)))
    socket.once('error', () => resolve(null))
    socket.once('timeout', () => resolve(null))
    return promise.finally(() => socket.destroy())
  }

  return async (feeds: readonly AddedFeed[], now: number): Promise<CertificateFact[]> => {
    const secure = feeds.filter(({ url }) => url.startsWith('https:'))
    const found = await Promise.all(
      secure.map(async ({ name, url }) => {
        const cached = cache.get(url)
        if (cached !== undefined && isInForce(cached.until, DAY_MS, now)) return { feed: name, url, ...cached }
        const endsAt = await endOf(new URL(url))
        return { feed: name, url, endsAt, until: now + (endsAt === null ? HOUR_MS : DAY_MS) }
      }),
    )
    cache = new Map(found.map(({ url, endsAt, until }) => [url, { endsAt, until }]))
    return found.flatMap(({ feed, endsAt }) => (endsAt === null || Number.isNaN(endsAt) ? [] : [{ feed, endsAt }]))
  }
}
