import type { DailyPoint, HourlyPoint } from '../../../domain/model.ts'
import { renderCurrent, renderDaily, renderHourly } from '../../../domain/render-points.ts'
import type { UnitWriter } from '../../../domain/units.ts'
import type { StoredForecast, StoredObservation } from './read-store.ts'
import type { Language } from '../../../messages/languages.ts'

/** A stored observation in its API form. */
export function observationEntry(stored: StoredObservation, writer: UnitWriter, lang: Language) {
  // Alerts are not archived, so `alertIds` is omitted.
  const { kind, observedAt, alertIds: _, ...weather } = renderCurrent(stored, writer, lang, null)
  return { observedAt, recordedAt: stored.recordedAt, source: stored.source, ...weather, kind }
}

/** An archived hour in its API form. */
export function hourlyEntry(stored: StoredForecast<HourlyPoint>, writer: UnitWriter, lang: Language) {
  const { time, ...weather } = renderHourly(stored, writer, lang)
  return { validAt: time, issuedAt: stored.issuedAt, source: stored.source, ...weather }
}

/** An archived day in its API form; it is valid from its start at the place. */
export function dailyEntry(stored: StoredForecast<DailyPoint>, writer: UnitWriter, lang: Language) {
  const { time, date, ...weather } = renderDaily(stored, writer, lang)
  return { validAt: time, date, issuedAt: stored.issuedAt, source: stored.source, ...weather }
}
