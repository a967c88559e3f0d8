import type { Alert } from '../../../domain/alert.ts'
import type { OfficialEvent } from './event.ts'
import type { OfficialView } from './official-view.ts'
import type { PlaceState } from './place-state.ts'

declare const withoutTexts: unique symbol
/**
 * The state of a place without data that no decision needs: the texts of warnings, which are most of it, and `seenAt` (set to 0), which
 * differs in each run.
 */
export type StoredState = PlaceState & { readonly [withoutTexts]: true }

/** Reduces a state to what explanations need. */
export function storedStateOf(state: PlaceState): StoredState {
  const forecasts = state.forecasts.map((event) => ({ ...event, seenAt: 0 }))
  return { ...state, forecasts, officials: state.officials.map(briefView) } as PlaceState as StoredState
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
