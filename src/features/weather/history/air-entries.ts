import { indicesOf } from '../../../domain/air/air-series.ts'
import { type HourOfAir, type Lookback, lookbacks } from '../../../domain/air/air.ts'
import { parseInstant } from '../../../domain/instant.ts'
import type { StoredAirAnalysis, StoredAirForecast } from './air-store.ts'
import type { HistoryEntry } from './service.ts'

/** What a source gave for an hour while it was running, in its API form. Never measured. */
export function airAnalysisEntries(analyses: readonly StoredAirAnalysis[], before: readonly StoredAirAnalysis[]) {
  const indices = new Map<StoredAirAnalysis, ReturnType<typeof indicesOf>>()
  for (const own of Map.groupBy([...before, ...analyses], ({ source }) => source).values()) {
    const backs = lookbacks(own)
    for (const [at, hour] of own.entries()) indices.set(hour, indicesOf(backs[at] as Lookback))
  }
  return analyses.map((analysis) => {
    const { time, recordedAt, source, simulated: _, ...values } = analysis
    return { observedAt: time, recordedAt, source, ...values, ...(indices.get(analysis) as Indices), kind: 'analysis' as const }
  })
}

type Indices = ReturnType<typeof indicesOf>

/**
 * Forecast hours in their API form. Their indices look back within the issue, and from its first hour on into the analyses of the same
 * source before it, which were known when it was issued.
 */
export function airForecastEntries(forecasts: readonly StoredAirForecast[], analyses: readonly StoredAirAnalysis[]) {
  const bySource = Map.groupBy(analyses, ({ source }) => source)
  return forecasts.map(({ issuedAt, source, hours, pollen }) => {
    const [first, hour] = [hours[0], hours.at(-1)] as [HourOfAir, HourOfAir]
    const known = (bySource.get(source) ?? []).filter(({ time }) => parseInstant(time) < parseInstant(first.time))
    const back = lookbacks([...known, ...hours]).at(-1) as Lookback
    const { time, ...concentrations } = hour
    return { validAt: time, issuedAt, source, ...concentrations, pollen, ...indicesOf(back) }
  })
}

/** The entry with a column for each field of its objects: `usIndex.value`. */
export function flattened(entry: Readonly<Record<string, HistoryEntry[string] | object>>): HistoryEntry {
  const fields = Object.entries(entry).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null) return [[name, value]]
    return Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each as HistoryEntry[string]])
  })
  return Object.fromEntries(fields) as HistoryEntry
}
