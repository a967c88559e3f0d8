/** The session of a signed-in user. */
export const SESSION_COOKIE = 'service_admin_session'
/** Marks a browser that has signed in before. It grants no access. */
export const DEVICE_COOKIE = 'service_admin_device'

export interface TokenCookie {
  /** The name that is written. */
  readonly name: string
  /** A name that earlier releases wrote and that is still read; null: there is none. */
  readonly formerName: string | null
  /** The tokens in a Cookie header, those of the name with the prefix first. */
  tokensIn(header: string | undefined): readonly string[]
}

/** More than a browser sends under one name, unless somebody planted them. */
const MAX_TOKENS = 8

/** The cookies of the back office. Https is certain if the public URL says so. */
export function createAccountCookies(publicUrl: URL | null) {
  const isHttps = publicUrl?.protocol === 'https:'
  const session = createTokenCookie(SESSION_COOKIE, isHttps)
  return {
    isHttps,
    // The specification names this cookie, so it has no prefix on https either.
    sessionCookie: { ...session, name: SESSION_COOKIE, formerName: isHttps ? `__Host-${SESSION_COOKIE}` : null },
    deviceCookie: createTokenCookie(DEVICE_COOKIE, isHttps),
  }
}

/**
 * A cookie that holds a token. Where https is certain, its name begins with `__Host-`: a browser then takes it only over https, from this
 * host and for all paths, so that no other host of the domain can plant one. Read here rather than by a plugin, which would add a hook to
 * every route.
 */
export function createTokenCookie(plainName: string, isHttps: boolean): TokenCookie {
  const names = isHttps ? [`__Host-${plainName}`, plainName] : [plainName]
  const patterns = names.map((name) => new RegExp(`(?<=^|;\\s*)${name}=([A-Za-z0-9_-]{43})(?=;|$)`, 'g'))
  return {
    name: names[0] ?? plainName,
    formerName: names[1] ?? null,
    tokensIn: (header = '') =>
      patterns.flatMap((pattern) => [...header.matchAll(pattern)].map((match) => match[1] as string)).slice(0, MAX_TOKENS),
  }
}
