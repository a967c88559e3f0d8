import type { RouteConfigEntry } from '@react-router/dev/routes'
import { LANGUAGES } from '../../src/messages/languages.ts'
import { DAY_MS } from '../../src/time.ts'
import { recordAnswer, type Target } from './record.ts'

/** A value of each parameter in the path of a page. */
const PARAMETERS: Readonly<Record<string, string>> = {
  place: 'berlin-52.52,13.41',
  country: 'DE',
  slug: 'about',
  section: 'weather',
  theme: 'weather',
  id: 'weekly-digest',
  token: 'none',
}
/** What is no page of the router. */
const OTHERS = [
  '/weather/berlin-52.52,13.41/meteogram.svg',
  '/weather/berlin',
  '/embed/berlin-52.52,13.41',
  '/preferences?token=none',
  '/manifest.webmanifest',
  '/sw.js',
  '/offline.js',
  '/api-docs.js',
  '/sitemap.xml',
  '/robots.txt',
  '/favicon.ico',
  '/icons.svg',
]

/** Every page of the site in every language, every page of the back office, and the files that the front page loads. */
export async function exercisePages({ visitor, record }: Target): Promise<void> {
  // As in a build: without the pages for development.
  process.env['NODE_ENV'] = 'production'
  const { default: routes } = await import('../../web/app/routes.ts')
  for (const pattern of routes.flatMap((route) => listPatterns(route, ''))) {
    const path = fillPattern(pattern)
    const isOffice = /^\/(?:admin|login)/.test(path)
    for (const lang of isOffice ? ['en'] : LANGUAGES) {
      const headers = { accept: 'text/html', 'accept-language': lang }
      const answer = await visitor.ask('GET', path, { isOwner: isOffice, headers })
      record(recordAnswer('page', `${pattern} ${lang}`, answer))
    }
  }
  for (const path of OTHERS) record(recordAnswer('page', path, await visitor.ask('GET', path, { headers: { accept: '*/*' } })))
  const text = await visitor.ask('GET', '/weather/berlin', { headers: { accept: 'text/plain' } })
  record(recordAnswer('page', '/weather/berlin as text', text))
  const front = (await visitor.ask('GET', '/')).text
  const files = [...new Set(front.match(/\/assets\/[\w.-]+\.(?:js|css)/g))]
  const missing: string[] = []
  for (const file of files) if ((await visitor.ask('GET', file)).status !== 200) missing.push(file)
  const fault = files.length > 0 && missing.length === 0 ? null : `missing: ${missing.join(' ')}`
  record({ kind: 'page', name: 'files of the front page', status: 200, answer: `${files.length} files`, fault })
}

function listPatterns({ path, children = [] }: RouteConfigEntry, above: string): string[] {
  const own = path === undefined ? above : `${above}/${path}`
  const below = children.flatMap((child) => listPatterns(child, own))
  return children.length === 0 ? [own || '/'] : below
}

/** @throws for a parameter without a value: a new page needs one */
function fillPattern(pattern: string): string {
  return pattern.replaceAll(/:(\w+)\??|\*/g, (all, name: string | undefined) => {
    if (name === undefined) return 'no-such-page'
    if (name === 'date') return new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
    const value = PARAMETERS[name]
    if (value === undefined) throw new Error(`there is no value for ${all} of ${pattern}`)
    return value
  })
}
