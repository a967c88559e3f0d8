import { defineTables, type TablesOf } from './columns.ts'

export const changeTables = defineTables({
  change_version: { topic: 'text', version: 'int8' },
})

export type ChangeTables = TablesOf<typeof changeTables>
