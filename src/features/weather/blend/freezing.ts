import { computeLocalHour, parseInstant } from '@isobar/weather'
import { getHourChance, MAX_BLEND_SOURCES, toHourClass } from '@isobar/weather/blend'
import type { ReportError } from '../../../errors.ts'
import {
  blendRecords,
  NOTHING_BLENDED,
  type OnStored,
  parseRecordData,
  type ScopeRecord,
  selectBlendRecords,
} from '../../../gateway/index.ts'
import { createLruCache } from '../../../platform/cache/memory-cache.ts'
import { createWriteBehind } from '../../../platform/write-behind.ts'
import { HOUR_MS } from '../../../time.ts'
import { type FrozenHour, MAX_FROZEN_HOURS, encodeFrozenHours } from './frozen-hours.ts'
import type { BlendIssue, IssueStore } from './issue-store.ts'

export interface FreezingOptions {
  readonly store: Pick<IssueStore, 'insert'>
  readonly primaryAt: (cellId: number) => string
  readonly onError: ReportError
}

/** What a fetch brought for a cell, and what was known of it before. */
type Stored = Parameters<OnStored>

/** A place is frozen once in so many hours. */
export const SLOT_MS = 6 * HOUR_MS
const MAX_LEAD_HOURS = 168
/** A class of hours is learned at its middle. */
const [CLASS_HOURS, MIDDLE] = [3, 1]
const MAX_QUEUED = 500
const GATHER_MS = 500
const MAX_BATCH = 32
const REMEMBERED_CELLS = 50_000

/**
 * Freezes what a blend makes of each first fetch of the first source in six hours, shown or not, off the answer's path. What is frozen is made by the same function of
 * the same records as what people are shown.
 */
export function createFreezing({ store, primaryAt, onError }: FreezingOptions) {
  /** By cell, the last slot that this process has frozen; other nodes may have, too. */
  const frozen = createLruCache<number, number>(REMEMBERED_CELLS)
  const queue = createWriteBehind<Stored>({
    everyMs: GATHER_MS,
    maxQueued: MAX_QUEUED,
    maxBatch: MAX_BATCH,
    maxAttempts: 3,
    write: (batch) => store.insert(batch.flatMap((stored) => buildBlendIssue(stored) ?? [])),
    onError: (error) => onError(error, 'freezing what a blend would have issued'),
  })

  return {
    /** Queues a fetch. Never throws, never waits. */
    add(...stored: Stored): void {
      const [cell, records] = stored
      const base = records.find(({ scope }) => scope === 'extended')
      if (base === undefined || base.source !== primaryAt(cell.id)) return
      const slot = toSlot(base.fetchedAt)
      if (frozen.get(cell.id) === slot) return
      frozen.set(cell.id, slot)
      queue.add(stored)
    },
    flush: queue.flush,
    close: queue.close,
  }
}

/** What is frozen of a fetch; null if it has no whole series. */
export function buildBlendIssue([cell, records, seen]: Stored): BlendIssue | null {
  const base = records.find((record): record is ScopeRecord<'extended'> => record.scope === 'extended')
  const chosen = base && selectBlendRecords(seen, base)
  if (base === undefined || chosen === undefined) return null
  const known = seen.blend !== undefined && seen.blend.simulated === base.simulated && base.fetchedAt < seen.blend.until ? seen.blend : null
  const others = chosen.others.slice(0, MAX_BLEND_SOURCES - 1)
  const series = parseRecordData(base).hours
  const { temperatures, chances } = known === null ? NOTHING_BLENDED : blendRecords(chosen, known, series)
  const blended = new Map(temperatures.map((each) => [each.time, each.blended]))
  const rains = new Map(chances.map((each) => [each.time, each.blended]))
  const ids = [base.source, ...others.map(({ source }) => source)]
  const order = known?.coefficients.sources.map(({ id }) => id) ?? []
  const inOrder = (values: readonly (number | null)[]) => ids.map((id) => values[order.indexOf(id)] ?? null)
  const byTime = others.map((other) => new Map(parseRecordData(other).points.map((point) => [point.time, point])))
  const start = Math.floor(base.fetchedAt / HOUR_MS) * HOUR_MS
  const hours = series.flatMap((hour): FrozenHour[] => {
    const { time, temperature } = hour
    const at = parseInstant(time)
    const local = computeLocalHour(at, base.timezone)
    const isDue = temperature !== null && at > base.fetchedAt && at <= base.fetchedAt + MAX_LEAD_HOURS * HOUR_MS
    if (!isDue || local % CLASS_HOURS !== MIDDLE) return []
    const ofSources = [hour, ...byTime.map((points) => points.get(time))]
    const [issued = null, rain = null] = [blended.get(time), rains.get(time)]
    return [
      {
        offsetHours: (at - start) / HOUR_MS,
        hourClass: toHourClass(local),
        raw: ofSources.map((each) => each?.temperature ?? null),
        issued: issued && {
          value: issued.value,
          sigma: issued.sigma,
          disagreement: issued.disagreement,
          confidence: issued.confidence,
          corrected: inOrder(issued.corrected),
          weights: inOrder(issued.weights).map((each) => each ?? 0),
        },
        stated: ofSources.map((each) => (each === undefined ? null : getHourChance(each))),
        rain: rain && { chance: rain.chance, logit: rain.logit, chances: inOrder(rain.chances) },
      },
    ]
  })
  if (hours.length === 0) return null
  return {
    cell: cell.id,
    slot: toSlot(base.fetchedAt),
    issuedAt: base.fetchedAt,
    source: base.source,
    simulated: base.simulated,
    sources: ids,
    numbers: encodeFrozenHours(hours.slice(0, MAX_FROZEN_HOURS), ids.length),
  }
}

function toSlot(ms: number): number {
  return Math.floor(ms / SLOT_MS) * SLOT_MS
}
