import type { Answer } from '../../api/ask.ts'
import type { Language } from '../editing/choices.ts'

export type CmsPage = Answer<'get', '/api/admin/cms-pages/{slug}'>
export type Status = CmsPage['status']

/** The editable fields of a page. */
export interface Text {
  readonly format: 'markdown' | 'html'
  readonly title: string
  readonly description: string
  readonly indexable: boolean
  readonly body: string
}

export type PageAction = 'save' | 'publish' | 'unpublish' | 'discard' | 'restore' | 'reset' | 'review'
/** A request to change a page; the fields are sent with `save` and `publish`. */
export interface PageChange extends Partial<Text> {
  readonly action: PageAction
  readonly revision?: number
}

const EMPTY: Text = { format: 'markdown', title: '', description: '', indexable: true, body: '' }

/** Where editing starts: from the draft, else the public text, else empty. */
export function getEditableText({ draft, published, shipped }: CmsPage): Text {
  const { format, title, description, indexable, body } = draft ?? published ?? shipped ?? EMPTY
  return { format, title, description, indexable, body }
}

/** The fields that differ. */
export function listChangedFields(one: Text, other: Text): (keyof Text)[] {
  return (Object.keys(EMPTY) as (keyof Text)[]).filter((field) => one[field] !== other[field])
}

/** A page that does not exist yet. */
export function buildNewPage(slug: string, lang: Language): CmsPage {
  const nobody = { publishedAt: null, updatedAt: null, updatedBy: null }
  return {
    slug,
    lang,
    title: '',
    status: 'unpublished',
    hasDraft: false,
    defaultText: 'current',
    version: 0,
    ...nobody,
    draft: null,
    published: null,
    shipped: null,
    revisions: [],
  }
}
