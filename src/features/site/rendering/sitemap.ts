import { formatInstant, writeCityPath } from '@isobar/weather'
import type { TownList } from '../../weather/places/index.ts'
import type { IndexablePage } from '../cms/index.ts'

/** Places per file: well below a sitemap's limit (50,000), to keep files small. */
export const PLACES_PER_FILE = 10_000
const LINES_PER_CHUNK = 500

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'

/** The number of place files. */
export function countPlaceFiles({ length }: TownList): number {
  return Math.ceil(length / PLACES_PER_FILE)
}

/** Which paths crawlers may read, and where the sitemap is. The API documentation is a page like any other. */
export function writeRobotsTxt(origin: string): string {
  return [
    'User-agent: *',
    'Allow: /api/docs',
    ...[
      '/api/',
      '/admin',
      '/login',
      '/forgot-password',
      '/invite/',
      '/setup/',
      '/reset-password/',
      '/preferences',
      '/unsubscribe',
      '/settings',
      '/subscribe',
    ].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

/** The sitemap index. */
export function writeSitemapIndex(origin: string, files: number): string {
  const names = ['site', ...Array.from({ length: files }, (_, i) => `places-${i + 1}`)]
  const lines = names.map((name) => `<sitemap><loc>${origin}/sitemaps/${name}.xml</loc></sitemap>`)
  return `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</sitemapindex>\n`
}

/** The front page, the map, the warnings and the texts of the site, each with its languages. */
export function writePageSitemap(origin: string, languages: readonly string[], pages: readonly IndexablePage[]): string {
  const entries = [
    entry(`${origin}/`, languages, null),
    entry(`${origin}/map`, languages, null),
    entry(`${origin}/warnings`, languages, null),
    entry(`${origin}/api/docs`, [], null),
    ...pages.map(({ slug, languages: own, publishedAt }) => entry(`${origin}/pages/${slug}`, own, publishedAt)),
  ]
  return `${HEAD}<urlset ${NAMESPACES}>\n${entries.join('\n')}\n</urlset>\n`
}

/**
 * The pages of places, generated while they are sent. Without modification times, since weather always changes. The pages themselves name
 * their languages.
 */
export function* writePlaceSitemap(origin: string, towns: TownList, file: number): Generator<string> {
  yield `${HEAD}<urlset ${NAMESPACES}>\n`
  let lines: string[] = []
  for (const town of towns.slice((file - 1) * PLACES_PER_FILE, file * PLACES_PER_FILE)) {
    lines.push(`<url><loc>${origin}${writeCityPath(town)}</loc></url>\n`)
    if (lines.length === LINES_PER_CHUNK) {
      yield lines.join('')
      lines = []
    }
  }
  yield `${lines.join('')}</urlset>\n`
}

/** `changedAt`: null for a shipped text, which has no meaningful age. */
function entry(address: string, languages: readonly string[], changedAt: number | null): string {
  const links = languages.map((lang) => {
    const href = lang === 'en' ? address : `${address}?lang=${lang}`
    return `<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`
  })
  const changed = changedAt === null ? '' : `<lastmod>${formatInstant(changedAt)}</lastmod>`
  return `<url><loc>${address}</loc>${changed}${links.join('')}</url>`
}
