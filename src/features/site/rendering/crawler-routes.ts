import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../errors.ts'
import { LANGUAGES } from '../../../messages/languages.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { isEtagMatch, computeWeakEtag } from '../../../platform/http/bytes/etag.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { DAY_SECONDS } from '../../../time.ts'
import type { Gazetteer, TownList } from '../../weather/places/index.ts'
import type { Pages } from '../cms/index.ts'
import { countPlaceFiles, writePlaceSitemap, writeRobotsTxt, writePageSitemap, writeSitemapIndex } from './sitemap.ts'

export interface CrawlerRoutes {
  readonly gazetteer: Pick<Gazetteer, 'greatest'>
  readonly pages: Pick<Pages, 'listIndexable'>
}

/** Minimum population of a town in the sitemap: there are some 49,000 of them. */
const LISTED_POPULATION = 5_000

const PLACES_FILE = /^places-([1-9]\d{0,2})\.xml$/
const XML = 'application/xml; charset=utf-8'
const DAY = writePublicCacheControl({ maxAgeSeconds: DAY_SECONDS })
const HOUR = writePublicCacheControl({ maxAgeSeconds: 3_600 })

/** /robots.txt, /sitemap.xml and its files. Only places of the bundled gazetteer are listed. */
export function registerCrawlerRoutes(app: HttpServer, { gazetteer, pages }: CrawlerRoutes): void {
  let listing: Promise<TownList> | undefined
  const towns = (): Promise<TownList> => {
    listing ??= gazetteer.greatest(LISTED_POPULATION).catch((error: unknown) => {
      listing = undefined
      throw error
    })
    return listing
  }
  /** Hashes of the place files: one is made in 30 ms, so only once. */
  const hashes = new Map<number, string>()
  function hashOf(origin: string, list: TownList, number: number): string {
    const known = hashes.get(number)
    if (known !== undefined) return known
    const sum = createHash('sha256')
    for (const part of writePlaceSitemap(origin, list, number)) sum.update(part)
    const made = sum.digest('base64url')
    hashes.set(number, made)
    return made
  }
  const schema = { hide: true }
  app.get('/robots.txt', { schema }, (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', HOUR).send(writeRobotsTxt(app.publicOrigin())),
  )

  app.get('/sitemap.xml', { schema }, async (request, reply) => {
    const index = writeSitemapIndex(app.publicOrigin(), countPlaceFiles(await towns()))
    return sendXml(request, reply.header('cache-control', HOUR), index, () => index)
  })

  app.get<{ Params: { file: string } }>('/sitemaps/:file', { schema }, async (request, reply) => {
    const origin = app.publicOrigin()
    if (request.params.file === 'site.xml') {
      const file = writePageSitemap(origin, LANGUAGES, await pages.listIndexable())
      return sendXml(request, reply.header('cache-control', HOUR), file, () => file)
    }
    const list = await towns()
    const number = Number(PLACES_FILE.exec(request.params.file)?.[1] ?? Infinity)
    if (number > countPlaceFiles(list)) throw new AppError('not_found', 'No such sitemap')
    return sendXml(request, reply.header('cache-control', DAY), hashOf(origin, list, number), () => writePlaceSitemap(origin, list, number))
  })
}

/** `identity` identifies a version; the file is only generated when the client does not have that version. */
function sendXml(request: FastifyRequest, reply: FastifyReply, identity: string, make: () => string | Iterable<string>): FastifyReply {
  const etag = computeWeakEtag(identity)
  // Crawlers should read sitemaps, not index them.
  reply.header('etag', etag).header('x-robots-tag', 'noindex')
  if (isEtagMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const file = make()
  return reply.type(XML).send(typeof file === 'string' ? file : Readable.from(file, { objectMode: false, encoding: 'utf8' }))
}
