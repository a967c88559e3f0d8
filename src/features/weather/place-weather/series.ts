import { type Joined, type PublicScope, type ScopeData, findEndOfStep, formatInstant, isHour, joinDays, joinHours } from '@isobar/weather'
import { parseRecordData, parseSupplementedData, type ScopeRecord } from '../../../gateway/index.ts'
import type { FoundScope, SeriesExtent } from './reader.ts'

/** Points of a series that another source has supplied: its record, and when they begin and end. */
export interface SuppliedPart {
  readonly record: ScopeRecord
  readonly from: string
  readonly to: string
}

/** The data of a scope, and which parts of a series are other sources'. */
export interface WholeSeries<S extends PublicScope> {
  readonly data: ScopeData[S]
  readonly parts: readonly SuppliedPart[]
}

/**
 * The data of a scope with what others supply; hours and days, if they are asked for, with those that have passed and as far as the sources reach. Parses every record.
 */
export function readWholeSeries<S extends PublicScope>(found: FoundScope<S>, extent: SeriesExtent | undefined): WholeSeries<S> {
  const { record, supplements, extended } = found as FoundScope<PublicScope>
  const data = parseSupplementedData(record, supplements)
  const records = [record, ...extended]
  if (extended.length === 0 || !('points' in data)) return { data: data as ScopeData[S], parts: [] }
  if (record.scope === 'hourly') {
    const { points } = data as ScopeData['hourly']
    const lists = [points, ...extended.map((each) => parseRecordData(each).hours)]
    // Where hours are wanted, longer steps are what is left if no source has them.
    const inTurn = [lists.map((list) => list.filter(isHour)), lists.map((list) => list.filter((point) => !isHour(point)))].flat()
    const joined = joinHours(extent?.onlyHours === true ? inTurn : lists)
    return wholeOf(joined, [...records, ...records], (hour) => formatInstant(findEndOfStep(hour)))
  }
  if (record.scope !== 'daily') return { data: data as ScopeData[S], parts: [] }
  const { points } = data as ScopeData['daily']
  return wholeOf(joinDays([points, ...extended.map((each) => parseRecordData(each).days)]), records, ({ date }) => date)

  function wholeOf<Point extends { readonly time: string }>(
    { points: all, parts }: Joined<Point>,
    sources: readonly ScopeRecord[],
    endOf: (last: Point) => string,
  ): WholeSeries<S> {
    return {
      data: { available: all.length > 0, points: all } as unknown as ScopeData[S],
      parts: parts.flatMap(({ index, first, last }) => {
        const other = sources[index] as ScopeRecord
        return other.source === record.source ? [] : [{ record: other, from: startOf(first), to: endOf(last) }]
      }),
    }
  }
}

/** A day is named by its date, an hour by its start. */
function startOf(point: { readonly time: string; readonly date?: string }): string {
  return point.date ?? point.time
}
