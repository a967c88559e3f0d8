import type { Feature, Foundation } from '../../../foundation.ts'
import type { KeptWarnings } from '../../../gateway/index.ts'
import type { Attribution } from '../../../providers/provider.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { takeChanges } from './change-store.ts'
import { createFeedStore } from './feed-store.ts'
import { createKnowledge } from './knowledge.ts'
import { createLookup } from './lookup.ts'
import { createWarningMetrics } from './metrics.ts'
import { createPlaceStore } from './place-store.ts'
import { createPoller, type WarningFeed } from './poller.ts'
import { deleteUnusedShapes } from './shape-store.ts'
import type { WarningTables } from './tables.ts'
import { deleteNamesBefore, deleteWarningsBefore, WARNINGS_TOPIC } from './warning-store.ts'

export interface WarningNeeds {
  readonly feeds: readonly WarningFeed[]
}

/** How often a node looks which feeds are due. */
const LOOK_EVERY_MS = 5_000
/** Links in mails to what is over work for a week. */
const WARNINGS_KEPT_MS = 7 * DAY_MS
const NAMES_KEPT_MS = 10 * DAY_MS

/** Official warnings of whole countries: reads their feeds, keeps them with their areas, and finds those of a place. */
export function openWarnings(foundation: Foundation<WarningTables & ChangeTables>, { feeds }: WarningNeeds) {
  const { db, level, meter, clock, metrics, changes, windows, onError } = foundation
  const store = createFeedStore(db)
  const knowledge = createKnowledge({ feeds: () => feeds, store, clock, staleMs: () => windows().alert.staleSeconds * 1_000 })
  const lookup = createLookup({ store: createPlaceStore(db), speaking: knowledge.current })
  const measured = createWarningMetrics(metrics.registry, store, clock)
  const poller = createPoller({ db, feeds: () => feeds, store, level, meter, clock, metrics: measured, random: Math.random, onError })
  let changedAt = 0
  changes.watch(WARNINGS_TOPIC, async () => {
    changedAt = clock.now()
    knowledge.forget()
  })
  const kept: KeptWarnings = {
    id: 'warnings',
    isInUse: () => feeds.some(({ capability }) => capability.configured()),
    changedAt: () => changedAt,
    find: lookup.find,
  }
  return {
    kept,
    /** The credit of a feed, undefined for other sources. */
    attributionOf: (source: string): Attribution | undefined => feeds.find(({ id }) => id === source)?.attribution,
    /** How each part of each feed stands that was ever read. */
    status: () => store.listStatus(clock.now()),
    /** Reads the feeds that are due. */
    readDue: poller.readDue,
    /** Hands over where warnings have changed since the last time, once over all nodes; what fails is handed over again. */
    takeChanges: (work: Parameters<typeof takeChanges>[1]) => takeChanges({ db, level, testsOf: lookup.testsOf }, work),
    tasks: [
      { name: 'reading official warnings', everyMs: LOOK_EVERY_MS, run: () => poller.readDue() },
      {
        name: 'deleting old official warnings',
        everyMs: HOUR_MS,
        async run() {
          const now = clock.now()
          while ((await deleteWarningsBefore(db, now - WARNINGS_KEPT_MS)) > 0);
          while ((await deleteNamesBefore(db, now - NAMES_KEPT_MS)) > 0);
          while ((await deleteUnusedShapes(db)) > 0);
        },
      },
    ],
  } satisfies Feature & Record<string, unknown>
}

export type Warnings = ReturnType<typeof openWarnings>
