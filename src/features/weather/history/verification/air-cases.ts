import { VERIFIED_AIR } from '../../../../domain/verification/variables.ts'
import { type Case, errorTally, summed } from './cases.ts'
import type { LeadSums } from './model.ts'

/** µg/m³; null: unknown. */
type Verified = { readonly [Name in (typeof VERIFIED_AIR)[number]]: number | null }

/** What a source gave for the hour that begins at `observedAt` while it was running. */
export interface AirAnalysis extends Verified {
  readonly source: string
  readonly observedAt: Date
}

/** A forecast of the air of an hour: one per source, hour and lead time band. */
export interface AirForecast extends Verified {
  readonly source: string
  readonly validAt: Date
  readonly leadHours: number
}

/**
 * The sums of a day for each source against its own analysis: no station measures air here, and the analysis of another source is no truth
 * for it, so sources are not compared with each other. Both values are means of the same hour.
 */
export function airSumsOf(forecasts: readonly AirForecast[], analyses: readonly AirAnalysis[]): Omit<LeadSums, 'simulated'>[] {
  const bySource = Map.groupBy(analyses, ({ source }) => source)
  return [...Map.groupBy(forecasts, ({ source }) => source)].flatMap(([source, own]) => {
    const hours = new Map((bySource.get(source) ?? []).map((analysis) => [analysis.observedAt.getTime(), analysis]))
    const cases = own.flatMap(({ validAt, leadHours, ...forecast }) =>
      VERIFIED_AIR.flatMap((variable): Case[] => {
        const at = validAt.getTime()
        const tally = errorTally(forecast[variable], (ms) => hours.get(ms)?.[variable] ?? null, at, leadHours)
        return tally === null ? [] : [{ source, leadHours, variable, of: at, tally }]
      }),
    )
    return summed(cases, { source, kind: 'analysis', station: null })
  })
}
