/** What a page is about, for search engines (schema.org, JSON-LD). The nonce is hidden by browsers once the page is read. */
export function StructuredData({ nonce, value }: { readonly nonce: string; readonly value: object }) {
  const json = JSON.stringify(value).replace(/</g, '\\u003c')
  return <script type="application/ld+json" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}
