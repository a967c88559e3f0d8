import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'
import type { Trouble, TroubleKind } from './trouble.ts'

export const troubleTables = defineTables({
  trouble: {
    id: 'uuid',
    key: 'text',
    kind: narrowColumn<TroubleKind>()('text'),
    severity: narrowColumn<Trouble['severity']>()('text'),
    title: 'text',
    meaning: 'text',
    action: 'text',
    link: 'text',
    began_at: 'timestamptz',
    seen_at: 'timestamptz',
    ended_at: 'timestamptz null',
    noticed_at: 'timestamptz null',
  },
})

export type TroubleTables = TablesOf<typeof troubleTables>
