import { ago } from '../../format/age.ts'
import { useNow } from './use-now.ts'

interface AgeOf {
  readonly fetchedAt: string
  /** As it was on the server. */
  readonly ago: string
  readonly locale: string
  /** The sentence around it, with `{ago}`. */
  readonly text?: string
}

/** How old something is, kept true while the page is open. */
export function Age({ fetchedAt, ago: given, locale, text = '{ago}' }: AgeOf) {
  const now = useNow()
  const age = now === null ? given : ago((now - Date.parse(fetchedAt)) / 1_000, locale)
  return <time dateTime={fetchedAt}>{text.replace('{ago}', age)}</time>
}
