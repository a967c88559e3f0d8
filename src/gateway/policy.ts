/**
 * On whose behalf weather is read. `refresh` is work behind a person's answer, which renews or completes it; `prefetch` is a page that may be
 * opened next; a `preview` is a picture of a page, for whoever shows a link to it; a `job` reads many places, each for a purpose of its own.
 */
export type Caller = 'person' | 'refresh' | 'prefetch' | 'crawler' | 'preview' | 'job'

/** What a caller may cause, and what its answer may be. */
export interface Policy {
  /** Whom it may call: all but the first provider of the list, whose calls are the dearest, are the `others`. */
  readonly calls: 'all' | 'others' | 'none'
  /** The part of a budget that it may spend: all of it, or what is below the soft block. */
  readonly budget: 'all' | 'background'
  /** Whether acceptable data is refreshed behind its answer. Jobs and crawlers do not come back: it would be bought for nobody. */
  readonly refreshes: boolean
  /** Whether what it reads goes into memory. Jobs and crawlers visit many places once and would evict what people use. */
  readonly fillsMemory: boolean
  /**
   * What it is served without waiting: at most acceptable data, as long as it is not older than `maxAgeMs`; whatever is not older, if it names
   * `maxAgeMs`; or anything that has not expired, of any source.
   */
  readonly accepts: 'acceptable' | 'by age' | 'anything'
  /** `maxAgeMs` refreshes no place more often than this. */
  readonly minRefreshMs: number
  /** Whether it waits for the calls that follow a fetch, such as those for the bodies of alerts. */
  readonly awaitsFollowUps: boolean
  /**
   * Whose failures hold it back: those of its own rank and of lower ranks. So nothing that nobody waited for decides what a person who waits
   * gets, and no job what a person is shown the next time.
   */
  readonly rank: Rank
}

/** 0 for a person who waits. */
export type Rank = (typeof RANKS)[number]
export const RANKS = [0, 1, 2] as const

const PERSON: Policy = {
  calls: 'all',
  budget: 'all',
  refreshes: true,
  fillsMemory: true,
  accepts: 'acceptable',
  minRefreshMs: 300_000,
  awaitsFollowUps: false,
  rank: 0,
}

const CRAWLER: Policy = { ...PERSON, calls: 'others', refreshes: false, fillsMemory: false, accepts: 'anything', rank: 2 }

export const POLICIES: Readonly<Record<Caller, Policy>> = {
  person: PERSON,
  refresh: { ...PERSON, budget: 'background', rank: 1 },
  prefetch: { ...PERSON, budget: 'background', rank: 2 },
  crawler: CRAWLER,
  preview: { ...CRAWLER, calls: 'none' },
  job: {
    ...PERSON,
    budget: 'background',
    refreshes: false,
    fillsMemory: false,
    accepts: 'by age',
    minRefreshMs: 0,
    awaitsFollowUps: true,
    rank: 2,
  },
}

/** Whether nobody waits for the call. */
export function isBackground(caller: Caller): boolean {
  return POLICIES[caller].budget === 'background'
}

/** On whose behalf work behind this caller's answer is done. */
export function toCallerBehind(caller: Caller): Caller {
  if (POLICIES[caller].rank < 2) return 'refresh'
  return caller === 'job' ? 'job' : 'prefetch'
}
