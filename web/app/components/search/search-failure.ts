import { ApiFailure } from '../../api/ask.ts'

/** Why a search has no answer; each is a message of the area `search`. */
export const SEARCH_FAILURES = ['offline', 'limited', 'failed'] as const
export type SearchFailure = (typeof SEARCH_FAILURES)[number]

/** `offline`: the service was not reached. `limited`: this visitor has searched too often. `failed`: the service cannot search. */
export function searchFailure(failure: unknown): SearchFailure {
  if (!(failure instanceof ApiFailure)) return 'failed'
  if (failure.code === 'offline') return 'offline'
  return failure.code === 'rate_limited' ? 'limited' : 'failed'
}

/** Whether the state of a search is a failure. */
export function isSearchFailure(state: string): state is SearchFailure {
  return SEARCH_FAILURES.some((each) => each === state)
}
