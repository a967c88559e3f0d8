import { hasPublicHost, type LookUp } from './public-address.ts'

export interface GivenUrlOptions {
  /** Whether URLs may be plain http, or in private networks. */
  readonly allowPrivate: boolean
  readonly lookUp: LookUp
}

/** Checks URLs that people enter, which must not lead into the service's own network. */
export type GivenUrls = ReturnType<typeof createGivenUrls>

/**
 * `isAllowed` looks the host up each time, since a name may resolve elsewhere later. It may resolve elsewhere again between that check and the
 * connection: connections are to be made with `isPublicOnly` too, unless `allowPrivate` is set.
 */
export function createGivenUrls({ allowPrivate, lookUp }: GivenUrlOptions) {
  async function isAllowed(url: URL): Promise<boolean> {
    return allowPrivate || (url.protocol === 'https:' && (await hasPublicHost(url, lookUp)))
  }

  return {
    isAllowed,
    /** The URL, or what is wrong with it, to follow the name of its field. */
    async parse(text: string): Promise<URL | string> {
      const url = URL.parse(text)
      const isWeb = url !== null && ['https:', 'http:'].includes(url.protocol) && url.username === '' && url.password === ''
      if (!isWeb) return 'must be a web address without a password'
      return (await isAllowed(url)) ? url : 'must be https, and lead to the public Internet'
    },
  }
}
