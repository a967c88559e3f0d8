import { type Kysely, sql } from 'kysely'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import type { BlendTables } from './tables.ts'

/** What a blend of a place would have issued at a time, frozen. */
export interface BlendIssue {
  readonly cell: number
  /** Epoch milliseconds. */
  readonly slot: number
  readonly issuedAt: number
  readonly source: string
  readonly simulated: boolean
  readonly sources: readonly string[]
  readonly numbers: Buffer
}

export type IssueStore = ReturnType<typeof createIssueStore>

/** Stores issues; the first of each place and slot stays. Database errors are thrown. */
export function createIssueStore(db: Kysely<BlendTables>) {
  return {
    async insert(issues: readonly BlendIssue[]): Promise<void> {
      if (issues.length === 0) return
      await db
        .insertInto('blend_issue')
        .values(
          issues.map(({ slot, issuedAt, sources, ...rest }) => ({
            ...rest,
            slot: new Date(slot),
            issued_at: new Date(issuedAt),
            sources: [...sources],
          })),
        )
        .onConflict((on) => on.columns(['cell', 'slot']).doNothing())
        .execute()
    },

    /** The issues of places between two moments (epoch milliseconds), by place, in the order of issue. */
    async list(cells: readonly number[], fromMs: number, untilMs: number): Promise<BlendIssue[]> {
      const rows = await db
        .selectFrom('blend_issue')
        .selectAll()
        .where('cell', '=', sql<number>`any(${cells as number[]}::int4[])`)
        .where('slot', '>=', new Date(fromMs))
        .where('slot', '<', new Date(untilMs))
        .orderBy('cell')
        .orderBy('slot')
        .execute()
      return rows.map(({ slot, issued_at: issuedAt, ...rest }) => ({ ...rest, slot: slot.getTime(), issuedAt: issuedAt.getTime() }))
    },

    /** Deletes those of slots before this moment (epoch milliseconds), step by step. */
    deleteBefore: (ms: number): Promise<number> => deleteInSteps(db, 'blend_issue', sql`slot < ${new Date(ms)}`),
  }
}
