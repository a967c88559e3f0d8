/** Where to go after signing in: a page of the back office, and never of another site. */
export function nextOf(search: URLSearchParams): string {
  const next = search.get('next') ?? ''
  return /^\/admin(?:[/?]|$)/.test(next) ? next : '/admin'
}
