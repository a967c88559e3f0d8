import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'

export const FORMATS = ['markdown', 'html'] as const
export type Format = (typeof FORMATS)[number]

/** A text that comes with the service, before the operator's name is put into it. */
export interface DefaultText {
  readonly title: string
  readonly description: string
  readonly body: string
}

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
    default_text: narrowColumn<DefaultText>()('jsonb null'),
  },
  cms_revision: {
    slug: 'text',
    lang: 'text',
    revision: 'int4',
    format: narrowColumn<Format>()('text'),
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
