/** The addresses of a page in its languages, for search engines. */
export interface Alternates {
  /** Of the page as it is. */
  readonly canonical: string
  readonly links: readonly { readonly lang: string; readonly href: string }[]
}

/** Without `?lang=` a page speaks what its reader asks for, and English to those that ask for nothing, as crawlers do. */
export function alternatesOf(address: string, languages: readonly string[], lang: string): Alternates {
  const addressIn = (each: string): string => (each === 'en' ? address : `${address}?lang=${each}`)
  const links = languages.map((each) => ({ lang: each, href: addressIn(each) }))
  return { canonical: addressIn(lang), links: links.length < 2 ? [] : [...links, { lang: 'x-default', href: address }] }
}
