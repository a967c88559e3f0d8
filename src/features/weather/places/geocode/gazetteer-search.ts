import type { Clock } from '../../../../platform/clock.ts'
import type { Gazetteer } from '../gazetteer/gazetteer.ts'
import type { FoundPlace } from './found-place.ts'
import { GAZETTEER_FRESH_MS, type GeocodeService } from './service.ts'

export interface GazetteerSearchOptions {
  readonly gazetteer: Pick<Gazetteer, 'find'>
  readonly clock: Clock
  /** Called with the places found. Must not throw. */
  readonly onFound: (places: readonly FoundPlace[]) => void
}

/** Finds places by name in the bundled list of towns only, for when no provider in use can search. */
export function createGazetteerSearch({ gazetteer, clock, onFound }: GazetteerSearchOptions): GeocodeService {
  return {
    async find(query) {
      const places = await gazetteer.find(query)
      onFound(places)
      const until = clock.now() + GAZETTEER_FRESH_MS
      return { places, layer: 'gazetteer', hasTowns: places.length > 0, freshUntil: until, usableUntil: until }
    },
    drain: async () => undefined,
  }
}
