import { parseInstant } from '@isobar/weather'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Clock } from '../../../platform/clock.ts'
import { computeAgeMs } from '../../../time.ts'
import type { FeedStore, PartStatus } from './feed-store.ts'
import type { Stored } from './reading-store.ts'

export type WarningMetrics = ReturnType<typeof createWarningMetrics>

type ReadingOutcome = 'complete' | 'incomplete' | 'unchanged' | 'overtaken' | 'failed'

/** The metrics of the official warning feeds; the gauges query the database when they are read. */
export function createWarningMetrics(registry: Registry, store: Pick<FeedStore, 'listStatus'>, clock: Clock) {
  const readings = new Counter({
    name: 'isobar_warning_readings_total',
    help: 'Readings of feeds of official warnings, by outcome: complete, incomplete (missing warnings are not ended), unchanged, overtaken (another node was faster), failed',
    labelNames: ['feed', 'outcome'],
    registers: [registry],
  })
  const latency = new Histogram({
    name: 'isobar_warning_latency_seconds',
    help: 'Delay between the issue of a message and its storage',
    labelNames: ['feed'],
    buckets: [15, 30, 60, 120, 180, 300, 600, 1_800, 3_600],
    registers: [registry],
  })
  let reading: Promise<readonly PartStatus[]> | undefined
  // One query serves all gauges. Without the database they have no value.
  const once = () =>
    (reading ??= store
      .listStatus(clock.now())
      .catch(() => [])
      .finally(() => (reading = undefined)))
  const gauge = (name: string, help: string, values: (status: PartStatus) => readonly (readonly [value: number, reason?: string])[]) =>
    new Gauge({
      name,
      help,
      labelNames: ['feed', 'part', 'reason'],
      registers: [registry],
      async collect() {
        const all = await once()
        this.reset()
        for (const status of all) {
          const { feed, part } = status
          for (const [value, reason] of values(status)) this.set({ feed, part, ...(reason === undefined ? {} : { reason }) }, value)
        }
      },
    })
  gauge('isobar_warnings', 'Running official warnings by feed', ({ warnings }) => [[warnings]])
  gauge(
    'isobar_warning_areas_unlocated',
    'Areas of running warnings that come without geometry and without a known code',
    ({ unlocated }) => [[unlocated]],
  )
  gauge('isobar_warning_entries_left_out', 'Entries left out of the last reading, by reason', ({ leftOut }) =>
    Object.entries(leftOut).map(([reason, count]) => [count, reason]),
  )
  gauge('isobar_warning_complete_age_seconds', 'Time since the last complete reading of a feed of official warnings', ({ completeAt }) =>
    completeAt === null ? [] : [[computeAgeMs(completeAt, clock.now()) / 1_000]],
  )
  return {
    read: (feed: string, outcome: ReadingOutcome): void => readings.inc({ feed, outcome }),
    /** Records the delay from issue to storage for the messages of a reading. */
    stored(feed: string, { changed, before }: NonNullable<Stored>, now: number): void {
      for (const { key, message } of changed) {
        if (before.get(key)?.message.messageId === message.messageId) continue
        latency.observe({ feed }, Math.max(0, now - parseInstant(message.sent)) / 1_000)
      }
    },
  }
}
