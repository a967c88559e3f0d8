import { getAreaMessages } from '../../../../src/messages/messages.ts'
import { createVisitApi } from '../../api/server.ts'
import { visitContext, type Context } from '../../visit/context.ts'
import type { Reader } from '../../visit/reader.server.ts'
import type { PageAdsView, Placement } from './ads.tsx'

/**
 * The ads of a page; null: none. With the visitor's consent the page gets the policy that the ad program needs; before a decision, the page
 * asks. Crawlers get no ads.
 */
export async function readPageAds(
  context: Context,
  { chosen: { consent }, lang }: Reader,
  placements: readonly Placement[],
): Promise<PageAdsView | null> {
  const visit = context.get(visitContext)
  if (visit.isBot || consent === 'none') return null
  const api = createVisitApi(context)
  const answers = await Promise.all(placements.map((placement) => api.get('/api/ads', { query: { placement } }).catch(() => null)))
  const units = answers.flatMap((answer) =>
    answer?.enabled === true && answer.clientId !== null && answer.slotId !== undefined
      ? [{ placement: answer.placement, clientId: answer.clientId, slotId: answer.slotId, format: answer.format }]
      : [],
  )
  if (units.length === 0) return null
  if (consent === 'ads') visit.allowAds()
  return { messages: getAreaMessages(lang, 'ads'), consent, units: consent === 'ads' ? units : [] }
}
