import { type AlertListSource, type Cell, identifyAlerts } from '@isobar/weather'
import type { WarningStore } from '../../../gateway/index.ts'
import { toAlertDrafts } from './alert-of.ts'
import { createShapeCache } from './cached-shapes.ts'
import { createShapeTest } from './geometry/shape.ts'
import { listPointTiles } from './geometry/tiles.ts'
import type { Candidate, PlaceStore } from './place-store.ts'

export interface LookupOptions {
  readonly store: PlaceStore
  /** The feeds in use, with what their recent complete readings prove. */
  readonly speaking: () => Promise<ReadonlyMap<string, FeedKnowledge>>
}

/** What is known about a feed in use. */
export interface FeedKnowledge {
  /** Whether any part was read completely recently enough. */
  readonly isKnown: boolean
  /** Whether only areas with an outline of their own decide about a place. */
  readonly decidesByOutlines?: boolean
  /** Whether such a part covers the place. */
  covers(cell: Cell): boolean
}

const SHAPES_BYTES = 32 * 1024 * 1024
/** Offsets in degrees, about two kilometres to each side. */
const AROUND = [
  [0.02, 0],
  [-0.02, 0],
  [0, 0.03],
  [0, -0.03],
] as const
/** Estimated memory of parsed geometry, as a multiple of its text. */
const PARSED = 3

/** Finds the warnings of a place: one query by tiles, and an exact test for tiles that a border runs through. */
export function createWarningLookup({ store, speaking }: LookupOptions) {
  const testsOf = createShapeCache({
    ...store,
    name: 'warning-shapes',
    maxBytes: SHAPES_BYTES,
    make: createShapeTest,
    bytesOf: (_test, length) => length * PARSED,
  })

  return {
    testsOf,
    /** The warnings of a place at `now` (epoch milliseconds), and the sources that have a say there. */
    async find(cell: Cell, now: number): ReturnType<WarningStore['find']> {
      const [feeds, rows] = await Promise.all([speaking(), store.listCandidates(listPointTiles(cell.lat, cell.lon), now)])
      const inUse = rows.filter(({ feed, message, position }) => {
        const known = feeds.get(feed)
        return known !== undefined && (known.decidesByOutlines !== true || message.areas[position]?.shape !== null)
      })
      const holding = await testsOf([...new Set(inUse.flatMap(({ is_inside, shape }) => (is_inside ? [] : shape)))])
      const here = inUse.filter(({ is_inside, shape }) => is_inside || holding.get(shape)?.(cell.lat, cell.lon) === true)
      const byWarning = Map.groupBy(here, ({ id }) => id)
      const drafts = toAlertDrafts(
        [...byWarning.values()].map((areas) => {
          const [{ message, state, state_at, feed }] = areas as [Candidate]
          return { warning: { message, state, stateAt: state_at.getTime() }, source: feed, areas: areas.map(({ position }) => position) }
        }),
        now,
      )
      const listed = new Set(here.map(({ feed }) => feed))
      // Register outlines are simplified and leave gaps between neighbours, so a place just outside such an area may be in it.
      const nearby = new Set(
        inUse.flatMap(({ feed, state, message, position, is_inside, shape }) => {
          const isOutline = state === 'running' && !is_inside && message.areas[position]?.shape === null
          return isOutline && AROUND.some(([up, right]) => holding.get(shape)?.(cell.lat + up, cell.lon + right) === true) ? feed : []
        }),
      )
      const sources = [...feeds].flatMap(([id, { isKnown, covers }]): AlertListSource[] => {
        const isAtPlace = listed.has(id) || (isKnown && !nearby.has(id) && covers(cell))
        return isKnown || isAtPlace ? [{ id, isAtPlace }] : []
      })
      return { alerts: identifyAlerts(drafts, cell.id), simulated: here.some(({ simulated }) => simulated), sources }
    },
  }
}
