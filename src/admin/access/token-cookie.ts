/** The session of a signed-in user. */
export const SESSION_COOKIE = 'service_admin_session'
/** Marks a browser that has signed in before. It grants no access. */
export const DEVICE_COOKIE = 'service_admin_device'

export interface TokenCookie {
  /** The name that is written. */
  readonly name: string
  /** The name without the prefix, which earlier releases wrote and which is still read; null: the same. */
  readonly formerName: string | null
  /** The tokens in a Cookie header, the one under the written name first. */
  tokensIn(header: string | undefined): readonly string[]
}

/** The cookies of the back office. Https is certain if the public URL says so. */
export function accountCookies(publicUrl: URL | null) {
  const isHttps = publicUrl?.protocol === 'https:'
  return { isHttps, sessionCookie: tokenCookie(SESSION_COOKIE, isHttps), deviceCookie: tokenCookie(DEVICE_COOKIE, isHttps) }
}

/**
 * A cookie that holds a token. Where https is certain, its name begins with `__Host-`: a browser then takes it only over https, from this
 * host and for all paths, so that no other host of the domain can plant one. Read here rather than by a plugin, which would add a hook to
 * every route.
 */
export function tokenCookie(plainName: string, isHttps: boolean): TokenCookie {
  const names = isHttps ? [`__Host-${plainName}`, plainName] : [plainName]
  const patterns = names.map((name) => new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{43})(?:;|$)`))
  return {
    name: names[0] ?? plainName,
    formerName: names[1] ?? null,
    tokensIn: (header = '') => patterns.flatMap((pattern) => pattern.exec(header)?.[1] ?? []),
  }
}
