import type { OfficialWarning } from '@isobar/weather'
import { MINUTE_MS } from '../../../../time.ts'
import { type Applied, applyReading, repeatReading } from '../apply-reading.ts'
import { toArrival, type StoredWarning } from '../stored-warning.ts'
import type { Known, WarningName } from '../warning-of-message.ts'

export const NOON = Date.parse('2026-07-01T12:00:00Z')

/** One part of a feed over several readings, ten minutes apart by default, from `start` (epoch milliseconds) on. */
export function createPart(start = NOON) {
  const warnings = new Map<string, StoredWarning>()
  const names = new Map<string, WarningName>()
  const known: Known = { warnings, names }
  let now = start
  let last: Applied | undefined
  const keep = (changed: readonly StoredWarning[]) => {
    for (const warning of changed) warnings.set(warning.key, warning)
  }
  return {
    known,
    now: () => now,
    read(messages: readonly OfficialWarning[], { complete = true, afterMinutes = 10 } = {}): Applied {
      now += afterMinutes * MINUTE_MS
      last = applyReading(known, { arrivals: messages.map(toArrival), complete, simulated: false }, now)
      keep(last.changed)
      for (const [name, value] of last.names) names.set(name, value)
      return last
    },
    repeat(afterMinutes = 10): void {
      now += afterMinutes * MINUTE_MS
      if (last?.isComplete === true) keep(repeatReading(warnings.values(), now))
    },
    forget: (key: string): void => void warnings.delete(key),
    states: () => Object.fromEntries([...warnings].map(([key, { state }]) => [key, state])),
  }
}
