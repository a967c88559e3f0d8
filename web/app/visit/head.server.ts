import { LANGUAGES } from '../../../src/messages/languages.ts'
import { visitContext, type Context } from './context.ts'

interface HeadOf {
  /** Without the site's name. */
  readonly title: string
  readonly description: string
  /** The page's path. */
  readonly path: string
  readonly lang: string
  readonly isIndexed: boolean
  /** What link previews show: Open Graph's properties and their values. */
  readonly picture?: readonly (readonly [property: string, content: string])[]
}

/** Metadata of a page for search engines and link previews, as `PageHead` renders it. */
export function buildPageHead(context: Context, { title: name, description, path, lang, isIndexed, picture = [] }: HeadOf) {
  const { siteName, publicOrigin } = context.get(visitContext)
  const title = `${name} · ${siteName}`
  const { canonical, links } = buildAlternates(publicOrigin + path, LANGUAGES, lang)
  return {
    title,
    path,
    metas: [
      ['name', 'description', description],
      ...(isIndexed ? [] : [['name', 'robots', 'noindex'] as const]),
      ['property', 'og:type', 'website'],
      ['property', 'og:site_name', siteName],
      ['property', 'og:title', title],
      ['property', 'og:description', description],
      ['property', 'og:url', canonical],
      ['property', 'og:locale', lang],
      ...picture.map(([property, content]) => ['property', property, content] as const),
      ['name', 'twitter:card', picture.length > 0 ? 'summary_large_image' : 'summary'],
    ] as readonly (readonly [attribute: 'name' | 'property', name: string, content: string])[],
    canonical: isIndexed ? canonical : null,
    alternates: isIndexed ? links : [],
  }
}

/** The addresses of a page in its languages, for search engines. Without `?lang=` a page is in the reader's preferred language, and in English for clients that name none, such as crawlers. */
export function buildAlternates(address: string, languages: readonly string[], lang: string) {
  const addressIn = (each: string): string => (each === 'en' ? address : `${address}?lang=${each}`)
  const links = languages.map((each) => ({ lang: each, href: addressIn(each) }))
  return { canonical: addressIn(lang), links: links.length < 2 ? [] : [...links, { lang: 'x-default', href: address }] }
}
