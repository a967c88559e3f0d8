import { defineTables, type TablesOf } from '../db/columns.ts'

export const secretTables = defineTables({
  hash_key: { one: 'bool default', sealed: 'text null' },
})

export type SecretTables = TablesOf<typeof secretTables>
