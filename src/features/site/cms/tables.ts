import { defineTables, narrowed, type TablesOf } from '../../../platform/db/columns.ts'

export const FORMATS = ['markdown', 'html'] as const
export type Format = (typeof FORMATS)[number]

export const pageTables = defineTables({
  cms_page: {
    slug: 'text',
    lang: 'text',
    version: 'int4',
    published_revision: 'int4 null',
    published_at: 'timestamptz null',
    draft_revision: 'int4 null',
    hidden: 'bool default',
    updated_at: 'timestamptz',
    updated_by: 'text',
  },
  cms_revision: {
    slug: 'text',
    lang: 'text',
    revision: 'int4',
    format: narrowed<Format>()('text'),
    title: 'text',
    description: 'text',
    body: 'text',
    html: 'text',
    indexable: 'bool',
    created_at: 'timestamptz',
    created_by: 'text',
  },
})

export type PageTables = TablesOf<typeof pageTables>
