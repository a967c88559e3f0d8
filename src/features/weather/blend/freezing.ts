import { computeLocalHour, parseInstant } from '@isobar/weather'
import { MAX_BLEND_SOURCES, toHourClass } from '@isobar/weather/blend'
import type { ReportError } from '../../../errors.ts'
import { blendRecords, type OnStored, parseRecordData, type ScopeRecord, selectBlendRecords } from '../../../gateway/index.ts'
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
  const blended = new Map((known === null ? [] : blendRecords(chosen, known, series)).map((each) => [each.time, each]))
  const ids = [base.source, ...others.map(({ source }) => source)]
  const byTime = others.map((other) => new Map(parseRecordData(other).points.map(({ time, temperature }) => [time, temperature])))
  const start = Math.floor(base.fetchedAt / HOUR_MS) * HOUR_MS
  const hours = series.flatMap(({ time, temperature }): FrozenHour[] => {
    const at = parseInstant(time)
    const local = computeLocalHour(at, base.timezone)
    const isDue = temperature !== null && at > base.fetchedAt && at <= base.fetchedAt + MAX_LEAD_HOURS * HOUR_MS
    if (!isDue || local % CLASS_HOURS !== MIDDLE) return []
    const raw = [temperature, ...byTime.map((temperatures) => temperatures.get(time) ?? null)]
    const issued = blended.get(time)?.blended
    const order = known?.coefficients.sources.map(({ id }) => id) ?? []
    return [
      {
        offsetHours: (at - start) / HOUR_MS,
        hourClass: toHourClass(local),
        raw,
        issued:
          issued === undefined
            ? null
            : {
                value: issued.value,
                sigma: issued.sigma,
                disagreement: issued.disagreement,
                confidence: issued.confidence,
                corrected: ids.map((id) => issued.corrected[order.indexOf(id)] ?? null),
                weights: ids.map((id) => issued.weights[order.indexOf(id)] ?? 0),
              },
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
