import {
  type CellScope,
  type FreshnessWindow,
  type GroupName,
  type ScopeData,
  type SupplementedScope,
  type Supplied,
  findWholeHours,
  gradeFreshnessInWindow,
  isGroupName,
  isSupplemented,
  listGroupFields,
  supplementScope,
} from '@isobar/weather'
import { computeAgeMs } from '../time.ts'
import { parseRecordData, type ScopeRecord } from './record.ts'
import type { Source } from './sources.ts'

/** Another source's record, and what it supplies to the one that is shown. */
export interface Supplement<S extends CellScope = CellScope> extends Supplied {
  readonly record: ScopeRecord<S>
}

/** How what the first source lacks comes from the next ones. */
export interface Supply<S extends CellScope> {
  /** What is shown: the record itself, or another source's where this one has no series at all. */
  readonly record: ScopeRecord<S>
  readonly supplements: readonly Supplement<S>[]
  /** The source to ask behind the answer, since it may have something that is missing or old; undefined: none. */
  readonly wanted: string | undefined
}

export const NO_SUPPLEMENTS: readonly never[] = []

/** Whether the record has everything, so that no other is looked for: the usual case, on the hot path. */
export function isWhole({ available, lacks, holes }: Pick<ScopeRecord, 'available' | 'lacks' | 'holes'>): boolean {
  return available && lacks === undefined && holes === undefined
}

/**
 * Each missing group comes as a whole from the first source after the shown one that has it. `able` are the sources that deliver the scope at the
 * place, in their order; `isQuiet` says which are left alone at present, because they have failed or may not be called. Data counts until it would be
 * an emergency, and so does the knowledge that a source lacks something, so that nobody is asked for minutes every few minutes where there are none.
 * Simulated values do not supplement real ones, nor the other way round.
 */
export function chooseSupply<S extends CellScope, A extends Pick<Source, 'id' | 'lacks'>>(
  shown: ScopeRecord<S>,
  known: readonly ScopeRecord<S>[],
  able: readonly A[],
  window: FreshnessWindow,
  isQuiet: (source: A) => boolean,
  now: number,
): Supply<S> {
  let wanted: string | undefined
  /** The record of the first source that has it, by `has`. */
  function find(
    isLacking: (source: Pick<Source, 'lacks'>) => boolean,
    has: (record: ScopeRecord<S>) => boolean,
  ): ScopeRecord<S> | undefined {
    for (const source of able) {
      if (source.id === shown.source || isLacking(source)) continue
      const record = known.find((each) => each.source === source.id)
      const freshness = record === undefined ? 'expired' : gradeFreshnessInWindow(window, computeAgeMs(record.fetchedAt, now))
      const isUsable = freshness === 'fresh' || freshness === 'acceptable'
      const isDue = record === undefined || (has(record) ? freshness !== 'fresh' : !isUsable)
      if (isDue && !isQuiet(source)) wanted ??= source.id
      const isAlike = record?.simulated === shown.simulated || !shown.available
      if (record !== undefined && isUsable && isAlike && has(record)) return record
    }
    return undefined
  }
  if (!shown.available) {
    const other = find(
      ({ lacks = [] }) => lacks.includes(shown.scope),
      ({ available }) => available,
    )
    return { record: other ?? shown, supplements: NO_SUPPLEMENTS, wanted }
  }
  const byRecord = new Map<ScopeRecord<S>, GroupName[]>()
  const { holes = [] } = shown
  const filler =
    holes.length === 0
      ? undefined
      : find(
          ({ lacks = [] }) => lacks.includes('temperature'),
          (record) => holes.some((time) => findWholeTimes(record).has(time)),
        )
  if (filler !== undefined) byRecord.set(filler, [])
  // Another release may have had other groups.
  for (const group of (shown.lacks ?? []).filter(isGroupName)) {
    const fields = listGroupFields(group)
    const record = find(
      ({ lacks = [] }) => fields.every((field) => lacks.includes(field)),
      ({ available, lacks }) => available && lacks?.includes(group) !== true,
    )
    if (record !== undefined) byRecord.set(record, [...(byRecord.get(record) ?? []), group])
  }
  const supplements = [...byRecord].map(([record, groups]) =>
    record === filler ? { record, groups, points: holes.filter((time) => findWholeTimes(record).has(time)) } : { record, groups },
  )
  return { record: shown, supplements, wanted }
}

const wholeTimes = new WeakMap<ScopeRecord, ReadonlySet<string>>()

/** The hours of a record that have what makes them weather, by their times. Parses each record once. */
function findWholeTimes(record: ScopeRecord): ReadonlySet<string> {
  const known = wholeTimes.get(record)
  if (known !== undefined) return known
  const times = findWholeHours(parseRecordData(record as ScopeRecord<'hourly'>).points)
  wholeTimes.set(record, times)
  return times
}

/** The canonical data of a record, with what others supply. Parses on every call. */
export function parseSupplementedData<S extends CellScope>(record: ScopeRecord<S>, supplements: readonly Supplement<S>[]): ScopeData[S] {
  const data = parseRecordData(record)
  if (!isSupplemented(record.scope)) return data
  return supplements.reduce<ScopeData[SupplementedScope]>(
    (merged, other) => supplementScope(merged, other, parseRecordData(other.record) as ScopeData[SupplementedScope]),
    data as ScopeData[SupplementedScope],
  ) as ScopeData[S]
}
