import type { Clock } from '../../../platform/clock.ts'
import { computeAgeMs } from '../../../time.ts'
import type { FeedStore } from './feed-store.ts'
import type { WarningFeed } from './feed.ts'
import type { FeedKnowledge } from './lookup.ts'

export interface KnowledgeOptions {
  readonly feeds: () => readonly WarningFeed[]
  readonly store: Pick<FeedStore, 'listComplete'>
  readonly clock: Clock
  /** How long a complete reading counts as evidence that a warning is absent, in milliseconds. */
  readonly staleMs: () => number
}

/** Longest age of the result; readings are minutes apart. */
const REREAD_MS = 15_000

/**
 * Which feeds have a say about a place, cached for some seconds. The silence of a part proves nothing while one of its warnings has an
 * unknown location.
 */
export function createKnowledge({ feeds, store, clock, staleMs }: KnowledgeOptions) {
  let cached: { readonly at: number; readonly known: Promise<ReadonlyMap<string, FeedKnowledge>> } | undefined

  async function read(): Promise<ReadonlyMap<string, FeedKnowledge>> {
    const now = clock.now()
    const complete = await store.listComplete(now - staleMs(), now)
    const inUse = feeds().filter(({ capability }) => capability.configured())
    return new Map(
      inUse.map(({ id, capability }): [string, FeedKnowledge] => {
        const parts = complete.filter(({ feed, part }) => feed === id && capability.parts.includes(part))
        const located = parts.filter(
          ({ hasLostAreas, hasLostWarnings }) => !hasLostWarnings && (capability.repeatsAreas === true || !hasLostAreas),
        )
        return [
          id,
          {
            isKnown: parts.length > 0,
            decidesByOutlines: capability.decidesByOutlines === true,
            covers: (cell) => located.some(({ part }) => capability.covers?.(part, cell) === true),
          },
        ]
      }),
    )
  }

  return {
    current(): Promise<ReadonlyMap<string, FeedKnowledge>> {
      const now = clock.now()
      if (cached === undefined || computeAgeMs(cached.at, now) >= REREAD_MS) {
        const known = read()
        cached = { at: now, known }
        known.catch(() => (cached = undefined))
      }
      return cached.known
    },
    forget(): void {
      cached = undefined
    },
  }
}
