/** The page's subject for search engines (schema.org, JSON-LD). Browsers hide the nonce after parsing. */
export function StructuredData({ nonce, value }: { readonly nonce: string; readonly value: object }) {
  const json = JSON.stringify(value).replace(/</g, '\\u003c')
  return <script type="application/ld+json" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
}
