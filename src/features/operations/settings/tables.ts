import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'
import type { Overrides } from './values.ts'

export const settingTables = defineTables({
  setting: {
    one: 'bool default',
    version: 'int4',
    overrides: narrowColumn<Overrides>()('jsonb'),
    updated_at: 'timestamptz',
    updated_by: 'text',
  },
})

export type SettingTables = TablesOf<typeof settingTables>
