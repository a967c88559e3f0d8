import { Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import { createMemoryListing } from '../../../platform/http/schema/memory-listing.ts'
import { buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import {
  ITEM_EXAMPLE,
  Lang,
  PAGE_EXAMPLE,
  PageAnswer,
  buildPageAnswer,
  buildPageItem,
  PageItem,
  PagePatch,
  PagePreview,
  PageRevision,
  buildPageRevision,
  PATCH_EXAMPLE,
  REVISION_ANSWER_EXAMPLE,
  Slug,
} from './schemas.ts'
import type { Pages, PageSummary, Side } from './service.ts'

const tags = ['Admin: pages']
const PageParams = Type.Object({ slug: Slug })
const LangQuery = Type.Object({ lang: Type.Optional(Lang) })
const SIDE =
  'draft, published, shipped (the default text), former (the default text when the page was edited or last reviewed), or a revision number'
const SideName = Type.String({ pattern: '^(?:draft|published|shipped|former|[1-9][0-9]{0,8})$', description: SIDE })

/** /api/admin/cms-pages */
export function registerPageAdmin(app: HttpServer, pages: Pages): void {
  registerListRoute(app, '/api/admin/cms-pages', {
    operationId: 'listCmsPages',
    tags,
    summary: 'List content pages',
    description: 'Drafts and published pages.',
    sorts: ['slug'],
    defaultSort: 'slug',
    filters: {
      lang: Type.Optional(Lang),
      status: Type.Optional(Type.Enum(['shipped', 'published', 'hidden', 'unpublished'], { description: 'Only this status' })),
    },
    item: PageItem,
    title: 'PageItems',
    example: ITEM_EXAMPLE,
    csvName: 'pages',
    list(query) {
      const summaries = async () =>
        (await pages.list()).filter((page) => (query.lang ?? page.lang) === page.lang && (query.status ?? page.status) === page.status)
      const list = createMemoryListing<PageSummary, 'slug'>(summaries, {
        positionOf: ({ slug, lang }) => ({ value: slug, id: lang }),
        textOf: ({ slug, title }) => `${slug} ${title}`,
      })
      return mapListing(list, buildPageItem)
    },
  })

  app.get(
    '/api/admin/cms-pages/:slug',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getCmsPage',
        tags,
        summary: 'Get a page with its draft and revisions',
        description: 'The draft is what would be published.',
        params: PageParams,
        querystring: LangQuery,
        response: { 200: { ...PageAnswer, examples: [PAGE_EXAMPLE] }, ...buildErrorResponses(['invalid_request', 'not_found']) },
      },
    },
    async ({ params, query }) => buildPageAnswer(await pages.detail(params.slug, query.lang ?? 'en')),
  )

  app.get(
    '/api/admin/cms-pages/:slug/revisions/:revision',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getCmsRevision',
        tags,
        summary: 'Get a revision',
        description: 'The text of one earlier version, with its author.',
        params: Type.Object({
          slug: Slug,
          revision: Type.Integer({ minimum: 1, maximum: 1e9, description: 'Number of the revision', examples: [1] }),
        }),
        querystring: LangQuery,
        response: {
          200: { ...PageRevision, examples: [REVISION_ANSWER_EXAMPLE] },
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async ({ params, query }) => buildPageRevision(await pages.revision(params.slug, query.lang ?? 'en', params.revision)),
  )

  app.get(
    '/api/admin/cms-pages/:slug/diff',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'compareCmsTexts',
        tags,
        summary: 'Compare two versions of a page',
        description: 'Line by line, as a unified diff.',
        params: PageParams,
        querystring: Type.Object({
          from: { ...SideName, examples: ['shipped'] },
          to: { ...SideName, examples: ['published'] },
          lang: Type.Optional(Lang),
        }),
        response: {
          200: Type.Object(
            { diff: Type.String({ description: 'Unified diff' }) },
            { examples: [{ diff: '--- about.en\tshipped\n+++ about.en\tpublished\n@@ -1,1 +1,1 @@\n-title: About\n+title: About us\n' }] },
          ),
          ...buildErrorResponses(['invalid_request', 'not_found']),
        },
      },
    },
    async ({ params, query: { from, to, lang } }) => ({ diff: await pages.compare(params.slug, lang ?? 'en', sideOf(from), sideOf(to)) }),
  )

  app.post(
    '/api/admin/cms-pages/preview',
    {
      ...buildAdminRoute('viewer'),
      bodyLimit: 1024 * 1024,
      schema: {
        operationId: 'previewCmsPage',
        tags,
        summary: 'Preview a page',
        description: 'Renders the body as visitors would see it; nothing is saved.',
        body: { ...PagePreview, examples: [{ format: 'markdown', body: 'We show the **weather**.' }] },
        response: {
          200: Type.Object(
            { html: Type.String({ description: 'Sanitised' }) },
            { examples: [{ html: '<p>We show the <strong>weather</strong>.</p>\n' }] },
          ),
          ...buildErrorResponses(['invalid_request', 'service_unavailable']),
        },
      },
    },
    async ({ body: { format, body } }) => ({ html: await pages.preview({ format, body: body.toWellFormed() }) }),
  )

  app.patch(
    '/api/admin/cms-pages',
    {
      ...buildAdminRoute('editor'),
      bodyLimit: 1024 * 1024,
      schema: {
        operationId: 'updateCmsPage',
        tags,
        summary: 'Create, edit, publish or unpublish a page',
        description: 'Each edit is a new revision; `version` refuses an edit that another one overtook.',
        body: { ...PagePatch, examples: [PATCH_EXAMPLE] },
        response: {
          200: { ...PageAnswer, examples: [PAGE_EXAMPLE] },
          ...buildErrorResponses(['invalid_request', 'conflict', 'limit_reached', 'service_unavailable']),
        },
      },
    },
    (request) => pages.edit({ ...request.body, lang: request.body.lang ?? 'en' }, getAdminContext(request).actor).then(buildPageAnswer),
  )
}

function sideOf(name: string): Side {
  return /^\d/.test(name) ? Number(name) : (name as Side)
}
