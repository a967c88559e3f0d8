import { LEAD_HOURS } from '@isobar/weather'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { type FrozenHour, decodeFrozenHours } from './frozen-hours.ts'
import type { BlendIssue } from './issue-store.ts'
import type { BlendPlace } from './place-store.ts'

/** A day at a place that has ended, with what was measured. */
export interface BlendDay {
  readonly cell: number
  /** Epoch milliseconds of its midnight, UTC. */
  readonly day: number
  readonly simulated: boolean
  /** Where it was measured. */
  readonly truth: BlendPlace['truth']
  /** °C at an instant (epoch milliseconds); null: not measured. */
  readonly temperatureAt: (ms: number) => number | null
  /** mm that fell in the hour that begins then; null: not measured. */
  readonly amountAt: (ms: number) => number | null
}

/** One frozen hour of which something was measured. */
export interface BlendCase extends FrozenHour {
  readonly issue: BlendIssue
  readonly validAt: number
  readonly leadHours: number
  /** °C; null: not measured. */
  readonly truth: number | null
  /** mm in the hour; null: not measured. */
  readonly amount: number | null
}

/** The hours of the day that issues had forecast, with what was measured; in the order of issue. Issues that cannot be read are left out. */
export function listBlendCases(issues: readonly BlendIssue[], { day, simulated, temperatureAt, amountAt }: BlendDay): BlendCase[] {
  return issues.flatMap((issue) => {
    if (issue.simulated !== simulated) return []
    const start = Math.floor(issue.issuedAt / HOUR_MS) * HOUR_MS
    const from = Math.max(0, (day - start) / HOUR_MS)
    const hours = decodeFrozenHours(issue.numbers, issue.sources.length, from, (day + DAY_MS - start) / HOUR_MS) ?? []
    return hours.flatMap((hour) => {
      const validAt = start + hour.offsetHours * HOUR_MS
      if (validAt <= issue.issuedAt) return []
      const [truth, amount] = [temperatureAt(validAt), amountAt(validAt)]
      if (truth === null && amount === null) return []
      return [{ ...hour, issue, validAt, leadHours: (validAt - issue.issuedAt) / HOUR_MS, truth, amount }]
    })
  })
}

/** Of each hour and band of lead time the first issue, so that no hour counts twice. `bandOf`: null where there is none. */
export function selectFirstOfBands<Case extends BlendCase>(cases: readonly Case[], bandOf: (leadHours: number) => number | null): Case[] {
  const first = new Map<number, Case>()
  for (const each of cases) {
    const band = bandOf(each.leadHours)
    // Bands are less than a thousand, and instants so many milliseconds that the product is exact.
    const key = each.validAt * 1_000 + (band ?? 0)
    const known = first.get(key)
    if (band !== null && (known === undefined || each.leadHours > known.leadHours)) first.set(key, each)
  }
  return [...first.values()]
}

/** The upper end of a lead's band in verification; null beyond the last. */
export function findLeadBand(leadHours: number): number | null {
  return LEAD_HOURS.find((hours) => leadHours <= hours) ?? null
}
