import { defineTables, type TablesOf } from '../db/columns.ts'

export const cacheTables = defineTables({
  cache_entry: { key: 'text', value: 'bytea', expires_at: 'timestamptz' },
})

export type CacheTables = TablesOf<typeof cacheTables>
