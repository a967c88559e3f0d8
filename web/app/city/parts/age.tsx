import { ago } from '../../format/age.ts'
import { useNow } from './use-now.ts'

interface AgeOf {
  readonly fetchedAt: string
  /** As rendered on the server. */
  readonly ago: string
  readonly locale: string
  /** The sentence around the age, with `{ago}`. */
  readonly text?: string
}

/** A relative time that stays correct while the page is open. */
export function Age({ fetchedAt, ago: given, locale, text = '{ago}' }: AgeOf) {
  const now = useNow()
  const age = now === null ? given : ago((now - Date.parse(fetchedAt)) / 1_000, locale)
  return <time dateTime={fetchedAt}>{text.replace('{ago}', age)}</time>
}
