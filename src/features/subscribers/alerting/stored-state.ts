import type { Alert } from '@isobar/weather'
import type { OfficialEvent } from './event.ts'
import type { OfficialView } from './official-view.ts'
import type { PlaceState, SourceState } from './place-state.ts'

declare const withoutTexts: unique symbol
/**
 * The state of a place without data that no decision needs: the texts of warnings, which are most of it, and `seenAt` (set to 0), which
 * differs in each run.
 */
export type StoredState = PlaceState & { readonly [withoutTexts]: true }

/** Reduces a state to what explanations need. */
export function toStoredState(state: PlaceState): StoredState {
  const forecasts = state.forecasts.map((event) => ({ ...event, seenAt: 0 }))
  return { ...state, forecasts, officials: state.officials.map(briefView) } as PlaceState as StoredState
}

/** Releases before 2026-12 stored a source for each of three roles; no source has an empty id. */
type FormerSources = Readonly<Record<keyof typeof FORMER_KINDS, SourceState>>
const FORMER_KINDS = { primary: 'relay', second: 'forecast', national: 'feed' } as const

/** A stored state in the present form. */
export function readStoredState(state: StoredState): StoredState {
  if (Array.isArray(state.sources)) return state
  const sources = Object.entries(state.sources as unknown as FormerSources).map(([role, source]) => ({
    ...source,
    kind: FORMER_KINDS[role as keyof FormerSources],
  }))
  return { ...state, sources: sources.filter(({ source }) => source !== '') }
}

function briefView({ event, lead, ...view }: OfficialView): OfficialView {
  return { ...view, event: briefEvent(event), lead: brief(lead), speaking: [] }
}

function briefEvent(event: OfficialEvent): OfficialEvent {
  const alerts = event.data.alerts.map(({ alert, stands }) => ({ alert: brief(alert), stands }))
  return { ...event, seenAt: 0, data: { ...event.data, alerts } }
}

function brief(alert: Alert): Alert {
  return { ...alert, description: '', instruction: null, areas: [], tags: [] }
}
