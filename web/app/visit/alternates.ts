/** The addresses of a page in its languages, for search engines. */
export interface Alternates {
  /** The page's canonical address. */
  readonly canonical: string
  readonly links: readonly { readonly lang: string; readonly href: string }[]
}

/** Without `?lang=` a page is in the reader's preferred language, and in English for clients that name none, such as crawlers. */
export function alternatesOf(address: string, languages: readonly string[], lang: string): Alternates {
  const addressIn = (each: string): string => (each === 'en' ? address : `${address}?lang=${each}`)
  const links = languages.map((each) => ({ lang: each, href: addressIn(each) }))
  return { canonical: addressIn(lang), links: links.length < 2 ? [] : [...links, { lang: 'x-default', href: address }] }
}
