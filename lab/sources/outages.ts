import { HOUR_MS } from '../../src/time.ts'
import type { FaultSpec } from '../../tools/upstream-simulator/faults/faults.ts'

/** In the order in which the service asks them, the first in Germany only. */
export const PROVIDERS = ['bright-sky', 'met-norway', 'openweather', 'open-meteo'] as const
export type ProviderId = (typeof PROVIDERS)[number]

type Fault = Omit<FaultSpec, 'match'>

/** What goes wrong from an hour of the day to another; `roles` are places in the list of providers, which moves on by one each day. */
interface Outage {
  readonly from: number
  readonly to: number
  readonly roles: readonly number[]
  readonly faults: readonly Fault[]
}

const FLAKY: readonly Fault[] = [
  { kind: 'status', status: 500, probability: 0.1 },
  { kind: 'reset', probability: 0.1 },
  { kind: 'truncate', probability: 0.1 },
  { kind: 'garbage', probability: 0.1 },
]

/** A day that spares nobody: each alone, two, three, all four, all of them now and then, and one that does not answer. */
const DAY: readonly Outage[] = [
  { from: 2, to: 4, roles: [1], faults: [{ kind: 'status', status: 503 }] },
  { from: 5, to: 6, roles: [2], faults: [{ kind: 'status', status: 429 }] },
  { from: 7, to: 8.5, roles: [0], faults: [{ kind: 'html', status: 200 }] },
  { from: 9, to: 10, roles: [3], faults: [{ kind: 'garbage' }] },
  { from: 10.5, to: 12, roles: [1, 2], faults: [{ kind: 'reset' }] },
  { from: 13, to: 15, roles: [0, 1, 2], faults: [{ kind: 'status', status: 502 }] },
  { from: 16, to: 16.75, roles: [0, 1, 2, 3], faults: [{ kind: 'status', status: 503 }] },
  { from: 18, to: 20, roles: [0, 1, 2, 3], faults: FLAKY },
  { from: 21, to: 21.5, roles: [1], faults: [{ kind: 'hang', next: 1 }] },
  { from: 22, to: 23, roles: [2], faults: [{ kind: 'status', status: 401, reason: 'subscription' }] },
]

/** The longest that the service leaves a place alone with a provider after a failure: ten minutes, and a quarter of that. */
const RECOVERY_HOURS = 12.5 / 60

/** The day's outages, from an instant at midnight (epoch milliseconds). */
export function createOutages(startMs: number) {
  const hourAt = (atMs: number): number => ((atMs - startMs) / HOUR_MS) % 24
  const isStruck = ({ roles }: Outage, provider: ProviderId, atMs: number): boolean => {
    const day = Math.floor((atMs - startMs) / (24 * HOUR_MS))
    return roles.some((role) => PROVIDERS[(role + day) % PROVIDERS.length] === provider)
  }
  return {
    /** The faults at an instant. */
    at: (atMs: number): readonly FaultSpec[] =>
      PROVIDERS.flatMap((provider) =>
        DAY.filter((outage) => hourAt(atMs) >= outage.from && hourAt(atMs) < outage.to && isStruck(outage, provider, atMs)).flatMap(
          ({ faults }) => faults.map((fault) => ({ ...fault, match: { provider } })),
        ),
      ),
    /** Whether the provider has been well for so long that it must be answering by now. */
    isWell: (provider: ProviderId, atMs: number): boolean =>
      !DAY.some((outage) => hourAt(atMs) >= outage.from && hourAt(atMs) < outage.to + RECOVERY_HOURS && isStruck(outage, provider, atMs)),
  }
}
