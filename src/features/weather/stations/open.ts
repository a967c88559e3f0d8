import { type Cell, MAX_STATION_KM, listNearbyBoxes, roundHalfAway, writeBoxName } from '@isobar/weather'
import { Counter } from 'prom-client'
import type { Feature, Foundation } from '../../../foundation.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { computeAgeMs, DAY_MS, HOUR_MS } from '../../../time.ts'
import { createBoxStore } from './box-store.ts'
import { createStationLookup, NO_STATION, type PlaceStation } from './lookup.ts'
import { createStationPoller, type StationSource, WANTED_MS } from './poller.ts'
import { createStationStore } from './station-store.ts'
import type { StationTables } from './tables.ts'
import { createTruthStore } from './truth-store.ts'

export interface StationNeeds {
  readonly sources: readonly StationSource[]
  /** Whether stations are read for simulated weather, too: no real service is called for a demonstration unless somebody says so. */
  readonly forSimulated: boolean
}

/** How often a node checks which boxes are due. */
const LOOK_EVERY_MS = 5_000
/** Verification compares a day with the 30 before it. */
const RETENTION_MS = 45 * DAY_MS
const HEIGHT_RETENTION_MS = 400 * DAY_MS
/** A place's boxes and height are written once in an hour and process. */
const RENEW_EVERY_MS = HOUR_MS
const NOTED_BYTES = 8 * 1024 * 1024

/** What stations measure: reads their sources, stores what they report, and finds what they say of a place. */
export function openStations(foundation: Foundation<StationTables>, { sources, forSimulated }: StationNeeds) {
  const { db, clock, metrics, timeouts, onError } = foundation
  const readings = new Counter({
    name: 'isobar_station_readings_total',
    help: 'Readings of boxes of stations by source and outcome (read, failed)',
    labelNames: ['source', 'outcome'],
    registers: [metrics.registry],
  })
  const leftOut = new Counter({
    name: 'isobar_station_left_out_total',
    help: 'Reports and values of stations that were left out, by source and reason (docs/measurements.md)',
    labelNames: ['source', 'reason'],
    registers: [metrics.registry],
  })
  const boxes = createBoxStore(db)
  const store = createStationStore(db)
  const truths = createTruthStore(db)
  const inUse = (): StationSource[] => sources.filter(({ observations }) => observations.configured())
  const lookup = createStationLookup({
    store,
    sources: () => inUse().map(({ id }) => id),
    timeoutMs: timeouts.databaseTimeoutMs / 2,
    clock,
    onError,
  })
  const poller = createStationPoller({
    ...foundation,
    sources,
    boxes,
    stations: store,
    random: Math.random,
    onRead: (source, outcome) => readings.inc({ source, outcome }),
    onLeftOut: (source, reason, count) => leftOut.inc({ source, reason }, count),
  })
  const noted = createMemoryCache<number, { readonly height: number | null; readonly at: number }>('station-places', NOTED_BYTES, () => 100)

  async function note(cell: Cell, height: number | null): Promise<void> {
    const now = clock.now()
    const wanted = inUse().flatMap(({ id, observations: { boxDegrees, covers } }) =>
      listNearbyBoxes(cell, MAX_STATION_KM, boxDegrees)
        .filter(covers)
        .map((box) => ({ source: id, box: writeBoxName(box) })),
    )
    await boxes.want(wanted, now)
    if (height !== null) await store.putHeight(cell.id, height, now)
  }

  /** Whether weather has stations beside it. */
  const isFor = (simulated: boolean): boolean =>
    (forSimulated || !simulated) && sources.some(({ observations }) => observations.configured())

  return {
    /** What this process knows of a place with weather that is simulated or not; undefined if it has to look. Synchronous. */
    peek: (cell: Cell, simulated: boolean, now: number): PlaceStation | undefined =>
      isFor(simulated) ? lookup.peek(cell, now) : NO_STATION,
    /** The same, looked up if necessary; does not throw. */
    find: async (cell: Cell, simulated: boolean): Promise<PlaceStation> => (isFor(simulated) ? lookup.find(cell) : NO_STATION),
    /**
     * The weather of a place was fetched: its stations are read from now on. `height`: of its terrain, if the source says. Does not wait and does
     * not throw.
     */
    onFetched(cell: Cell, height: number | null, simulated: boolean): void {
      if (!isFor(simulated)) return
      const [known, at] = [noted.get(cell.id), clock.now()]
      if (known !== undefined && computeAgeMs(known.at, at) < RENEW_EVERY_MS && (height === null || known.height === height)) return
      noted.set(cell.id, { height: height ?? known?.height ?? null, at })
      note(cell, height).catch((error: unknown) => {
        noted.delete(cell.id)
        onError(error, 'noting that a place wants stations')
      })
    },
    readDue: poller.readDue,
    /** The station that the forecasts of a day are compared with, and what it measured in a period. */
    async stationOf(...wanted: Parameters<typeof truths.find>) {
      const found = await truths.find(...wanted)
      if (found === null) return null
      const { source, id, name, distanceKm, height } = found.station
      return { station: { source, id, name, distanceKm: roundHalfAway(distanceKm, 1), heightMetres: height }, readings: found.readings }
    },
    tasks: [
      { name: 'reading stations', everyMs: LOOK_EVERY_MS, run: () => poller.readDue() },
      {
        name: 'deleting old readings of stations',
        everyMs: HOUR_MS,
        async run() {
          const now = clock.now()
          await boxes.deleteUnwanted(now - WANTED_MS)
          await store.deleteBefore({ observed: now - RETENTION_MS, heights: now - HEIGHT_RETENTION_MS })
        },
      },
    ],
  } satisfies Feature & Record<string, unknown>
}

export type Stations = ReturnType<typeof openStations>
