import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import { readLanguage } from '../../../messages/language-tag.ts'
import { isLanguage, type Language, LANGUAGES } from '../../../messages/languages.ts'
import { parseAcceptedLanguages } from '../../../platform/http/bytes/accept.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { sendJson } from '../../../platform/http/bytes/send-json.ts'
import { addVary } from '../../../platform/http/bytes/vary.ts'
import { buildErrorResponses, NOT_MODIFIED } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import {
  LIST_EXAMPLE,
  PUBLIC_PAGE_EXAMPLE,
  PublicPageAnswer,
  buildPublicPageAnswer,
  PublicPages,
  buildPublicPagesAnswer,
  Slug,
} from './schemas.ts'
import { type Pages, listReadingLanguages } from './service.ts'

const tags = ['Pages']
const CACHING = writePublicCacheControl({ maxAgeSeconds: 300 })
const LangQuery = Type.Object({
  lang: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'BCP 47 tag; English if there is no text in that language. Each text states its language',
      examples: ['de'],
    }),
  ),
})

/** GET /api/pages, /api/pages/{slug}: the texts that the site shows at /pages/{slug}. */
export function registerPages(app: HttpServer, pages: Pages): void {
  app.get(
    '/api/pages',
    {
      schema: {
        operationId: 'listPages',
        tags,
        summary: 'List public pages',
        description: 'Published pages only, with their titles and addresses.',
        querystring: LangQuery,
        response: {
          200: { ...PublicPages, examples: [LIST_EXAMPLE] },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const list = buildPublicPagesAnswer(await pages.listPublic(languagesFor(request, reply, request.query.lang)[0] ?? 'en'))
      return sendJson(request, reply.header('cache-control', CACHING), JSON.stringify(list))
    },
  )

  app.get(
    '/api/pages/:slug',
    {
      schema: {
        operationId: 'getPage',
        tags,
        summary: 'Get a page',
        description:
          'In the language given by `lang` or `Accept-Language`, otherwise in English. A page unpublished in a language answers 404 in that language.',
        params: Type.Object({ slug: Slug }),
        querystring: LangQuery,
        response: {
          200: { ...PublicPageAnswer, examples: [PUBLIC_PAGE_EXAMPLE] },
          ...NOT_MODIFIED,
          ...buildErrorResponses(['invalid_request', 'not_found', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const { slug } = request.params
      const page = await pages.find(slug, languagesFor(request, reply, request.query.lang))
      if (page === undefined) throw new AppError('not_found', 'This page does not exist.')
      const answer = buildPublicPageAnswer(page, await pages.languagesOf(slug))
      return sendJson(request, reply.header('cache-control', CACHING).header('content-language', page.lang), JSON.stringify(answer))
    },
  )
}

function languagesFor(request: FastifyRequest, reply: FastifyReply, lang: string | undefined) {
  if (lang !== undefined) {
    const asked = readLanguage(lang)
    return listReadingLanguages(LANGUAGES.find((language) => language === asked) ?? 'en')
  }
  addVary(reply, 'accept-language')
  return listPreferredLanguages(request.headers['accept-language'])
}

/** The page languages in the reader's order of preference, then English; a regional variant counts as its language. */
export function listPreferredLanguages(acceptLanguage: string | undefined): readonly Language[] {
  const bases = parseAcceptedLanguages(acceptLanguage).map((tag) => tag.toLowerCase().split('-')[0])
  return [...new Set([...bases.filter(isLanguage), 'en' as const])]
}
