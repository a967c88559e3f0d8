import type { ReportError } from '../../../errors.ts'
import { isDatabaseAway } from '../../../platform/db/connect-errors.ts'
import { insertPageOrEach, type WrittenPage } from '../../mail/outbox/index.ts'
import { type Decision, DeliveredMeanwhile } from './store.ts'

/**
 * Writes the decisions of a page with `insert`, which resolves to the number of new mails; in a dry run it only counts. `again` when another run
 * has delivered some of them meanwhile: the page must be read again. `onError` gets failures that lose at most one address.
 * @throws when the database is unavailable
 */
export async function writePage(
  decisions: readonly Decision[],
  insert: (decisions: readonly Decision[]) => Promise<number>,
  onError: ReportError,
): Promise<WrittenPage | 'again'> {
  try {
    return await insertPageOrEach(decisions, insert, (error, of) => {
      if (isDatabaseAway(error) || (of === 'page' && error instanceof DeliveredMeanwhile)) throw error
      onError(error, of === 'page' ? 'writing a page of digests' : 'writing one digest')
    })
  } catch (error) {
    if (error instanceof DeliveredMeanwhile) return 'again'
    throw error
  }
}
