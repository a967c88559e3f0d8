import { buildRefusedFieldError } from '../../../errors.ts'
import type { Language } from '../../../messages/languages.ts'
import type { Content } from './content.ts'
import type { PageWriter } from './page-writer.ts'
import type { PageChange, PageState, Revision, SavedContent } from './store.ts'

/** Characters, after sanitising: a `<` becomes four. */
export const MAX_BODY = 100_000

export const PAGE_ACTIONS = ['save', 'publish', 'unpublish', 'discard', 'restore', 'reset', 'review'] as const
export type PageAction = (typeof PAGE_ACTIONS)[number]

export interface PageEdit extends Partial<Content> {
  readonly slug: string
  readonly lang: Language
  readonly version?: number
  readonly action?: PageAction
  /** The revision to restore. */
  readonly revision?: number
}

export type ReadRevision = (revision: number) => Promise<Revision | undefined>

/** A page's state before an edit. */
export interface Before {
  /** Undefined: never edited. */
  readonly state: PageState | undefined
  /** What the edit starts from: the draft, else the published text, else the shipped one. */
  readonly former: Content | null
  readonly isShipped: boolean
  readonly read: ReadRevision
  readonly render: PageWriter['render']
  /** Epoch milliseconds. */
  readonly now: number
}

/**
 * The change that an edit makes to a page.
 * @throws AppError invalid_request when the edit does not apply
 */
export async function buildPageChange(edit: PageEdit, { state, former, isShipped, read, render, now }: Before): Promise<PageChange> {
  const { action = 'save', revision } = edit
  const newest = (state?.latest ?? 0) + 1
  if (action === 'unpublish') return { hidden: true }
  if (action === 'discard') {
    if (typeof state?.draftRevision !== 'number') throw buildRefusedFieldError('action', 'there is no draft')
    return { draftRevision: null }
  }
  if (action === 'reset' || action === 'review') {
    if (!isShipped) throw buildRefusedFieldError('action', 'this page has no default text')
    if (action === 'review') return {}
    return { publishedRevision: null, publishedAt: null, draftRevision: null, hidden: false }
  }
  if (action === 'restore') {
    const wanted = revision === undefined ? undefined : await read(revision)
    if (wanted === undefined) throw buildRefusedFieldError('revision', 'does not exist for this page')
    return { content: wanted, draftRevision: newest }
  }
  const content = await contentOf(edit, former, render)
  if (action === 'save') {
    if (content === undefined) throw buildRefusedFieldError('body', 'there is nothing to save')
    return { content, draftRevision: newest }
  }
  const published = content === undefined ? (state?.draftRevision ?? null) : newest
  if (published === null && state?.hidden !== true) throw buildRefusedFieldError('action', 'there is nothing to publish')
  return {
    ...(content && { content }),
    // A hidden page becomes visible again with its former text.
    ...(published !== null && { publishedRevision: published, publishedAt: now }),
    draftRevision: null,
    hidden: false,
  }
}

/** The former text with the given fields replaced; undefined when none was given. */
async function contentOf(
  { format, title, description, body, indexable }: PageEdit,
  former: Content | null,
  render: PageWriter['render'],
): Promise<SavedContent | undefined> {
  if ([format, title, description, body, indexable].every((field) => field === undefined)) return undefined
  const merged = {
    format: format ?? former?.format ?? 'markdown',
    title: (title ?? former?.title ?? '').toWellFormed(),
    description: (description ?? former?.description ?? '').toWellFormed(),
    body: (body ?? former?.body ?? '').toWellFormed(),
    indexable: indexable ?? former?.indexable ?? true,
  }
  for (const field of ['title', 'body'] as const) if (merged[field].trim() === '') throw buildRefusedFieldError(field, 'is required')
  const content = { ...merged, ...(await render(merged)) }
  if (content.body.length > MAX_BODY) throw buildRefusedFieldError('body', `is longer than ${MAX_BODY} characters after sanitising`)
  return content
}
