import { defineTables, type TablesOf } from '../../../platform/db/columns.ts'

export const templateTables = defineTables({
  email_template: {
    id: 'text',
    subject: 'text',
    mjml: 'text',
    body_text: 'text',
    version: 'int4',
    updated_at: 'timestamptz',
    updated_by: 'text null',
  },
})

export type TemplateTables = TablesOf<typeof templateTables>
