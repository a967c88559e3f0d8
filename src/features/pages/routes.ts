import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../errors.ts'
import { publicCacheControl } from '../../platform/http/cache-control.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { errorResponses } from '../../platform/http/schemas.ts'
import { sendJson } from '../../platform/http/send-json.ts'
import { addVary } from '../../platform/http/vary.ts'
import { wantedLanguages } from './languages.ts'
import { Lang, LIST_EXAMPLE, PUBLIC_PAGE_EXAMPLE, PublicPageAnswer, publicPage, PublicPages, publicPages, Slug } from './schemas.ts'
import { type Pages, readingOrder } from './service.ts'
import type { PageLanguage } from './shipped.ts'

export interface PageRoutes {
  readonly pages: Pages
}

const tags = ['Pages']
const CACHING = publicCacheControl({ maxAgeSeconds: 300 })
const LangQuery = Type.Object({ lang: Type.Optional(Lang) })
const NOT_MODIFIED = { 304: { type: 'null', description: 'The caller has it already (If-None-Match)' } }

/** GET /api/pages, /api/pages/{slug}: the texts that the site shows at /pages/{slug}. */
export function registerPages(app: HttpServer, { pages }: PageRoutes): void {
  app.get(
    '/api/pages',
    {
      schema: {
        operationId: 'listPages',
        tags,
        summary: 'The texts of the site that can be read, for its menus',
        querystring: LangQuery,
        response: {
          200: { ...PublicPages, examples: [LIST_EXAMPLE] },
          ...NOT_MODIFIED,
          ...errorResponses(['invalid_request', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const list = publicPages(await pages.listPublic(languagesFor(request, reply, request.query.lang)[0] ?? 'en'))
      return sendJson(request, reply.header('cache-control', CACHING), JSON.stringify(list))
    },
  )

  app.get(
    '/api/pages/:slug',
    {
      schema: {
        operationId: 'getPage',
        tags,
        summary: 'A text of the site',
        description: 'In the language asked for by `lang` or `Accept-Language`; in English where it is not there.',
        params: Type.Object({ slug: Slug }),
        querystring: LangQuery,
        response: {
          200: { ...PublicPageAnswer, examples: [PUBLIC_PAGE_EXAMPLE] },
          ...NOT_MODIFIED,
          ...errorResponses(['invalid_request', 'not_found', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const { slug } = request.params
      const page = await pages.find(slug, languagesFor(request, reply, request.query.lang))
      if (page === undefined) throw new AppError('not_found', 'There is no such page.')
      const answer = publicPage(page, await pages.languagesOf(slug))
      return sendJson(request, reply.header('cache-control', CACHING).header('content-language', page.lang), JSON.stringify(answer))
    },
  )
}

function languagesFor(request: FastifyRequest, reply: FastifyReply, lang: PageLanguage | undefined): readonly PageLanguage[] {
  if (lang !== undefined) return readingOrder(lang)
  addVary(reply, 'accept-language')
  return wantedLanguages(request.headers['accept-language'])
}
