/** The site and its search as schema.org data. */
export function siteData(name: string, origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name,
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/?q={query}` },
      'query-input': 'required name=query',
    },
  }
}
