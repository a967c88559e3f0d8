import { setTimeout as sleep } from 'node:timers/promises'
import { decodeCellId, formatInstant, getUnitWriter, toConditionIcon } from '@isobar/weather'
import type { Foundation } from '../../../../foundation.ts'
import { parseRecordData, type Gateway, type ScopeRecord } from '../../../../gateway/index.ts'
import { computeAgeMs } from '../../../../time.ts'
import { describeCellPlace } from '../geocode/found-place.ts'
import type { PlacesStore, RankedCell } from '../store.ts'
import type { RecentCheck, RecentChecksAnswer } from './schemas.ts'
import type { CheckWindow } from './window.ts'

export type RecentChecksService = ReturnType<typeof createRecentChecks>

export interface RecentChecksOptions extends Pick<Foundation, 'clock' | 'onError'> {
  readonly store: Pick<PlacesStore, 'listRanking'>
  readonly window: CheckWindow
  /** How long an answer waits for the window to advance: after a long outage there may be many hours to subtract. */
  readonly timeoutMs: number
  readonly gateway: Pick<Gateway, 'peekCells'>
}

const METRIC = getUnitWriter('metric')
export const MAX_CHECKS = 100
/** How long one database read serves all requests. */
export const STORED_MS = 2_000

/** Rankings are cached for `STORED_MS`; weather comes from the gateway's cache only. */
export function createRecentChecks({ store, window, timeoutMs, gateway, clock, onError }: RecentChecksOptions) {
  let stored: { readonly checks: Promise<RecentCheck[]>; readonly madeAt: number } | undefined

  async function make(): Promise<RecentCheck[]> {
    const moved = window.moveOn().catch((error: unknown) => onError(error, 'moving the window of searches on'))
    await Promise.race([moved, sleep(timeoutMs, undefined, { ref: false })])
    const ranking = await store.listRanking(MAX_CHECKS)
    const weather = await gateway.peekCells(
      ranking.map(({ cell }) => decodeCellId(cell)),
      'current',
    )
    return ranking.map((ranked) => checkOf(ranked, weather.get(ranked.cell)))
  }

  return {
    /** The most searched places of the last 30 days; calls no provider. */
    async list(limit: number): Promise<RecentChecksAnswer> {
      const age = stored === undefined ? Infinity : computeAgeMs(stored.madeAt, clock.now())
      if (stored === undefined || age >= STORED_MS) {
        const made = { checks: make(), madeAt: clock.now() }
        stored = made
        made.checks.catch(() => {
          if (stored === made) stored = undefined
        })
      }
      const checks = (await stored.checks).slice(0, limit)
      return { checks, source: checks.length === 0 ? 'empty' : 'popular' }
    },
  }
}

function checkOf({ cell, count, lastCheckedAt, place }: RankedCell, record: ScopeRecord<'current'> | undefined): RecentCheck {
  const { lat, lon, ...named } = describeCellPlace(cell, place)
  return {
    lat,
    lon,
    ...named,
    searchCount: count,
    lastCheckedAt: formatInstant(lastCheckedAt),
    current: record === undefined ? null : currentOf(record),
  }
}

function currentOf(record: ScopeRecord<'current'>): RecentCheck['current'] {
  const { temperature, windSpeed, windDirection, condition, isDay } = parseRecordData(record)
  return {
    temperature,
    windSpeed: METRIC.windSpeed(windSpeed),
    windDirection,
    condition,
    icon: toConditionIcon(condition, isDay),
    fetchedAt: formatInstant(record.fetchedAt),
  }
}
