import { decodeCellId } from '@isobar/weather'
import type { Kysely } from 'kysely'
import type { Foundation } from '../../../foundation.ts'
import { BLEND_SOURCE, encodeCellBlend, toBlendKey } from '../../../gateway/index.ts'
import type { CacheEntry } from '../../../platform/cache/second-level.ts'
import { DAY_MS, toUtcDay } from '../../../time.ts'
import { type BlendCase, type BlendDay, findLeadBand, listBlendCases, selectFirstOfBands } from './cases.ts'
import type { GainStore } from './gain-store.ts'
import type { IssueStore } from './issue-store.ts'
import { buildCellBlend, learnBlendDay, type LearnedPlace } from './learning.ts'
import type { BlendPlaceStore } from './place-store.ts'
import type { Proof } from './proof.ts'
import type { BlendTables } from './tables.ts'

/** What was issued for an hour, by the blend or by a source at the same moment. */
export interface BlendForecast {
  readonly source: string
  readonly validAt: Date
  /** The upper end of its band in verification. */
  readonly leadHours: number
  /** °C. */
  readonly temperature: number | null
  /** 0–1; null: none was issued. */
  readonly precipitationProbability: number | null
}

/** Some places of which a day is learned together: what is known of them is read at once, and written at once. */
export interface LearnedPlaces {
  /**
   * Learns what the day taught of one of the places, which must not be learned twice. For verification: the blend and its sources, as they were issued together; null:
   * nothing was frozen for it, or nothing was measured.
   */
  readonly learn: (day: BlendDay) => readonly BlendForecast[] | null
  /** Writes what has been learned. In the transaction that marks the day as done, so that no day counts twice. */
  readonly write: (trx: Kysely<BlendTables>) => Promise<void>
  /** To be called once that is committed. */
  readonly publish: () => Promise<void>
}

export type BlendLearner = ReturnType<typeof createLearner>

export interface LearnerOptions extends Pick<Foundation, 'level' | 'clock' | 'log'> {
  readonly issues: Pick<IssueStore, 'list'>
  readonly places: Pick<BlendPlaceStore, 'list' | 'write'>
  readonly gains: Pick<GainStore, 'add'>
}

/** Longest lead of what is learned. */
const LONGEST_DAYS = 8
const MAX_NAMED = 10

/** Learns days at places, as verification compares them. Database errors are thrown. */
export function createLearner({ level, clock, log, issues, places, gains }: LearnerOptions) {
  const learned: CacheEntry[] = []
  const changed = { temperature: buildChanges(), chance: buildChanges() }

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
    report(changed.temperature, 'places at which the blend is proved to be better from now on, or not any more')
    report(changed.chance, 'places at which the blended chance of rain is proved to be better from now on, or not any more')
  }

  function report(changes: Changes, message: string): void {
    const [begun, ended] = [changes.begun.splice(0), changes.ended.splice(0)]
    if (begun.length + ended.length === 0) return
    const facts = { begun: begun.length, ended: ended.length, begunAt: begun.slice(0, MAX_NAMED), endedAt: ended.slice(0, MAX_NAMED) }
    log[ended.length > 0 ? 'warn' : 'info'](facts, message)
  }

  return {
    /** Reads what is known of some places before a day (epoch milliseconds of its midnight, UTC), in two queries. All are in memory: a hundred are enough. */
    async read(cells: readonly number[], day: number): Promise<LearnedPlaces> {
      const frozen = Map.groupBy(await issues.list(cells, day - LONGEST_DAYS * DAY_MS, day + DAY_MS), ({ cell }) => cell)
      const known = new Map(frozen.size === 0 ? [] : (await places.list([...frozen.keys()])).map((place) => [place.cell, place]))
      const now = clock.now()
      const next: LearnedPlace[] = []
      return {
        learn(ofPlace) {
          const cases = listBlendCases(frozen.get(ofPlace.cell) ?? [], ofPlace)
          const place = cases.length === 0 ? null : learnBlendDay(known.get(ofPlace.cell) ?? null, cases, ofPlace, now)
          if (place === null) return null
          next.push(place)
          return listBlendForecasts(cases)
        },
        async write(trx) {
          await places.write(
            trx,
            next.map(({ place }) => place),
          )
          await gains.add(
            trx,
            next.map((each) => ({ day: toUtcDay(day), simulated: each.place.simulated, gains: each.gains })),
          )
        },
        async publish() {
          for (const each of next) {
            const { cell } = each.place
            const blend = buildCellBlend(each, now)
            const value = encodeCellBlend(blend)
            if (value !== null && blend.until > now) learned.push({ key: toBlendKey(cell), value, expiresAt: blend.until })
            const before = known.get(cell)
            addChange(changed.temperature, cell, before, each.place)
            addChange(changed.chance, cell, before?.chance, each.place.chance)
          }
          await flush()
        },
      }
    },
    /** Stores what could not be stored before. */
    flush,
  }
}

/** Places where a proof has begun or ended since this was logged last. */
interface Changes {
  readonly begun: string[]
  readonly ended: string[]
}

function buildChanges(): Changes {
  return { begun: [], ended: [] }
}

function addChange({ begun, ended }: Changes, cell: number, before: Proof | undefined, { isProved }: Proof): void {
  if (isProved === (before?.isProved ?? false)) return
  const { lat, lon } = decodeCellId(cell)
  const list = isProved ? begun : ended
  list.push(`${lat},${lon}`)
}

/** What was issued for the hours of a day, the blend's first: of each hour and band of verification the first issue. */
function listBlendForecasts(cases: readonly BlendCase[]): BlendForecast[] {
  return selectFirstOfBands(cases, findLeadBand).flatMap(({ issue, validAt, leadHours, raw, issued, stated, rain }) => {
    if (issued === null) return []
    const of = { validAt: new Date(validAt), leadHours: findLeadBand(leadHours) ?? 0 }
    return [
      { ...of, source: BLEND_SOURCE, temperature: issued.value, precipitationProbability: rain?.chance ?? null },
      ...raw.map((temperature, at) => ({
        ...of,
        source: issue.sources[at] ?? '',
        temperature,
        precipitationProbability: stated[at] ?? null,
      })),
    ]
  })
}
