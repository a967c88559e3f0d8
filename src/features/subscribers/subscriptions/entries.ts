import { type AlertPreferences, effectivePreferences } from '../../../domain/hazards/index.ts'
import type { Subscription } from './subscription.ts'

/** What an address sees as one: the rows of one type and cell, whichever clients made them. */
export interface Entry {
  /** The row that was changed last: its settings are shown. */
  readonly shown: Subscription
  readonly rows: readonly Subscription[]
}

/** Newsletters first, then place by place, the oldest first. */
export function entriesOf(rows: readonly Subscription[]): Entry[] {
  const groups = [...Map.groupBy(rows, ({ type, cell }) => `${cell ?? ''} ${type}`).values()]
  const entries = groups.map((group) => ({
    rows: group,
    shown: group.reduce((last, row) => (row.updatedAt > last.updatedAt ? row : last)),
  }))
  const places = [...new Set(entries.map(({ shown }) => shown.cell))]
  return entries.sort((a, b) => {
    if (a.shown.cell === null || b.shown.cell === null) return Number(b.shown.cell === null) - Number(a.shown.cell === null)
    return places.indexOf(a.shown.cell) - places.indexOf(b.shown.cell) || (a.shown.type < b.shown.type ? 1 : -1)
  })
}

/** What a row warns of, complete. */
export function effectiveOf({ alertPrefs, alertOnRain, alertOnStorm }: Subscription): AlertPreferences {
  return effectivePreferences(alertPrefs, { alertOnRain, alertOnStorm })
}
