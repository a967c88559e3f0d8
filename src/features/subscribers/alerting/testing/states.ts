import type { PlaceState, SourceState } from '../place-state.ts'
import { formatInstantAfter } from './events.ts'

/** A source that was read now; `alerts`: how many warnings its list has. */
export function buildSourceState(
  source: string,
  kind: SourceState['kind'],
  alerts: number | null,
  outcome: 'ok' | 'none' | 'deferred' = 'ok',
): SourceState {
  return { outcome, source, kind, fetchedAt: formatInstantAfter(0), alerts }
}

/** A place without events, about which a relay, a forecast and a feed were read. */
export function buildPlaceState(change: Partial<PlaceState> = {}): PlaceState {
  return {
    timezone: null,
    simulated: false,
    sources: [
      buildSourceState('openweather', 'relay', 0),
      buildSourceState('open-meteo', 'forecast', null),
      buildSourceState('nws', 'feed', 1),
    ],
    officials: [],
    opinions: {},
    forecasts: [],
    outlooks: [],
    ...change,
  }
}
