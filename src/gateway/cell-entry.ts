import type { CellScope, FreshnessWindows } from '@isobar/weather'
import type { Clock } from '../platform/clock.ts'
import { computeAgeMs } from '../time.ts'
import type { CellBlend } from './cell-blend.ts'
import type { listSlots } from './cell-slots.ts'
import type { AlertRecord, ScopeRecord } from './record.ts'

/** The cached state of a cell. */
export interface CellEntry {
  /** The latest record of each scope from each source. */
  readonly records: { readonly [S in CellScope]?: readonly ScopeRecord<S>[] }
  /** The records of `alert`. The list keeps its object identity while they are unchanged. */
  readonly alerts: readonly AlertRecord[]
  /** By a source's `absence`: until when it is known to have nothing there, epoch milliseconds. */
  readonly absentUntil: Readonly<Record<string, number>>
  /** What is known for blending its records; omitted: nothing. */
  readonly blend?: CellBlend
}

export interface MergeRules {
  /** The order and the kinds of the sources. */
  readonly layout: () => Pick<ReturnType<typeof listSlots>, 'order' | 'kindOf'>
  readonly windows: () => FreshnessWindows
  readonly clock: Clock
}

/** How records join those that a cell has. */
export function createEntryMerger({ layout, windows, clock }: MergeRules) {
  /**
   * Whether a record replaces another of its source: the newer one wins, but an unavailable series never hides one that is still usable. Of
   * the stored official warnings, the latest look-up always wins. What a clock that was ahead has written never wins.
   */
  function supersedes(next: ScopeRecord, former: ScopeRecord | undefined): boolean {
    if (former === undefined) return true
    const now = clock.now()
    const formerAgeMs = computeAgeMs(former.fetchedAt, now)
    const isFromFuture = computeAgeMs(next.fetchedAt, now) === Infinity
    if (isFromFuture || formerAgeMs === Infinity) return !isFromFuture
    if (layout().kindOf.get(next.source) === 'warnings') return next.fetchedAt >= former.fetchedAt
    const isUsable = formerAgeMs <= windows()[former.scope].emergencySeconds * 1_000
    if (!next.available && former.available && isUsable) return false
    return next.fetchedAt > former.fetchedAt || (next.fetchedAt === former.fetchedAt && (next.admittedAt ?? 0) > (former.admittedAt ?? 0))
  }

  /** An entry with these records, where they supersede those that it had. */
  return (
    known: CellEntry | undefined,
    records: readonly ScopeRecord[],
    absentUntil: CellEntry['absentUntil'] = {},
    blend?: CellBlend,
  ): CellEntry => {
    const { order } = layout()
    // What is stored was learned last, whatever a clock said; the same one stays the same object.
    const latest = blend === undefined || blend.at === known?.blend?.at ? known?.blend : blend
    const merged: Record<string, readonly ScopeRecord[]> = { ...known?.records }
    for (const next of records) {
      const others = merged[next.scope] ?? []
      const former = others.find(({ source }) => source === next.source)
      if (!supersedes(next, former)) continue
      // An admission is of the source, not of one of its records.
      const admittedAt = next.admittedAt ?? former?.admittedAt
      const record = admittedAt === next.admittedAt || admittedAt === undefined ? next : { ...next, admittedAt }
      merged[next.scope] = [...others.filter((other) => other !== former), record].sort(
        (a, b) => order.indexOf(a.source) - order.indexOf(b.source),
      )
    }
    const entries = merged as CellEntry['records']
    return {
      records: entries,
      alerts: alertsOf(entries.alert, known?.alerts ?? []),
      absentUntil: { ...known?.absentUntil, ...absentUntil },
      ...(latest === undefined ? {} : { blend: latest }),
    }
  }
}

/** The entry's record of a scope from a source. */
export function findScopeRecord<S extends CellScope>(entry: CellEntry | undefined, scope: S, source: string): ScopeRecord<S> | undefined {
  return (entry?.records[scope] as readonly ScopeRecord<S>[] | undefined)?.find((record) => record.source === source)
}

/** All records of an entry. */
export function listEntryRecords(entry: CellEntry | undefined): ScopeRecord[] {
  return Object.values(entry?.records ?? {}).flat()
}

/** Returns the known list if nothing in it has changed, so that renderings made from it can be recognised as still valid. */
function alertsOf(alerts: readonly AlertRecord[] = [], known: readonly AlertRecord[]): readonly AlertRecord[] {
  return alerts.length === known.length && alerts.every((record, index) => record === known[index]) ? known : alerts
}

const RECORD_OVERHEAD = 300
/** Six bands of biases, weights and spread. */
const BLEND_BYTES = 2_000

/** About how many bytes of memory an entry takes. */
export function estimateEntryBytes(entry: CellEntry): number {
  const { blend, records } = entry
  // The blended records live as long as those that they are made of.
  const blended = [...(records.hourly ?? []), ...(records.daily ?? []), ...(records.extended ?? [])]
  const blendBytes =
    blend === undefined ? 0 : blended.reduce((bytes, { json }) => bytes + json.length, BLEND_BYTES * blend.coefficients.sources.length ** 2)
  return listEntryRecords(entry).reduce((bytes, record) => bytes + record.json.length + RECORD_OVERHEAD, RECORD_OVERHEAD + blendBytes)
}
