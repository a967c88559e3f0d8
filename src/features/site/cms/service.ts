import type { Actor } from '../../../admin/access/index.ts'
import type { AuditTables } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { type Language, LANGUAGES } from '../../../messages/languages.ts'
import { compareContents } from './compare.ts'
import type { Content } from './content.ts'
import { buildPageChange, type PageEdit, type ReadRevision } from './edit.ts'
import { createPageWriter } from './page-writer.ts'
import { createShipped, SHIPPED_SLUGS } from './shipped.ts'
import { createPageStore, type PageChange, type PageState, type PageStore, type Revision, type SavedContent } from './store.ts'
import type { DefaultText, PageTables } from './tables.ts'

/** A page in its public form. */
export interface PublicPage extends SavedContent {
  readonly slug: string
  readonly lang: Language
  /** Epoch milliseconds; null for a shipped text. */
  readonly publishedAt: number | null
}

export interface IndexablePage {
  readonly slug: string
  readonly languages: readonly Language[]
  /** The last change, epoch milliseconds; null when all are shipped texts. */
  readonly publishedAt: number | null
}

/** One line of the list of pages. */
export interface PageSummary {
  readonly slug: string
  readonly lang: Language
  readonly title: string
  /** The state for the public. */
  readonly status: 'shipped' | 'published' | 'hidden' | 'unpublished'
  readonly hasDraft: boolean
  /** Whether the default text has changed since the page's own text took it into account; `unknown`: the page was edited before that was recorded. */
  readonly defaultText: 'current' | 'changed' | 'unknown'
  readonly version: number
  readonly publishedAt: number | null
  readonly updatedAt: number | null
  readonly updatedBy: string | null
}

export interface PageDetail extends PageSummary {
  readonly draft: Revision | null
  readonly published: Revision | null
  readonly shipped: SavedContent | null
  readonly former: SavedContent | null
  readonly revisions: Awaited<ReturnType<PageStore['listRevisions']>>
}

/** A side of a comparison: a revision by number, or by its role; `former`: the default text that the page's own text takes into account. */
export type Side = number | 'draft' | 'published' | 'shipped' | 'former'

export type Pages = ReturnType<typeof createPages>

const MAX_PAGES = 200

/** Looks up a page's state: in the database, or in a list read before. */
type StateOf = (slug: string, lang: Language) => PageState | undefined | Promise<PageState | undefined>

/** The texts of the site: shipped ones and their edits. */
export function createPages({ db, settings, clock }: Pick<Foundation<PageTables & AuditTables>, 'db' | 'settings' | 'clock'>) {
  const store = createPageStore(db)
  const writer = createPageWriter()
  const shipped = createShipped(() => {
    const { operatorName: name, operatorContact: contact } = settings.current()
    return { name, contact }
  })

  /** The text in the first of the languages that has one. Unpublished in a language means gone for its readers: there is no fallback. */
  async function firstPublic(slug: string, languages: readonly Language[], stateOf: StateOf): Promise<PublicPage | undefined> {
    for (const lang of languages) {
      const state = await stateOf(slug, lang)
      if (state?.hidden === true) return undefined
      const content = await contentOf(slug, lang, state?.publishedRevision)
      if (content !== null) return { ...content, slug, lang, publishedAt: state?.publishedAt ?? null }
    }
    return undefined
  }

  /** The states of all pages, read at once; `slugs` are those of shipped and other texts, in the order of the site. */
  async function readStates() {
    const states = await store.listPages()
    const byKey = new Map(states.map((state) => [`${state.slug} ${state.lang}`, state]))
    const stateOf = (slug: string, lang: Language): PageState | undefined => byKey.get(`${slug} ${lang}`)
    return { states, stateOf, slugs: [...new Set([...SHIPPED_SLUGS, ...states.map(({ slug }) => slug)])] }
  }

  /** All texts of a page that the public can read. */
  async function publicTexts(slug: string, stateOf: StateOf): Promise<PublicPage[]> {
    const found = await Promise.all(LANGUAGES.map((lang) => firstPublic(slug, [lang], stateOf)))
    return found.filter((page) => page !== undefined)
  }

  /** The given revision, or the shipped text without one. */
  async function contentOf(
    slug: string,
    lang: Language,
    revision: number | null | undefined,
    read: ReadRevision = (wanted) => store.findRevision(slug, lang, wanted),
  ): Promise<SavedContent | null> {
    return typeof revision === 'number' ? ((await read(revision)) ?? null) : shipped.content(slug, lang)
  }

  async function detail(slug: string, lang: Language): Promise<PageDetail> {
    const state = await store.findPage(slug, lang)
    const own = shipped.content(slug, lang)
    const read = async (revision: number | null | undefined) =>
      typeof revision === 'number' ? store.findRevision(slug, lang, revision) : undefined
    if (state === undefined && own === null) throw new AppError('not_found', 'This page does not exist in this language.')
    const [draft, published, revisions] = await Promise.all([
      read(state?.draftRevision),
      read(state?.publishedRevision),
      store.listRevisions(slug, lang),
    ])
    const title = (published ?? own ?? draft)?.title ?? ''
    const former = state?.defaultText ? shipped.filled(state.defaultText, lang) : null
    const texts = { draft: draft ?? null, published: published ?? null, shipped: own, former }
    return { ...summaryOf({ slug, lang }, state, shipped.defaultText(slug, lang), title), ...texts, revisions }
  }

  async function side(page: PageDetail, which: Side): Promise<Content> {
    const content = typeof which === 'number' ? await store.findRevision(page.slug, page.lang, which) : page[which]
    if (content === undefined || content === null) throw new AppError('not_found', `The page has no such version: ${which}`)
    return content
  }

  return {
    /** The page in the first of the languages that has it; undefined when none has, or when it is unpublished in an earlier one. */
    find: (slug: string, languages: readonly Language[]): Promise<PublicPage | undefined> => firstPublic(slug, languages, store.findPage),
    /** @throws AppError not_found */
    detail,
    /** The languages that the public can read the page in. */
    async languagesOf(slug: string): Promise<readonly Language[]> {
      const texts = await publicTexts(slug, store.findPage)
      return texts.map(({ lang }) => lang)
    },
    /** The pages that search engines may list, with their languages. */
    async listIndexable(): Promise<IndexablePage[]> {
      const { slugs, stateOf } = await readStates()
      const found = await Promise.all(
        slugs.map(async (slug) => {
          const texts = (await publicTexts(slug, stateOf)).filter(({ indexable }) => indexable)
          const published = texts.flatMap(({ publishedAt }) => publishedAt ?? [])
          return {
            slug,
            languages: texts.map(({ lang }) => lang),
            publishedAt: published.length === 0 ? null : Math.max(...published),
          }
        }),
      )
      return found.filter(({ languages }) => languages.length > 0)
    },
    /** The public pages in one language, or else in English, in the order of the site. */
    async listPublic(lang: Language): Promise<Pick<PublicPage, 'slug' | 'lang' | 'title' | 'description' | 'publishedAt'>[]> {
      const { slugs, stateOf } = await readStates()
      const found = await Promise.all(slugs.map((slug) => firstPublic(slug, listReadingLanguages(lang), stateOf)))
      return found.filter((page) => page !== undefined)
    },
    async list(): Promise<PageSummary[]> {
      const { states, stateOf } = await readStates()
      const own = SHIPPED_SLUGS.flatMap((slug) => LANGUAGES.map((lang) => ({ slug, lang })))
      const added = states.filter(({ slug }) => !(SHIPPED_SLUGS as readonly string[]).includes(slug))
      const keys = [...own, ...added.map(({ slug, lang }) => ({ slug, lang: lang as Language }))]
      const lines = await Promise.all(
        keys.map(async ({ slug, lang }) => {
          const state = stateOf(slug, lang)
          const content = (await contentOf(slug, lang, state?.publishedRevision)) ?? (await contentOf(slug, lang, latestRevision(state)))
          return content === null ? undefined : summaryOf({ slug, lang }, state, shipped.defaultText(slug, lang), content.title)
        }),
      )
      return lines.filter((line) => line !== undefined)
    },
    /** @throws AppError not_found */
    async revision(slug: string, lang: Language, revision: number): Promise<Revision> {
      const found = await store.findRevision(slug, lang, revision)
      if (found === undefined) throw new AppError('not_found', 'The page has no such revision.')
      return found
    },
    /** A unified diff of two texts. @throws AppError not_found */
    async compare(slug: string, lang: Language, from: Side, to: Side): Promise<string> {
      const page = await detail(slug, lang)
      const [before, after] = await Promise.all([side(page, from), side(page, to)])
      return compareContents(`${slug}.${lang}`, before, after, String(from), String(to))
    },
    /** @throws AppError invalid_request, not_found, conflict, service_unavailable */
    async edit(edit: PageEdit, actor: Actor): Promise<PageDetail> {
      const { slug, lang, version, action = 'save' } = edit
      const known = await store.listPages()
      const isNew = shipped.content(slug, lang) === null && !known.some((state) => state.slug === slug && state.lang === lang)
      if (isNew && known.length >= MAX_PAGES) throw new AppError('limit_reached', `The limit of ${MAX_PAGES} pages is reached.`)
      await store.change({ slug, lang }, version, { name: actor.name, now: clock.now() }, async (state, read) => {
        const former = await contentOf(slug, lang, latestRevision(state), read)
        const defaultText = shipped.defaultText(slug, lang)
        const isShipped = defaultText !== null
        const change: PageChange = {
          ...(await buildPageChange(edit, { state, former, isShipped, read, render: writer.render, now: clock.now() })),
          ...(isShipped && (action === 'review' || latestRevision(state) === null) && { defaultText }),
        }
        return {
          change,
          audit: {
            actor,
            action: `page.${action}`,
            object: { type: 'page', id: `${slug}/${lang}` },
            before: { ...standing(state), ...(change.content && former && textOf(former)) },
            after: { ...standing(state), ...standing(change), ...(change.content && textOf(change.content)) },
          },
        }
      })
      return detail(slug, lang)
    },
    /** A body in its public form. @throws AppError invalid_request, service_unavailable */
    preview: async (text: Pick<Content, 'format' | 'body'>): Promise<string> => (await writer.render(text)).html,
    close: writer.close,
  }
}

/** The revision that an edit starts from: the draft, else the published one; null: the shipped text. */
function latestRevision(state: PageState | undefined): number | null {
  return state?.draftRevision ?? state?.publishedRevision ?? null
}

/** The languages for a reader of one: that language, else English. */
export function listReadingLanguages(lang: Language): readonly Language[] {
  return [...new Set([lang, 'en' as const])]
}

function summaryOf(
  { slug, lang }: { readonly slug: string; readonly lang: Language },
  state: PageState | undefined,
  defaultText: DefaultText | null,
  title: string,
): PageSummary {
  return {
    slug,
    lang,
    title,
    status: statusOf(state, defaultText !== null),
    hasDraft: typeof state?.draftRevision === 'number',
    defaultText: comparedWith(state, defaultText),
    version: state?.version ?? 0,
    publishedAt: state?.publishedAt ?? null,
    updatedAt: state?.updatedAt ?? null,
    updatedBy: state?.updatedBy ?? null,
  }
}

function statusOf(state: PageState | undefined, isShipped: boolean): PageSummary['status'] {
  if (state?.hidden === true) return 'hidden'
  if (typeof state?.publishedRevision === 'number') return 'published'
  return isShipped ? 'shipped' : 'unpublished'
}

function comparedWith(state: PageState | undefined, now: DefaultText | null): PageSummary['defaultText'] {
  if (now === null || state === undefined || latestRevision(state) === null) return 'current'
  const { defaultText: then } = state
  if (then === null) return 'unknown'
  return (['title', 'description', 'body'] as const).every((field) => then[field] === now[field]) ? 'current' : 'changed'
}

function standing(state: PageState | PageChange | undefined): object {
  const { publishedRevision, hidden } = state ?? {}
  return { ...(publishedRevision === undefined ? {} : { publishedRevision }), ...(hidden === undefined ? {} : { hidden }) }
}

function textOf({ title, description, format, indexable, body }: Content): object {
  return { title, description, format, indexable, body }
}
