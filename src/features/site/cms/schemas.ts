import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { type Language, LANGUAGES } from '../../../messages/languages.ts'
import { Instant, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import { MAX_BODY, PAGE_ACTIONS } from './edit.ts'
import type { PageDetail, PageSummary, PublicPage } from './service.ts'
import type { Revision } from './store.ts'
import { FORMATS } from './tables.ts'

/** No control characters except line ends and tabs. */
const TEXT = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$'
const LINE = '^[^\\u0000-\\u001f\\u007f]*$'

export const Slug = Type.String({
  pattern: '^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$',
  description: 'Name of the page in its URL',
  examples: ['about'],
})
export const Lang = Type.Enum([...LANGUAGES], { description: 'Language of the text', examples: ['en'] })

const content = {
  format: Type.Enum([...FORMATS], { description: 'Format of the body' }),
  title: Type.String({ maxLength: 200, pattern: LINE, description: 'Heading of the page' }),
  description: Type.String({ maxLength: 400, pattern: LINE, description: 'One sentence for search results' }),
  indexable: Type.Boolean({ description: 'Whether search engines may index it' }),
}
const body = Type.String({ maxLength: MAX_BODY, pattern: TEXT, description: 'Markdown or HTML; HTML is sanitised when saved' })

/** Stored texts are returned as they are, whatever the limits were when they were saved. */
const stored = { ...content, title: Type.String(), description: Type.String() }
const Text = Type.Object(
  { ...stored, body: Type.String(), html: Type.String({ description: 'Public HTML, sanitised' }) },
  { title: 'PageText' },
)
const revisionFields = { revision: Type.Integer(), createdAt: Instant, createdBy: Type.String({ description: 'Who saved it' }) }
export const PageRevision = Type.Object({ ...revisionFields, ...Text.properties }, { title: 'PageRevision' })

export const PageItem = Type.Object(
  {
    slug: Slug,
    lang: Lang,
    title: stored.title,
    status: Type.Enum(['shipped', 'published', 'hidden', 'unpublished'], { description: 'What visitors see' }),
    hasDraft: Type.Boolean(),
    defaultText: Type.Enum(['current', 'changed', 'unknown'], {
      description:
        'changed: the default text is another one than when the page was edited or last reviewed. unknown: the page was edited before that was recorded.',
    }),
    version: Type.Integer({ description: 'Version to send with the next change; 0: never edited' }),
    publishedAt: buildNullableSchema(Instant),
    updatedAt: buildNullableSchema(Instant),
    updatedBy: buildNullableSchema(Type.String()),
  },
  { title: 'PageItem' },
)

export const PageAnswer = Type.Object(
  {
    ...PageItem.properties,
    draft: buildNullableSchema(PageRevision),
    published: buildNullableSchema(PageRevision),
    shipped: buildNullableSchema(Text),
    revisions: Type.Array(Type.Object({ ...revisionFields, ...stored }), { description: 'Newest first' }),
  },
  { title: 'Page' },
)

export const PagePatch = Type.Object(
  {
    slug: Slug,
    lang: Type.Optional(Lang),
    version: Type.Optional(Type.Integer({ minimum: 0, description: 'The version you read' })),
    action: Type.Optional(
      Type.Enum([...PAGE_ACTIONS], {
        description:
          'save (default): create a draft. publish: publish the given text or the draft. unpublish: hide the page. discard: delete the draft. restore: make a revision the draft. reset: return to the default text. review: the page takes the present default text into account.',
      }),
    ),
    revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 1e9, description: 'Revision to restore' })),
    format: Type.Optional(content.format),
    title: Type.Optional(content.title),
    description: Type.Optional(content.description),
    indexable: Type.Optional(content.indexable),
    body: Type.Optional(body),
  },
  { title: 'PageChange' },
)

export const PagePreview = Type.Object({ format: content.format, body }, { title: 'PagePreview' })

export const PublicPages = Type.Object(
  {
    pages: Type.Array(
      Type.Object({
        slug: Slug,
        lang: Lang,
        title: Type.String(),
        description: Type.String(),
        url: Type.String({ description: 'Path of the page' }),
        publishedAt: buildNullableSchema(Instant),
      }),
    ),
  },
  { title: 'Pages' },
)

export const PublicPageAnswer = Type.Object(
  {
    slug: Slug,
    lang: Lang,
    languages: Type.Array(Lang, { description: 'Languages the page is available in' }),
    title: Type.String(),
    description: Type.String({ description: 'One sentence for search results' }),
    html: Type.String({ description: 'Sanitised: no scripts, styles, forms, frames or external images' }),
    indexable: Type.Boolean({ description: 'Whether search engines may index it' }),
    url: Type.String({ description: 'Path of the page' }),
    publishedAt: buildNullableSchema(Instant),
  },
  { title: 'PublicPage' },
)

const PUBLIC_EXAMPLE = {
  slug: 'about',
  lang: 'en',
  title: 'About',
  description: 'What this service is',
  url: '/pages/about',
  publishedAt: null,
}
export const LIST_EXAMPLE = { pages: [PUBLIC_EXAMPLE] }
export const PUBLIC_PAGE_EXAMPLE = {
  ...PUBLIC_EXAMPLE,
  languages: [...LANGUAGES],
  html: '<p>We show the <strong>weather</strong>.</p>\n',
  indexable: true,
}
export const PATCH_EXAMPLE = { slug: 'about', lang: 'en', title: 'About us', body: 'We show the **weather**.', action: 'publish' } as const

const TEXT_EXAMPLE = {
  format: 'markdown',
  title: 'About us',
  description: 'Who makes this site',
  indexable: true,
  body: 'We show the **weather**.',
  html: '<p>We show the <strong>weather</strong>.</p>\n',
}
const REVISION_EXAMPLE = { revision: 1, createdAt: '2026-11-21T03:00:00Z', createdBy: 'ada@example.org' }
export const ITEM_EXAMPLE: Static<typeof PageItem> = {
  slug: 'about',
  lang: 'en',
  title: 'About us',
  status: 'published',
  hasDraft: false,
  defaultText: 'current',
  version: 1,
  publishedAt: '2026-11-21T03:00:00Z',
  updatedAt: '2026-11-21T03:00:00Z',
  updatedBy: 'ada@example.org',
}
export const REVISION_ANSWER_EXAMPLE = { ...REVISION_EXAMPLE, ...TEXT_EXAMPLE }
const { body: _body, html: _html, ...HEAD_EXAMPLE } = TEXT_EXAMPLE
export const PAGE_EXAMPLE = {
  ...ITEM_EXAMPLE,
  draft: null,
  published: REVISION_ANSWER_EXAMPLE,
  shipped: null,
  revisions: [{ ...REVISION_EXAMPLE, ...HEAD_EXAMPLE }],
}

/** One line of the list of pages, as the API returns it. */
export function buildPageItem(page: PageSummary): Static<typeof PageItem> {
  return { ...page, publishedAt: formatOptionalInstant(page.publishedAt), updatedAt: formatOptionalInstant(page.updatedAt) }
}

/** A revision with its instant in ISO 8601. */
export function buildPageRevision<T extends Pick<Revision, 'createdAt'>>(revision: T): Omit<T, 'createdAt'> & { createdAt: string } {
  return { ...revision, createdAt: formatInstant(revision.createdAt) }
}

/** A page with all its texts, for editors. */
export function buildPageAnswer(page: PageDetail) {
  return {
    ...buildPageItem(page),
    draft: page.draft && buildPageRevision(page.draft),
    published: page.published && buildPageRevision(page.published),
    shipped: page.shipped,
    revisions: page.revisions.map(buildPageRevision),
  }
}

type PublicHead = Pick<PublicPage, 'slug' | 'lang' | 'title' | 'description' | 'publishedAt'>

/** The list of pages for the public. */
export function buildPublicPagesAnswer(pages: readonly PublicHead[]) {
  return { pages: pages.map(publicHead) }
}

/** A page for the public; `languages` are those that it can be read in. */
export function buildPublicPageAnswer(page: PublicPage, languages: readonly Language[]): Static<typeof PublicPageAnswer> {
  const { html, indexable } = page
  return { ...publicHead(page), languages: [...languages], html, indexable }
}

function publicHead({ slug, lang, title, description, publishedAt }: PublicHead) {
  return { slug, lang, title, description, url: `/pages/${slug}`, publishedAt: formatOptionalInstant(publishedAt) }
}
