import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../errors.ts'
import { NO_STORE, publicCacheControl } from '../../platform/http/cache-control.ts'
import { matchesEtag, weakEtag } from '../../platform/http/etag.ts'
import { html, trustedHtml } from '../../platform/http/html.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { type Page, sendPage } from '../../platform/http/page.ts'
import { errorResponses } from '../../platform/http/schemas.ts'
import { addVary } from '../../platform/http/vary.ts'
import { wantedLanguages } from './languages.ts'
import { Lang, PublicPages, publicPages, Slug } from './schemas.ts'
import { type Pages, type PublicPage, withEnglish } from './service.ts'
import type { PageLanguage } from './shipped.ts'

export interface PageRoutes {
  readonly pages: Pages
  readonly siteName: () => string
}

const tags = ['Pages']
const MAX_AGE_SECONDS = 300
const LangQuery = Type.Object({ lang: Type.Optional(Lang) })
const NOT_MODIFIED = { 304: { type: 'null', description: 'The caller has it already (If-None-Match)' } }
const MISSING = {
  lang: 'en',
  direction: 'ltr',
  title: 'There is no such page',
  indexable: false,
  body: html`<p><a href="/">To the weather</a></p>`,
} as const
const LIST_EXAMPLE = {
  pages: [{ slug: 'about', lang: 'en', title: 'About', description: 'What this service is', url: '/pages/about', publishedAt: null }],
}

/** GET /pages/{slug}, /api/pages */
export function registerPages(app: HttpServer, { pages, siteName }: PageRoutes): void {
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
      const list = JSON.stringify(publicPages(await pages.listPublic(languagesFor(request, reply, request.query.lang)[0] ?? 'en')))
      if (isKnown(request, reply, list)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(Buffer.from(list))
    },
  )

  app.get(
    '/pages/:slug',
    {
      schema: {
        operationId: 'getPage',
        tags,
        summary: 'A text of the site, as a page',
        description: 'In the language asked for by `lang` or `Accept-Language`; in English where it is not there.',
        params: Type.Object({ slug: Slug }),
        querystring: LangQuery,
        response: {
          200: { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } },
          ...NOT_MODIFIED,
          ...errorResponses(['invalid_request', 'not_found', 'service_unavailable']),
        },
      },
    },
    async (request, reply) => {
      const page = await pages.find(request.params.slug, languagesFor(request, reply, request.query.lang))
      if (page === undefined) {
        if (!request.headers.accept?.includes('text/html')) throw new AppError('not_found', 'There is no such page.')
        return sendPage(reply.code(404).header('cache-control', NO_STORE), { ...MISSING, siteName: siteName() })
      }
      if (isKnown(request, reply, JSON.stringify([page, siteName()]))) return reply.code(304).send()
      return sendPage(reply.header('content-language', page.lang), asPage(page, siteName()))
    },
  )
}

function languagesFor(request: FastifyRequest, reply: FastifyReply, lang: PageLanguage | undefined): readonly PageLanguage[] {
  if (lang !== undefined) return withEnglish(lang)
  addVary(reply, 'accept-language')
  return wantedLanguages(request.headers['accept-language'])
}

/** Sets what caches need, and tells whether the caller has this already. The nonce is not part of what a page is. */
function isKnown(request: FastifyRequest, reply: FastifyReply, identity: string): boolean {
  const etag = weakEtag(identity)
  reply.header('cache-control', publicCacheControl({ maxAgeSeconds: MAX_AGE_SECONDS })).header('etag', etag)
  return matchesEtag(request.headers['if-none-match'], etag)
}

function asPage({ lang, title, description, indexable, html: text }: PublicPage, siteName: string): Page {
  return { lang, direction: 'ltr', title, description, indexable, body: html`<div class="text">${trustedHtml(text)}</div>`, siteName }
}
