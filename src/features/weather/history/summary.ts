import { type UnitWriter, formatInstant, formatOptionalInstant, roundHalfAway } from '@isobar/weather'
import type { Period } from './period.ts'
import type { Compared } from './read-store.ts'
import type { ObservedSummary, PastDay } from './summary-store.ts'
import { listAccuracyEntries, buildVerificationEntry } from './verification/entries.ts'
import type { Verification } from './verification/model.ts'

export interface SummaryParts {
  readonly observed: ObservedSummary
  readonly compared: Compared
  readonly days: readonly PastDay[]
  readonly verification: Verification | null
}

/** The summary of a period in the writer's units. Computed values are rounded: measurements to 2 decimals. */
export function buildPeriodSummary({ fromMs, toMs }: Period, { observed, compared, days, verification }: SummaryParts, writer: UnitWriter) {
  const amountDecimals = writer.labels.precipitation === 'in' ? 3 : 2
  return {
    from: formatInstant(fromMs),
    to: formatInstant(toMs),
    observationCount: observed.observationCount,
    kind: observed.kind,
    source: observed.observationCount === 0 ? null : compared.truth,
    firstObservedAt: formatOptionalInstant(observed.firstObservedAt),
    lastObservedAt: formatOptionalInstant(observed.lastObservedAt),
    temperature: {
      min: writer.temperature(observed.temperatureMin),
      max: writer.temperature(observed.temperatureMax),
      mean: rounded(writer.temperature(observed.temperatureMean), 2),
      hoursCovered: observed.temperatureHours,
    },
    precipitationTotal: rounded(writer.precipitation(observed.precipitationTotal), amountDecimals),
    hoursCovered: observed.hoursCovered,
    hours: observed.hours,
    windGustMax: writer.windSpeed(observed.windGustMax),
    windHoursCovered: observed.windHours,
    verification: buildVerificationEntry(verification, writer, 'weather'),
    accuracy: listAccuracyEntries(verification, compared.truth, compared.forecast, writer),
    days: days.map(({ temperatureMin, temperatureMax, precipitationTotal, forecastMin, forecastMax, ...day }) => ({
      date: day.date,
      observationCount: day.observationCount,
      temperatureMin: writer.temperature(temperatureMin),
      temperatureMax: writer.temperature(temperatureMax),
      temperatureHoursCovered: day.temperatureHours,
      precipitationTotal: rounded(writer.precipitation(precipitationTotal), amountDecimals),
      hoursCovered: day.hoursCovered,
      hours: day.hours,
      forecastMin: rounded(writer.temperature(forecastMin), 2),
      forecastMax: rounded(writer.temperature(forecastMax), 2),
    })),
  }
}

function rounded(value: number | null, decimals: number): number | null {
  return value === null ? null : roundHalfAway(value, decimals)
}
