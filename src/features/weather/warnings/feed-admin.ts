import type { AreaCode } from '@isobar/weather'
import type { Actor } from '../../../admin/access/index.ts'
import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Listing } from '../../../platform/http/schema/listing.ts'
import { createMemoryListing } from '../../../platform/http/schema/memory-listing.ts'
import type { AddedFeeds } from './added-feeds.ts'
import type { FeedStore, PartStatus } from './feed-store.ts'
import { toFeedPartKey, type WarningFeed } from './feed.ts'
import { locateArea } from './region-store.ts'
import type { GivenSource, SourceStore } from './source-store.ts'

export interface FeedRow extends PartStatus {
  readonly name: string
  readonly isAdded: boolean
  /** Whether it is read and its warnings are shown. */
  readonly isEnabled: boolean
  /** Null for built-in ones. */
  readonly url: string | null
  readonly version: number | null
}

export interface FeedAdminOptions {
  readonly feeds: () => readonly WarningFeed[]
  readonly added: AddedFeeds
  readonly sources: SourceStore
  readonly store: FeedStore
  /** The shapes of the codes that the register has, by `toAreaCodeKey`. */
  readonly findRegions: (codes: readonly AreaCode[]) => Promise<ReadonlyMap<string, number>>
  readonly clock: Clock
}

const MAX_SHOWN = 50

export type FeedAdmin = ReturnType<typeof createFeedAdmin>

/** What operators see of all feeds and can do with those that they add. */
export function createFeedAdmin({ feeds, added, sources, store, findRegions, clock }: FeedAdminOptions) {
  async function rows(): Promise<FeedRow[]> {
    const now = clock.now()
    const [known, own] = await Promise.all([store.listStatus(now), sources.list()])
    const inUse = feeds()
    const statuses = new Map(known.map((status) => [toFeedPartKey(status), status]))
    const builtIn = inUse.filter(({ id }) => !own.some((source) => source.id === id))
    return [
      ...builtIn.flatMap(({ id, attribution: { name }, capability }) =>
        capability.parts.map((part) => ({
          ...(statuses.get(toFeedPartKey({ feed: id, part })) ?? unread(id, part, now)),
          name,
          isAdded: false,
          isEnabled: capability.configured(),
          url: null,
          version: null,
        })),
      ),
      ...own.flatMap(({ id, name, url, isEnabled, version }) => {
        const parts = known.filter(({ feed }) => feed === id)
        return (parts.length === 0 ? [unread(id, '', now)] : parts).map((status) => ({
          ...status,
          name,
          isAdded: true,
          isEnabled,
          url,
          version,
        }))
      }),
    ]
  }

  return {
    /** All parts of all feeds, by name. */
    list: (): Listing<FeedRow, 'feed'> =>
      createMemoryListing(rows, {
        positionOf: ({ feed, part }) => ({ value: feed, id: part }),
        textOf: ({ feed, name }) => `${feed} ${name}`,
      }),

    /**
     * Reads a feed once and says what it would warn of now; keeps nothing.
     * @throws AppError invalid_request, upstream_error
     */
    async preview(address: string) {
      const url = await added.checkAddress(address)
      const reading = await added.preview({ id: 'preview', name: 'Preview', url: url.href, license: '' }, clock.now())
      const messages = reading.arrivals.map(({ message }) => message)
      const areas = messages.flatMap((message) => message.areas)
      const regions = await findRegions(areas.flatMap(({ codes }) => codes))
      const { complete, leftOut } = reading
      const unlocated = areas.filter((area) => locateArea(area, () => 0, regions).shapes.length === 0).length
      return { complete, leftOut, total: messages.length, areas: areas.length, unlocated, warnings: messages.slice(0, MAX_SHOWN) }
    },

    /**
     * Adds a feed, which is read from now on.
     * @throws AppError invalid_request, conflict, limit_reached
     */
    async add({ name, url: address, license }: Omit<GivenSource, 'id'>, actor: Actor): Promise<{ readonly id: string }> {
      const url = await added.checkAddress(address)
      const id = idOf(name)
      if (id === null) {
        const details = [{ path: 'name', message: 'must have Latin letters or digits' }]
        throw new AppError('invalid_request', 'The name cannot be used.', { details })
      }
      if (feeds().some((feed) => feed.id === id)) throw new AppError('conflict', 'There is a feed with this name already.')
      await sources.add({ id, name, url: url.href, license }, actor, clock.now())
      return { id }
    },

    /** @throws AppError not_found, conflict */
    enable: (id: string, isEnabled: boolean, version: number | undefined, actor: Actor): Promise<unknown> =>
      sources.enable(id, isEnabled, version, actor, clock.now()),

    /** @throws AppError not_found, conflict */
    remove: (id: string, version: number | undefined, actor: Actor): Promise<void> => sources.remove(id, version, actor, clock.now()),
  }
}

/** `cap-` and the name's letters and digits; null if it has none. */
function idOf(name: string): string | null {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)
  return plain === '' ? null : `cap-${plain}`
}

function unread(feed: string, part: string, now: number): PartStatus {
  return { feed, part, readAt: null, completeAt: null, nextAt: now, failures: 0, failure: null, leftOut: {}, warnings: 0, unlocated: 0 }
}
