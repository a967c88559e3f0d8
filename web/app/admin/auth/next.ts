/** An origin that nothing else can have. */
const HERE = 'http://here.invalid'

/** The page to open after signing in: always one of the back office, never of another site. */
export function readNextPage(search: URLSearchParams): string {
  const next = search.get('next') ?? ''
  if (!URL.canParse(next, HERE)) return '/admin'
  // Parsed as a browser does: with dots and backslashes resolved.
  const { origin, pathname, search: query } = new URL(next, HERE)
  return origin === HERE && /^\/admin(?:\/|$)/.test(pathname) ? pathname + query : '/admin'
}
