import type { Clock } from '../../../../platform/clock.ts'
import { monthAfter, monthOf, type PartitionStore } from '../partition-store.ts'

export interface PartitionJob {
  readonly partitions: PartitionStore
  readonly clock: Clock
  readonly retentionMs: () => number
  readonly onDropped: (tables: readonly string[]) => void
}

/** Creates the partitions of this month and the next, and drops those past retention. Safe to run on several nodes at once. */
export async function maintainPartitions({ partitions, clock, retentionMs, onDropped }: PartitionJob): Promise<void> {
  const month = monthOf(clock.now())
  await partitions.ensureMonth(month)
  await partitions.ensureMonth(monthAfter(month))
  const dropped = await partitions.dropMonthsBefore(clock.now() - retentionMs())
  if (dropped.length > 0) onDropped(dropped)
}
