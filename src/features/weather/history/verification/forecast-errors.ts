import type { Verification } from './model.ts'

/** Temperature errors of a source, in a form fit for a sentence. */
export interface ForecastErrors {
  readonly leadHours: number
  readonly days: number
  /** Mean absolute errors in K, of the forecasts and of persistence; the latter is null if it is unknown for too many cases. */
  readonly mae: number
  readonly persistenceMae: number | null
  readonly isMeasured: boolean
  /** Id of the provider of what the forecasts were compared with. */
  readonly truthSource: string
  /** The station that measured; null if none did, or several. */
  readonly station: { readonly name: string; readonly distanceKm: number } | null
}

/** Persistence is shown with the forecasts if it has at least this share of their cases. */
const NEARLY_ALL = 0.9

/**
 * The temperature errors of a source by lead time band; bands without enough days are omitted. If there are several truths, the most
 * independent one counts: measurements, then another source's analysis, then its own.
 */
export function listForecastErrors(verification: Verification | null, source: string): ForecastErrors[] {
  const own = (verification?.scores ?? []).filter((each) => each.source === source)
  return [...Map.groupBy(own, ({ leadHours }) => leadHours).values()].flatMap((truths) => {
    const best = truths
      .toSorted((a, b) => independence(b.truth) - independence(a.truth))
      .flatMap(({ leadHours, truth, variables }) => {
        const score = variables.temperature
        if (score?.enough !== true) return []
        const { n, days, mae, persistence } = score
        const persistenceMae = persistence !== null && persistence.n >= NEARLY_ALL * n ? persistence.score : null
        const { source: truthSource, kind, station: at } = truth
        const station = at && { name: at.name, distanceKm: at.distanceKm }
        return [{ leadHours, days, mae: mae.value, persistenceMae, isMeasured: kind === 'observation', truthSource, station }]
      })
    return best.slice(0, 1)
  })

  function independence(truth: { readonly source: string; readonly kind: string }): number {
    if (truth.kind === 'observation') return 2
    return truth.source === source ? 0 : 1
  }
}
