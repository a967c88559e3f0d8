import { freshnessWindows } from '../../src/domain/freshness.ts'
import { type CellScope, WEATHER_SCOPES } from '../../src/domain/scope.ts'
import { NOTHING, type Tally } from './cells.ts'
import { callsOf, type Day, playDays } from './days.ts'
import type { View } from './people.ts'
import type { Town } from './towns.ts'

/** Requests a day; a view makes four. */
const TRAFFIC = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000]
const SWEEP_AT = 1_000_000

/** What one amount of traffic costs, in calls a day. */
export interface TokenPoint {
  readonly requests: number
  /** A cache for each scope and coordinate of four decimals that waits for the provider when its entry is not fresh. */
  readonly plain: number
  /** The same, with warnings, which an answer for current weather names, as a separate scope with its own calls. */
  readonly plainWithAlerts: number
  /** Isobar, serving no answer older than the plain cache's. */
  readonly equal: number
  /** Isobar as it is: serves acceptable data at once, and refreshes it behind the answer. */
  readonly served: number
  /** Of the answers that Isobar served, those older than their fresh window. */
  readonly notFresh: number
  /** Mean ages in fresh windows: plain, equal, served. */
  readonly ages: readonly [number, number, number]
  /** In the hour after a restart: the share of answers from the second level, and the waiting answers and calls that it saved. */
  readonly secondLevel: { readonly answers: number; readonly waits: number; readonly calls: number }
}

/** The curve over traffic on an ordinary day, without storm and crawlers. */
export async function tokenCurve(towns: readonly Town[], seed: number, upTo: number, onPoint: (point: TokenPoint) => void): Promise<void> {
  for (const requests of TRAFFIC.filter((each) => each <= upTo)) {
    const plain = createPlainCache()
    const day = { towns, viewsPerDay: requests / WEATHER_SCOPES.length, seed, isEveryday: true }
    const equal = await playDays({ ...day, onlyFresh: true, onView: plain.see })
    const served = await playDays({ ...day, restart: 'memory' })
    const bare = await playDays({ ...day, restart: 'both' })
    const { calls, alertCalls, meanAge: plainAge } = plain.totals()
    onPoint({
      requests: served.answers,
      plain: calls,
      plainWithAlerts: calls + alertCalls,
      equal: callsOf(equal),
      served: callsOf(served),
      notFresh: served.notFresh / served.answers,
      ages: [plainAge, meanAge(equal), meanAge(served)],
      secondLevel: secondLevelOf(served.afterRestart, bare.afterRestart),
    })
  }
}

function secondLevelOf(withIt: Tally = NOTHING, without: Tally = NOTHING): TokenPoint['secondLevel'] {
  return {
    answers: withIt.database / withIt.answers,
    waits: 1 - withIt.upstream / without.upstream,
    calls: 1 - callsOf(withIt) / callsOf(without),
  }
}

const meanAge = ({ ages, answers }: Day): number => ages / answers

/** Counts the calls that such a cache would make; it stores nothing else. */
export function createPlainCache() {
  const windows = freshnessWindows()
  const fetchedAt = new Map<string, number>()
  let [calls, alertCalls, ages, answers] = [0, 0, 0, 0]

  /** Its age in fresh windows; null: it needed a call. */
  function ageOf(scope: CellScope, { lat, lon }: View, atMs: number): number | null {
    const key = `${scope} ${lat} ${lon}`
    const age = (atMs - (fetchedAt.get(key) ?? -Infinity)) / 1_000 / windows[scope].freshSeconds
    if (age < 1) return age
    fetchedAt.set(key, atMs)
    return null
  }

  return {
    see(view: View, atMs: number): void {
      for (const scope of WEATHER_SCOPES) {
        const age = ageOf(scope, view, atMs)
        answers += 1
        if (age === null) calls += 1
        else ages += age
      }
      if (ageOf('alert', view, atMs) === null) alertCalls += 1
      if (fetchedAt.size > SWEEP_AT)
        for (const [key, at] of fetchedAt) if (atMs - at > windows.daily.freshSeconds * 1_000) fetchedAt.delete(key)
    },
    /** `meanAge` is in fresh windows. */
    totals: () => ({ calls, alertCalls, meanAge: ages / answers }),
  }
}
