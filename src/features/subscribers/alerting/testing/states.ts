import type { PlaceState, SourceState } from '../place-state.ts'
import { at } from './events.ts'

/** A source that was read now; `alerts`: how many warnings its list has. */
export function sourceState(
  source: string,
  kind: SourceState['kind'],
  alerts: number | null,
  outcome: 'ok' | 'none' | 'deferred' = 'ok',
): SourceState {
  return { outcome, source, kind, fetchedAt: at(0), alerts }
}

/** A place without events, about which a relay, a forecast and a feed were read. */
export function placeState(change: Partial<PlaceState> = {}): PlaceState {
  return {
    timezone: null,
    simulated: false,
    sources: [sourceState('openweather', 'relay', 0), sourceState('open-meteo', 'forecast', null), sourceState('nws', 'feed', 1)],
    officials: [],
    opinions: {},
    forecasts: [],
    outlooks: [],
    ...change,
  }
}
