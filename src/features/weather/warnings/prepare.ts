import type { OfficialWarning } from '../../../domain/official-warning.ts'
import type { FeedReading } from '../../../providers/provider.ts'
import { type Arrival, arrivalOf } from './stored-warning.ts'

/** What a reading found, apart from its warnings; plain data. */
export type ReadingEnd =
  | { readonly unchanged: true }
  | {
      readonly unchanged: false
      readonly complete: boolean
      readonly simulated: boolean
      /** For the next reading, as JSON. */
      readonly state: string | null
      readonly leftOut: Readonly<Record<string, number>>
    }

/** A reading that is ready to be stored. */
export type PreparedReading = ReadingEnd & { readonly arrivals: readonly Arrival[] }

/** The end of a reading, and its warnings. */
export function endOf(reading: FeedReading): { readonly end: ReadingEnd; readonly warnings: readonly OfficialWarning[] } {
  if (reading.unchanged) return { end: { unchanged: true }, warnings: [] }
  const { complete, simulated, state, leftOut, warnings } = reading
  return { end: { unchanged: false, complete, simulated, state: state === null ? null : JSON.stringify(state), leftOut }, warnings }
}

/** Prepares a reading in this thread. */
export function prepare(reading: FeedReading): PreparedReading {
  const { end, warnings } = endOf(reading)
  return { ...end, arrivals: warnings.map(arrivalOf) }
}
