import { decodeCellId } from '@isobar/weather'
import type { Kysely } from 'kysely'
import type { Foundation } from '../../../foundation.ts'
import { BLEND_SOURCE, encodeCellBlend, toBlendKey } from '../../../gateway/index.ts'
import type { CacheEntry } from '../../../platform/cache/second-level.ts'
import { DAY_MS } from '../../../time.ts'
import type { IssueStore } from './issue-store.ts'
import { type BlendDay, buildCellBlend, findLeadBand, learnBlendDay, listBlendCases, selectFirstOfBands } from './learning.ts'
import type { BlendPlaceStore } from './place-store.ts'
import type { BlendTables } from './tables.ts'

/** A temperature that was issued for an hour, by the blend or by a source at the same moment. */
export interface BlendForecast {
  readonly source: string
  readonly validAt: Date
  /** The upper end of its band in verification. */
  readonly leadHours: number
  /** °C. */
  readonly temperature: number | null
}

/** What a day at a place taught. */
export interface LearnedDay {
  /** For verification: the blend and its sources, as they were issued together. */
  readonly forecasts: readonly BlendForecast[]
  /** Writes what is known now. In the transaction that marks the day as done, so that no day counts twice. */
  readonly write: (trx: Kysely<BlendTables>) => Promise<void>
  /** To be called once that is committed. */
  readonly publish: () => Promise<void>
}

export type BlendLearner = ReturnType<typeof createLearner>

export interface LearnerOptions extends Pick<Foundation, 'level' | 'clock' | 'log'> {
  readonly issues: Pick<IssueStore, 'list'>
  readonly places: Pick<BlendPlaceStore, 'find' | 'write'>
}

/** Longest lead of what is learned. */
const LONGEST_DAYS = 8
const PUT_AT_ONCE = 100
const MAX_NAMED = 10

/** Learns a place's days one by one, as verification compares them. Database errors are thrown. */
export function createLearner({ level, clock, log, issues, places }: LearnerOptions) {
  const learned: CacheEntry[] = []
  const changed = { begun: [] as string[], ended: [] as string[] }

  /** What was learned travels with the records from now on. */
  async function flush(): Promise<void> {
    const entries = learned.splice(0)
    try {
      await level.put(entries)
    } catch (error) {
      // What is committed is not learned again: it is stored with the next ones.
      learned.unshift(...entries)
      throw error
    }
    const { begun, ended } = changed
    if (begun.length + ended.length === 0) return
    const facts = { begun: begun.length, ended: ended.length, begunAt: begun.slice(0, MAX_NAMED), endedAt: ended.slice(0, MAX_NAMED) }
    changed.begun = []
    changed.ended = []
    log[ended.length > 0 ? 'warn' : 'info'](facts, 'places at which the blend is proved to be better from now on, or not any more')
  }

  return {
    /** What a day that has ended taught; null: nothing was frozen for it, or nothing was measured. */
    async learn(day: BlendDay): Promise<LearnedDay | null> {
      const frozen = await issues.list(day.cell, day.day - LONGEST_DAYS * DAY_MS, day.day + DAY_MS)
      const cases = listBlendCases(frozen, day)
      if (cases.length === 0) return null
      const known = await places.find(day.cell)
      const now = clock.now()
      const next = learnBlendDay(known, cases, day, now)
      if (next === null) return null
      const wasProved = known?.isProved ?? false
      return {
        forecasts: selectFirstOfBands(cases, findLeadBand).flatMap(({ issue, validAt, leadHours, raw, issued }) => {
          const of = { validAt: new Date(validAt), leadHours: findLeadBand(leadHours) ?? 0 }
          const own = issued === null ? [] : [{ ...of, source: BLEND_SOURCE, temperature: issued.value }]
          return own.length === 0
            ? []
            : [...own, ...raw.map((temperature, at) => ({ ...of, source: issue.sources[at] ?? '', temperature }))]
        }),
        write: (trx) => places.write(trx, next.place),
        async publish() {
          const blend = buildCellBlend(next, now)
          const value = encodeCellBlend(blend)
          if (value !== null && blend.until > now) learned.push({ key: toBlendKey(day.cell), value, expiresAt: blend.until })
          const { lat, lon } = decodeCellId(day.cell)
          if (next.place.isProved !== wasProved) changed[next.place.isProved ? 'begun' : 'ended'].push(`${lat},${lon}`)
          if (learned.length >= PUT_AT_ONCE) await flush()
        },
      }
    },
    flush,
  }
}
