import type { buildPageHead } from '../visit/head.server.ts'

/** Metadata for search engines and link previews. */
export function PageHead({ title, metas, canonical, alternates }: ReturnType<typeof buildPageHead>) {
  return (
    <>
      <title>{title}</title>
      {metas.map(([attribute, name, content]) => (
        <meta key={name} {...{ [attribute]: name }} content={content} />
      ))}
      {canonical !== null && <link rel="canonical" href={canonical} />}
      {alternates.map(({ lang, href }) => (
        <link key={lang} rel="alternate" hrefLang={lang} href={href} />
      ))}
    </>
  )
}

/** The page's subject for search engines (schema.org, JSON-LD). Browsers hide the nonce after parsing. */
export function StructuredData({ nonce, value }: { readonly nonce: string; readonly value: object }) {
  const json = JSON.stringify(value).replace(/</g, '\\u003c')
  return <script type="application/ld+json" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}
