import type { Attribution } from '@isobar/providers/port'
import type { Feature, Foundation } from '../../../foundation.ts'
import type { WarningStore } from '../../../gateway/index.ts'
import { systemLookUp } from '../../../platform/upstream/public-address.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { createAddedFeeds, type OpenCapFeed } from './added-feeds.ts'
import { registerWarningAdmin } from './admin.ts'
import { takeChanges } from './change-store.ts'
import { createFeedAdmin } from './feed-admin.ts'
import type { ReadFeed } from './feed-reading.ts'
import { createFeedStore } from './feed-store.ts'
import type { WarningFeed } from './feed.ts'
import { createKnowledge } from './knowledge.ts'
import { registerCap } from './listing/cap-routes.ts'
import { createListingStore } from './listing/listing-store.ts'
import { createListing } from './listing/listing.ts'
import { createOutlines } from './listing/outlines.ts'
import { registerListing } from './listing/routes.ts'
import { loadBundledAreas } from './load-areas.ts'
import { createWarningLookup } from './lookup.ts'
import { createWarningMetrics } from './metrics.ts'
import { createPlaceStore } from './place-store.ts'
import { createFeedPoller } from './poller.ts'
import { findRegions } from './region-store.ts'
import { deleteUnusedShapes } from './shape-store.ts'
import { createSourceStore, SOURCES_TOPIC, type SourceTables } from './source-store.ts'
import { deleteNamesBefore, deleteWarningsBefore, WARNINGS_TOPIC } from './warning-store.ts'

export interface WarningNeeds {
  readonly feeds: readonly WarningFeed[]
  /** Opens the feeds that operators add by URL. */
  readonly openCapFeed: OpenCapFeed
  readonly readFeed: ReadFeed
}

/** How often a node checks which feeds are due. */
const LOOK_EVERY_MS = 5_000
/** Links in mails to warnings that are over work for a week. */
const WARNINGS_RETENTION_MS = 7 * DAY_MS
const NAMES_RETENTION_MS = 10 * DAY_MS

/** Official warnings of whole countries: reads their feeds, stores them with their areas, and finds those of a place. */
export async function openWarnings(foundation: Foundation<SourceTables>, { feeds: builtIn, openCapFeed, readFeed }: WarningNeeds) {
  const { config, db, level, meter, clock, metrics, changes, windows } = foundation
  const store = createFeedStore(db)
  const sources = createSourceStore(db)
  const added = createAddedFeeds({
    store: sources,
    openCapFeed,
    meter,
    readFeed,
    allowPrivate: config.WARNING_FEEDS_PRIVATE,
    lookUp: systemLookUp,
  })
  await added.reread()
  const feeds = (): readonly WarningFeed[] => [...builtIn, ...added.feeds()]
  const staleMs = () => windows().alert.staleSeconds * 1_000
  const knowledge = createKnowledge({ feeds, store, clock, staleMs })
  const places = createPlaceStore(db)
  const lookup = createWarningLookup({ store: places, speaking: knowledge.current })
  const measured = createWarningMetrics(metrics.registry, store, clock)
  const poller = createFeedPoller({ ...foundation, feeds, store, readFeed, metrics: measured, random: Math.random })
  // What other processes, or this one before, have looked up may miss changes that were not announced here.
  let changedAt = clock.now()
  changes.watch(WARNINGS_TOPIC, async () => {
    changedAt = clock.now()
    knowledge.forget()
  })
  changes.watch(SOURCES_TOPIC, async () => {
    await added.reread()
    knowledge.forget()
    changedAt = clock.now()
  })
  let areas: Promise<void> | undefined
  /** Reads the feeds that are due; before the first one, the outlines that come with them are loaded. */
  async function readDue(): Promise<void> {
    areas ??= loadBundledAreas(db, builtIn, clock.now())
    await areas.catch((error: unknown) => {
      areas = undefined
      throw error
    })
    await poller.readDue()
  }
  const feedAdmin = createFeedAdmin({ feeds, added, sources, store, findRegions: (codes) => findRegions(db, codes), clock })
  const listed = createListingStore(db)
  const outlinesOf = createOutlines(places)
  const listing = createListing({ feeds, store: listed, status: store, outlinesOf, speaking: knowledge.current, clock, staleMs })
  const stored: WarningStore = {
    id: 'warnings',
    isInUse: () => builtIn.some(isConfigured) || added.feeds().some(isConfigured),
    changedAt: () => changedAt,
    find: lookup.find,
  }
  return {
    stored,
    /** The credit of a feed, undefined for other sources. */
    attributionOf: (source: string): Attribution | undefined => feeds().find(({ id }) => id === source)?.attribution,
    /** The status of every part of every feed that was ever read. */
    status: () => store.listStatus(clock.now()),
    /** Feeds with a part whose last reading failed, and since when that part was not read completely (epoch milliseconds; null: never). */
    async failing() {
      const failed = (await store.listStatus(clock.now())).filter(({ failures }) => failures > 0)
      return feeds().flatMap(({ id, attribution: { name } }) => {
        const [worst] = failed.filter(({ feed }) => feed === id).toSorted((a, b) => (a.completeAt ?? 0) - (b.completeAt ?? 0))
        return worst === undefined ? [] : [{ id, name, failure: worst.failure, completeAt: worst.completeAt }]
      })
    },
    /** The feeds that operators added and did not switch off. */
    addedFeeds: async () => (await sources.list()).filter(({ isEnabled }) => isEnabled),
    readDue,
    /** Passes on the areas where warnings have changed since the last time, once over all nodes; failed ones are passed on again. */
    takeChanges: (work: Parameters<typeof takeChanges>[1]) => takeChanges({ db, level, testsOf: lookup.testsOf }, work),
    routes(app) {
      registerListing(app, foundation, listing)
      registerCap(app, foundation, { listing, feeds, store: listed })
    },
    adminRoutes: (app) => registerWarningAdmin(app, feedAdmin),
    tasks: [
      { name: 'reading official warnings', everyMs: LOOK_EVERY_MS, run: readDue },
      {
        name: 'deleting old official warnings',
        everyMs: HOUR_MS,
        async run() {
          const now = clock.now()
          await deleteWarningsBefore(db, now - WARNINGS_RETENTION_MS)
          await deleteNamesBefore(db, now - NAMES_RETENTION_MS)
          await deleteUnusedShapes(db)
        },
      },
    ],
  } satisfies Feature & Record<string, unknown>
}

function isConfigured({ capability }: WarningFeed): boolean {
  return capability.configured()
}

export type Warnings = Awaited<ReturnType<typeof openWarnings>>
