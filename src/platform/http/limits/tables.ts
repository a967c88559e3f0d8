import { defineTables } from '../../db/columns.ts'

/** Holds the counts of `shared-windows.ts`. */
export const rateTables = defineTables({
  rate_window: { name: 'text', key: 'text', window_start: 'int8', window_end: 'int8', count: 'int4' },
})
