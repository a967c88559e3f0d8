import { type ObservationCapability, ProviderFailure } from '@isobar/providers/port'
import { type SensorFault, parseBoxName } from '@isobar/weather'
import type { Foundation } from '../../../foundation.ts'
import { type Meter, buildReadingContext } from '../../../gateway/index.ts'
import { computeBackoffMs, addJitter } from '../../../platform/backoff.ts'
import { mapBounded } from '../../../platform/bounded.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import type { BoxStore, DueBox } from './box-store.ts'
import type { StationStore } from './station-store.ts'

export interface StationSource {
  readonly id: string
  readonly observations: ObservationCapability
}

export interface PollerOptions extends Pick<Foundation, 'clock' | 'onError'> {
  readonly sources: readonly StationSource[]
  readonly boxes: Pick<BoxStore, 'takeDue' | 'noteRead' | 'noteFailure' | 'putOff'>
  readonly stations: Pick<StationStore, 'put'>
  readonly meter: Pick<Meter, 'run'>
  /** 0 to below 1. */
  readonly random: () => number
  readonly onRead: (source: string, outcome: 'read' | 'failed') => void
  readonly onLeftOut: (source: string, reason: string, count: number) => void
}

/** Boxes that one node reads at a time, and how many it takes at once. */
const AT_ONCE = 4
const TAKEN = 24
/** A box is read for two days after somebody was interested in it. */
export const WANTED_MS = 2 * DAY_MS
/** The readings of a station are kept for as long after it was last found suitable. */
export const USED_MS = 7 * DAY_MS
const LONGEST_BACKOFF_MS = HOUR_MS
/** The calls of a minute are spent. */
const BUDGET_MS = MINUTE_MS

/** Reads the boxes that are due. Several nodes share them. */
export function createStationPoller(options: PollerOptions) {
  const { sources, boxes, stations, meter, clock, random, onError, onRead, onLeftOut } = options
  const byId = new Map(sources.map(({ id, observations }) => [id, observations]))

  async function read(due: DueBox, capability: ObservationCapability): Promise<void> {
    const { source } = due
    const intervalMs = capability.intervalSeconds * 1_000
    const box = parseBoxName(due.box, capability.boxDegrees)
    try {
      const now = Math.floor(clock.now() / 1_000) * 1_000
      const { reports, simulated, leftOut, state } = await meter.run(buildReadingContext('stations'), (calls) =>
        capability.read(box, due.state, calls, now),
      )
      const faults = new Map<SensorFault, number>()
      await stations.put({
        source,
        reports,
        simulated,
        usedSince: now - USED_MS,
        hasHourlyGusts: capability.hasHourlyGusts,
        count: (fault) => void faults.set(fault, (faults.get(fault) ?? 0) + 1),
      })
      await boxes.noteRead(due, now, clock.now() + addJitter(intervalMs, random()), state)
      for (const [reason, count] of [...Object.entries(leftOut), ...faults]) onLeftOut(source, reason, count)
      onRead(source, 'read')
    } catch (error) {
      const failure = error instanceof ProviderFailure ? error.kind : 'internal'
      // The service is stopping.
      if (failure === 'not_wanted') return
      // Nothing is wrong with the box.
      if (failure === 'budget_spent') return await boxes.putOff(due, clock.now() + addJitter(BUDGET_MS, random()))
      onRead(source, 'failed')
      if (!(error instanceof ProviderFailure)) onError(error, `reading the stations of ${source}`)
      await boxes.noteFailure(
        due,
        failure,
        clock.now() + addJitter(computeBackoffMs(intervalMs, LONGEST_BACKOFF_MS, due.failures), random()),
      )
    }
  }

  async function run(): Promise<void> {
    const able = [...byId].flatMap(([id, capability]) => (capability.configured() ? [id] : []))
    const now = clock.now()
    const longest = Math.max(0, ...able.map((id) => byId.get(id)?.intervalSeconds ?? 0)) * 1_000
    const due = await boxes.takeDue(able, now, now - WANTED_MS, now + longest, TAKEN)
    await mapBounded(due, AT_ONCE, async (box) => {
      const capability = byId.get(box.source)
      if (capability === undefined) return
      await read(box, capability).catch((error: unknown) => onError(error, `reading the stations of ${box.source}`))
    })
  }

  let running: Promise<void> = Promise.resolve()
  return {
    /** Reads what is due, once a run in progress has ended. A failure of one box stops no other. */
    readDue: (): Promise<void> => (running = running.then(run, run)),
  }
}
