/** Any origin that nobody can name. */
const HERE = 'http://here.invalid'

/** Where to go after signing in: a page of the back office, and never of another site. */
export function nextOf(search: URLSearchParams): string {
  const next = search.get('next') ?? ''
  if (!URL.canParse(next, HERE)) return '/admin'
  // As a browser reads it: with its dots and backslashes resolved.
  const { origin, pathname, search: query } = new URL(next, HERE)
  return origin === HERE && /^\/admin(?:\/|$)/.test(pathname) ? pathname + query : '/admin'
}
