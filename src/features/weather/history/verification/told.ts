import type { Verification } from './model.ts'

/** How far off a source's temperatures were: what may be said in a sentence. */
export interface ToldErrors {
  readonly leadHours: number
  readonly days: number
  /** Mean absolute errors in K: of the forecasts, and of saying that it stays as it was. Null where that is not known for most cases. */
  readonly mae: number
  readonly persistenceMae: number | null
  /** Whether the forecasts were compared with measurements. */
  readonly isMeasured: boolean
}

/** The baseline is told beside the forecasts where it has nearly the same cases. */
const NEARLY_ALL = 0.9

/**
 * The errors of a source's temperatures by band of lead time; bands without enough days are left out. Of several truths the most
 * independent: measurements, another's analysis, its own.
 */
export function toldErrors(verification: Verification | null, source: string): ToldErrors[] {
  const own = (verification?.scores ?? []).filter((each) => each.source === source)
  return [...Map.groupBy(own, ({ leadHours }) => leadHours).values()].flatMap((truths) => {
    const best = truths
      .toSorted((a, b) => independence(b.truth) - independence(a.truth))
      .flatMap(({ leadHours, truth, variables }) => {
        const score = variables.temperature
        if (score?.enough !== true) return []
        const { n, days, mae, persistence } = score
        const persistenceMae = persistence !== null && persistence.n >= NEARLY_ALL * n ? persistence.score : null
        return [{ leadHours, days, mae: mae.value, persistenceMae, isMeasured: truth.kind === 'observation' }]
      })
    return best.slice(0, 1)
  })

  function independence(truth: { readonly source: string; readonly kind: string }): number {
    if (truth.kind === 'observation') return 2
    return truth.source === source ? 0 : 1
  }
}
