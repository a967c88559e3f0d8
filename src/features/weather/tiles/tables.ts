import { defineTables, type TablesOf } from '../../../platform/db/columns.ts'

export const tileTables = defineTables({
  map_tile: {
    layer: 'text',
    z: 'int2',
    x: 'int4',
    y: 'int4',
    fetched_at: 'timestamptz',
    png: 'bytea',
  },
})

export type TileTables = TablesOf<typeof tileTables>
