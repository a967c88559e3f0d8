import { LANGUAGES } from '../../../src/messages/languages.ts'
import { alternatesOf } from '../visit/alternates.ts'

interface PageHeadOf {
  readonly title: string
  readonly description: string
  readonly siteName: string
  /** Origin of the site, without a trailing slash. */
  readonly origin: string
  /** The page's path. */
  readonly path: string
  readonly lang: string
  readonly isIndexed: boolean
}

/** Metadata for search engines and link previews. */
export function PageHead({ title, description, siteName, origin, path, lang, isIndexed }: PageHeadOf) {
  const { canonical, links } = alternatesOf(origin + path, LANGUAGES, lang)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {!isIndexed && <meta name="robots" content="noindex" />}
      {isIndexed && <link rel="canonical" href={canonical} />}
      {isIndexed && links.map(({ lang: each, href }) => <link key={each} rel="alternate" hrefLang={each} href={href} />)}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={lang} />
      <meta name="twitter:card" content="summary" />
    </>
  )
}

/** The page's subject for search engines (schema.org, JSON-LD). Browsers hide the nonce after parsing. */
export function StructuredData({ nonce, value }: { readonly nonce: string; readonly value: object }) {
  const json = JSON.stringify(value).replace(/</g, '\\u003c')
  return <script type="application/ld+json" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}
