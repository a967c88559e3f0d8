import type { ReportError } from '../../../errors.ts'
import { isDatabaseAway } from '../../../platform/db/connect-errors.ts'
import { type Decision, DeliveredMeanwhile } from './store.ts'

/** Writes the decisions of a page. */
export type Writer = ReturnType<typeof createWriter>

export interface WriterOptions {
  /** All or nothing; resolves to the number of new mails. A dry run only counts. */
  readonly insert: (decisions: readonly Decision[]) => Promise<number>
  readonly onError: ReportError
}

/** `onError` gets failures that lose at most one address. */
export function createWriter({ insert, onError }: WriterOptions) {
  async function writeOne(decision: Decision): Promise<{ enqueued: number; failed: number }> {
    try {
      return { enqueued: await insert([decision]), failed: 0 }
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      onError(error, 'writing one digest')
      return { enqueued: 0, failed: 1 }
    }
  }

  return {
    /**
     * Writes all in one transaction, or one by one if that fails, so that one bad address does not affect the others. `again` when another
     * run has delivered some of them meanwhile: the page must be read again.
     * @throws when the database is unavailable
     */
    async write(decisions: readonly Decision[]): Promise<{ readonly enqueued: number; readonly failed: number } | 'again'> {
      if (decisions.length === 0) return { enqueued: 0, failed: 0 }
      try {
        return { enqueued: await insert(decisions), failed: 0 }
      } catch (error) {
        if (error instanceof DeliveredMeanwhile) return 'again'
        if (isDatabaseAway(error)) throw error
        onError(error, 'writing a page of digests')
      }
      const total = { enqueued: 0, failed: 0 }
      for (const decision of decisions) {
        const { enqueued, failed } = await writeOne(decision)
        total.enqueued += enqueued
        total.failed += failed
      }
      return total
    },
  }
}
