import { type AlertPreferences, completePreferences } from '@isobar/weather'
import type { Subscription } from '../subscription.ts'

/** One entry as an address sees it: all clients' rows of one type and cell. */
export interface Entry {
  /** The row changed last, whose settings are shown. */
  readonly shown: Subscription
  readonly rows: readonly Subscription[]
}

/** Newsletters first, then one entry per place, oldest first. */
export function listPreferenceEntries(rows: readonly Subscription[]): Entry[] {
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

/** A row's alert preferences with all defaults filled in. */
export function getSubscriptionPreferences({ alertPrefs, alertOnRain, alertOnStorm }: Subscription): AlertPreferences {
  return completePreferences(alertPrefs, { alertOnRain, alertOnStorm })
}
