import { writeCityPath, type Place } from '../../visit/city-path.ts'
import type { Site } from '../frame/site.server.ts'
import { formatPlaceKey } from '../places/saved.ts'
import type { RecentPlace } from './recent.ts'
import { hasOnlySimilarPlaces, type Suggestion } from './suggestion.ts'
import type { Search } from './use-suggestions.ts'

/** A place in the list of the search. */
export type Choice = Omit<Suggestion, 'match'>

export interface Group {
  /** Null: needs none. */
  readonly title: string | null
  readonly choices: readonly Choice[]
}

interface Offer {
  readonly typed: string
  readonly search: Search
  readonly recent: readonly RecentPlace[]
  readonly saved: readonly Place[]
  readonly words: Pick<Site['search'], 'didYouMean' | 'recent' | 'saved'>
}

const MAX_SAVED_SHOWN = 5

/**
 * What the list offers: the places found; until there are some, what was chosen before and the saved places, as far as their names begin with what was
 * typed.
 */
export function listChoiceGroups({ typed, search, recent, saved, words }: Offer): readonly Group[] {
  if (search.state === 'found')
    return [{ title: hasOnlySimilarPlaces(search.places) ? words.didYouMean : null, choices: search.places }].filter(hasAny)
  const beginning = folded(typed)
  const isMeant = ({ name }: Place) => folded(name).startsWith(beginning)
  const keys = new Set(recent.map(formatPlaceKey))
  return [
    { title: words.recent, choices: recent.filter(isMeant).map(choiceOf) },
    {
      title: words.saved,
      choices: saved
        .filter((place) => isMeant(place) && !keys.has(formatPlaceKey(place)))
        .slice(0, MAX_SAVED_SHOWN)
        .map((place) => choiceOf({ ...place, where: '' })),
    },
  ].filter(hasAny)
}

const hasAny = ({ choices }: Group): boolean => choices.length > 0

const choiceOf = ({ name, where, lat, lon }: RecentPlace): Choice => ({ path: writeCityPath({ name, lat, lon }), name, where, lat, lon })

/** Without case and accents; the service folds more, and is asked as well. */
function folded(text: string): string {
  return text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The place that Enter opens without being pointed at: the first, if it is exactly what was typed. */
export function findHighlightIndex(search: Search, typed: string): number {
  return search.state === 'found' && search.asked === typed.trim() && search.places[0]?.match === 'exact' ? 0 : -1
}
