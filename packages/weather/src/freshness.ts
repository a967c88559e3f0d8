import type { CellScope } from './scope.ts'
import { CLOCK_TOLERANCE_MS } from './time.ts'

/**
 * By age alone: `fresh` is served as is, `acceptable` is served and refreshed, `emergency` is served only if the provider cannot answer,
 * `expired` never.
 */
export type Freshness = 'fresh' | 'acceptable' | 'emergency' | 'expired'

/** Ages in seconds; each window holds ages below its bound. */
export interface FreshnessWindow {
  readonly freshSeconds: number
  readonly staleSeconds: number
  readonly emergencySeconds: number
}

export type FreshnessWindows = Readonly<Record<CellScope, FreshnessWindow>>

const MINUTE = 60
const HOUR = 3_600

const HOURLY: FreshnessWindow = { freshSeconds: 30 * MINUTE, staleSeconds: 6 * HOUR, emergencySeconds: 24 * HOUR }

/** How long current weather is fresh unless an admin sets the refresh interval. */
export const DEFAULT_CURRENT_FRESH_SECONDS = 10 * MINUTE

/**
 * The windows of every scope. An interval longer than the stale window of current weather widens the later windows, so that they never
 * overlap. In an emergency an alert is shown until its own end: the window only bounds alerts without an end, and readers filter out ended
 * ones.
 */
export function buildFreshnessWindows(currentFreshSeconds: number = DEFAULT_CURRENT_FRESH_SECONDS): FreshnessWindows {
  return {
    current: {
      freshSeconds: currentFreshSeconds,
      staleSeconds: Math.max(2 * HOUR, currentFreshSeconds),
      emergencySeconds: Math.max(6 * HOUR, currentFreshSeconds),
    },
    hourly: HOURLY,
    daily: { freshSeconds: 2 * HOUR, staleSeconds: 24 * HOUR, emergencySeconds: 72 * HOUR },
    minutely: { freshSeconds: 5 * MINUTE, staleSeconds: 30 * MINUTE, emergencySeconds: 45 * MINUTE },
    // The models behind them are run once or twice a day.
    air: { freshSeconds: HOUR, staleSeconds: 12 * HOUR, emergencySeconds: 36 * HOUR },
    marine: { freshSeconds: HOUR, staleSeconds: 12 * HOUR, emergencySeconds: 36 * HOUR },
    alert: { freshSeconds: 5 * MINUTE, staleSeconds: HOUR, emergencySeconds: 10 * 24 * HOUR },
    extended: HOURLY,
  }
}

/** The freshness of data of that age in milliseconds, as `computeAgeMs` states it: infinite for what a clock that was ahead has written. */
export function gradeFreshness(scope: CellScope, ageMs: number, windows: FreshnessWindows): Freshness {
  return gradeFreshnessInWindow(windows[scope], ageMs)
}

/** The same by the scope's window. */
export function gradeFreshnessInWindow(window: FreshnessWindow, ageMs: number): Freshness {
  if (ageMs < -CLOCK_TOLERANCE_MS) return 'expired'
  if (ageMs < window.freshSeconds * 1_000) return 'fresh'
  if (ageMs < window.staleSeconds * 1_000) return 'acceptable'
  return ageMs < window.emergencySeconds * 1_000 ? 'emergency' : 'expired'
}
