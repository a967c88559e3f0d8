import type { Clock } from '../../../platform/clock.ts'
import type { FeedStore } from './feed-store.ts'
import type { FeedKnowledge } from './lookup.ts'
import type { WarningFeed } from './poller.ts'

export interface KnowledgeOptions {
  readonly feeds: () => readonly WarningFeed[]
  readonly store: Pick<FeedStore, 'listComplete'>
  readonly clock: Clock
  /** How long a complete reading speaks for what it lacks, in milliseconds. */
  readonly staleMs: () => number
}

/** Readings are minutes apart. */
const REREAD_MS = 15_000

/** Which feeds speak, kept in memory for some seconds. A part with a warning of which it is not known where it is says nothing by its silence. */
export function createKnowledge({ feeds, store, clock, staleMs }: KnowledgeOptions) {
  let held: { readonly at: number; readonly known: Promise<ReadonlyMap<string, FeedKnowledge>> } | undefined

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
        return [id, { isKnown: parts.length > 0, covers: (cell) => located.some(({ part }) => capability.covers?.(part, cell) === true) }]
      }),
    )
  }

  return {
    current(): Promise<ReadonlyMap<string, FeedKnowledge>> {
      const now = clock.now()
      if (held === undefined || now - held.at >= REREAD_MS || now < held.at) {
        const known = read()
        held = { at: now, known }
        known.catch(() => (held = undefined))
      }
      return held.known
    },
    forget(): void {
      held = undefined
    },
  }
}
