const BASE = 'https://own.invalid'

/**
 * A path of this site, safe for a `Location` header: `/` for anything that leads elsewhere or could be parsed that way. Browsers drop tabs
 * and line breaks from addresses, and read a backslash as a slash.
 */
export function toOwnPath(text: unknown): string {
  if (typeof text !== 'string' || !text.startsWith('/') || !URL.canParse(text, BASE)) return '/'
  const { origin, pathname, search, hash } = new URL(text, BASE)
  return origin !== BASE || pathname.startsWith('//') ? '/' : pathname + search + hash
}
