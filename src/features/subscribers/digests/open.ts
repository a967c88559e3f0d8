import type { Attribution } from '@isobar/providers/port'
import type { Foundation } from '../../../foundation.ts'
import type { Gateway } from '../../../gateway/index.ts'
import type { HistoryService } from '../../weather/history/index.ts'
import type { PlaceWeatherService } from '../../weather/place-weather/index.ts'
import { MAX_CHECKS, type Places } from '../../weather/places/index.ts'
import { createDigestJob } from './job.ts'
import { createDigestStore, type DigestDatabase } from './store.ts'

export interface DigestNeeds {
  readonly gateway: Gateway
  readonly history: HistoryService
  readonly placeWeather: Pick<PlaceWeatherService, 'readDays'>
  readonly places: Pick<Places, 'recentChecks' | 'gazetteer'>
  readonly attributionOf: (source: string) => Attribution
  /** Wakes the mail workers. */
  readonly wakeMail: () => void
}

/** Places in a newsletter. */
const POPULAR_PLACES = 10
/** Towns in a newsletter while nobody searches or follows anything yet: each costs a call. */
const LARGEST_TOWNS = 5

/** The job that sends digests and newsletters. */
export function openDigests(
  foundation: Foundation<DigestDatabase>,
  { gateway, history, placeWeather, places, attributionOf, wakeMail }: DigestNeeds,
) {
  const { db, addressHash, windows, clock, onError } = foundation
  const { recentChecks, gazetteer } = places
  const store = createDigestStore(db)
  const job = createDigestJob({
    store,
    watchedExtras: store.listWatchedExtras,
    gateway,
    history,
    placeWeather,
    attributionOf,
    windows,
    addressHash,
    async popularPlaces() {
      // A point without a name tells readers nothing and could reveal where somebody lives.
      const { checks } = await recentChecks.list(MAX_CHECKS)
      return checks.flatMap(({ name, lat, lon }) => (name === null ? [] : { name, lat, lon })).slice(0, POPULAR_PLACES)
    },
    nameOf: async (place) => (await gazetteer.townNear(place))?.name ?? null,
    countryOf: async ({ lang, timezone }) => (await gazetteer.countryOfZone(timezone)) ?? new Intl.Locale(lang).maximize().region ?? null,
    townsOf: (country) => gazetteer.largestOf(country, LARGEST_TOWNS),
    onEnqueued: wakeMail,
    clock,
    onError,
  })
  return { job }
}
