import { createHash, hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { isEtagMatch, computeWeakEtag } from '../../../platform/http/bytes/etag.ts'
import { addVary } from '../../../platform/http/bytes/vary.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'

/** Policy of the service worker, which fetches the pages that it caches. */
const WORKER_CSP = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
const WORKER = 'sw.js'
/** Folder of files whose names change with their contents. */
const ASSETS = 'assets/'
/** Folders of many files, each with one route: a route for each file would slow down every start. */
const FOLDERS = [ASSETS, 'map/']
const IMMUTABLE = 'public, max-age=31536000, immutable'
const HOUR = writePublicCacheControl({ maxAgeSeconds: 3_600 })
const PRECOMPRESSED = /\.(?:br|gz)$/

/**
 * The files of the site in `dir`, compressed as the client accepts. Serves the files that exist now, and nothing else.
 *
 * A file's entity tag is a hash of its content: files of a release all have the same time, so a tag made of size and time would call an
 * outdated copy current. For the same reason there is no `Last-Modified`.
 */
export async function registerFiles(app: HttpServer, dir: string): Promise<void> {
  await app.register(fastifyStatic, { root: dir, serve: false, preCompressed: true, cacheControl: false, etag: false, lastModified: false })
  const names = new Set((await namesIn(dir)).filter((name) => !PRECOMPRESSED.test(name)))
  const tags = new Map<string, Promise<string>>()

  function tagOf(name: string): Promise<string> {
    const known = tags.get(name)
    if (known !== undefined) return known
    const tag = readFile(join(dir, name)).then((content) => computeWeakEtag(hash('sha256', content)))
    tags.set(name, tag)
    tag.catch(() => tags.delete(name))
    return tag
  }

  async function send(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const etag = await tagOf(name)
    addVary(reply, 'accept-encoding')
    reply.header('etag', etag).header('cache-control', name.startsWith(ASSETS) ? IMMUTABLE : HOUR)
    if (name === WORKER) reply.header('content-security-policy', WORKER_CSP).header('cache-control', 'no-cache')
    return isEtagMatch(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.sendFile(name)
  }

  const schema = { hide: true }
  for (const name of names)
    if (!FOLDERS.some((folder) => name.startsWith(folder))) app.get(`/${name}`, { schema }, (request, reply) => send(name, request, reply))
  const params = Type.Object({ name: Type.String() })
  for (const folder of FOLDERS) {
    app.get(`/${folder}:name`, { schema: { ...schema, params } }, (request, reply) => {
      const name = folder + request.params.name
      return names.has(name) ? send(name, request, reply) : reply.callNotFound()
    })
  }
}

/** The paths of all files in a folder and its subfolders, relative to it, with slashes. */
async function namesIn(dir: string): Promise<string[]> {
  const root = resolve(dir)
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}${sep}${name}`)
  return paths.map((path) => path.slice(root.length + 1).replaceAll(sep, '/'))
}

/** The web app manifest, which browsers need to install the site. */
export function buildWebManifest(siteName: string) {
  return {
    id: '/',
    name: siteName,
    short_name: siteName.slice(0, 12),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#eef2f6',
    theme_color: '#0b5cad',
    categories: ['weather'],
    icons: [
      { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}

/**
 * An empty page for a frame of the back office that shows the HTML it receives: mails and texts as they really look, with their inline
 * styles, which the policy of our own pages forbids and a frame's `srcdoc` would inherit.
 */
const SCRIPT = `
addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data?.html !== 'string') return
  const { scrollX, scrollY } = window
  const shown = new DOMParser().parseFromString(data.html, 'text/html')
  for (const meta of shown.querySelectorAll('meta[http-equiv]')) meta.remove()
  document.replaceChild(document.adoptNode(shown.documentElement), document.documentElement)
  scrollTo(scrollX, scrollY)
})
for (const type of ['click', 'submit']) addEventListener(type, (event) => event.preventDefault(), true)
`

export const PREVIEW_PATH = '/admin/preview-frame'

export const PREVIEW_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title><script>${SCRIPT}</script></head><body></body></html>`

/** The content runs no scripts, loads nothing, and has an opaque origin: it would be harmless even without sanitising. */
export const PREVIEW_CSP = [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')
