import { indicesOf } from '../../../domain/air/air-series.ts'
import { type HourOfAir, lookbackFrom } from '../../../domain/air/air.ts'
import { parseInstant } from '../../../domain/instant.ts'
import type { StoredAirAnalysis, StoredAirForecast } from './air-store.ts'
import type { HistoryEntry } from './answering.ts'

/** What a source gave for an hour while it was running, in its API form. Never measured. */
export function airAnalysisEntries(analyses: readonly StoredAirAnalysis[], before: readonly StoredAirAnalysis[]) {
  const bySource = hoursBySource([...before, ...analyses])
  return analyses.map((analysis) => {
    const { time, recordedAt, source, simulated: _, ...values } = analysis
    const back = lookbackFrom(parseInstant(time), (at) => bySource.get(source)?.get(at))
    return { observedAt: time, recordedAt, source, ...values, ...indicesOf(back), kind: 'analysis' as const }
  })
}

/**
 * Forecast hours in their API form. Their indices look back within the issue, and from its first hour on into the analyses of the same
 * source before it, which were known when it was issued.
 */
export function airForecastEntries(forecasts: readonly StoredAirForecast[], analyses: readonly StoredAirAnalysis[]) {
  const bySource = hoursBySource(analyses)
  return forecasts.map(({ issuedAt, source, hours, pollen }) => {
    const issued = byTime(hours)
    const { time, ...concentrations } = hours.at(-1) as HourOfAir
    const firstMs = parseInstant((hours[0] as HourOfAir).time)
    const back = lookbackFrom(parseInstant(time), (at) => (at < firstMs ? bySource.get(source)?.get(at) : issued.get(at)))
    return { validAt: time, issuedAt, source, ...concentrations, pollen, ...indicesOf(back) }
  })
}

function hoursBySource(analyses: readonly StoredAirAnalysis[]): Map<string, Map<number, HourOfAir>> {
  const sources = [...Map.groupBy(analyses, ({ source }) => source)]
  return new Map(sources.map(([source, own]) => [source, byTime(own)]))
}

function byTime(hours: readonly HourOfAir[]): Map<number, HourOfAir> {
  return new Map(hours.map((hour) => [parseInstant(hour.time), hour]))
}

/** The entry with a column for each field of its objects: `usIndex.value`. */
export function flattened(entry: Readonly<Record<string, HistoryEntry[string] | object>>): HistoryEntry {
  const fields = Object.entries(entry).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null) return [[name, value]]
    return Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each as HistoryEntry[string]])
  })
  return Object.fromEntries(fields) as HistoryEntry
}
