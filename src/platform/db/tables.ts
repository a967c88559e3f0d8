import { defineTables, type TablesOf } from './columns.ts'

export const changeTables = defineTables({
  change_version: { topic: 'text', version: 'int8' },
})

export const restoreTables = defineTables({
  database_restore: { one: 'bool default', restored_at: 'timestamptz', file: 'text', released_at: 'timestamptz null' },
})

export type RestoreTables = TablesOf<typeof restoreTables>
export type ChangeTables = TablesOf<typeof changeTables>
