import { setTimeout as sleep } from 'node:timers/promises'
import { type CampaignResult, runCampaign } from '../campaign.ts'
import type { Rig } from '../rig/rig.ts'
import { makeSchedule } from '../schedule.ts'
import type { Exchange } from '../traffic/client.ts'
import { type Felt, feltOf, type Span } from './felt.ts'
import { OUTAGES } from './outages.ts'
import { repeatedCalls } from './repeated-calls.ts'

export interface OutageOptions {
  readonly nodes: number
  readonly workers: number
  readonly seed: number
  readonly operationsPerSecond: number
  /** How long each lasts; a node that is killed is away until it listens again. */
  readonly awayMs: number
  /** From the end of one to the beginning of the next. */
  readonly pauseMs: number
  /** Runs only those whose names contain it. */
  readonly only: string
  readonly say: (line: string) => void
  readonly onLog: (line: string) => void
}

export interface OutageResult {
  readonly campaign: CampaignResult
  readonly felt: readonly (Felt & { readonly repeatedCalls: number })[]
}

/** Time to find everything in order, and to warm up. */
const FIRST_MS = 8_000
const SPARE_MS = 60_000
/** Current weather is fresh for ten minutes. */
const NO_LONGER_FRESH_MS = 11 * 60_000

/** Takes away one thing after the other while the campaign's traffic passes through the proxy, and judges the run like every campaign. */
export async function runOutages(options: OutageOptions): Promise<OutageResult> {
  const { awayMs, pauseMs, say } = options
  const outages = OUTAGES.filter(({ name }) => name.includes(options.only))
  const exchanges: Exchange[] = []
  const spans: Span[] = []
  let repeated: readonly number[] = []
  let end = 0

  async function conduct(rig: Rig): Promise<void> {
    await sleep(FIRST_MS)
    for (const { name, kind, isPossible, strike } of outages) {
      if (!isPossible(rig)) {
        say(`NOT TRIED: ${name}.`)
        continue
      }
      // Makes everything cached stale, so that it must be fetched again during the outage.
      rig.clock.step(NO_LONGER_FRESH_MS)
      const [from, wallFrom] = [performance.now(), rig.clock.now()]
      const settle = rig.disturbances.begin(kind)
      await strike(rig, awayMs)
      settle()
      spans.push({ name, from, to: performance.now(), wallFrom })
      await sleep(pauseMs)
    }
    end = performance.now()
    repeated = await repeatedCalls(rig, spans)
  }

  // More than needed: how long a node takes to restart depends on the machine.
  const lengthMs = FIRST_MS + outages.length * (awayMs + pauseMs + SPARE_MS)
  const campaign = await runCampaign({
    ...options,
    isCuttable: true,
    schedule: (place) => ({
      ...makeSchedule({ seed: options.seed, lengthMs, operationsPerSecond: options.operationsPerSecond, faultEveryMs: lengthMs, place }),
      faults: [],
    }),
    onFinding: ({ invariant, what, event, atMs }) =>
      say(`BROKEN at ${atMs} ms${event === null ? '' : `, ${event}`}: ${invariant}\n  ${what}`),
    onExchange: (exchange) => void exchanges.push(exchange),
    isOver: () => end > 0,
    beside(rig) {
      const conducting = conduct(rig)
      return () => conducting
    },
  })
  const felt = feltOf(spans, exchanges, end).map((each, i) => ({ ...each, repeatedCalls: repeated[i] ?? 0 }))
  return { campaign, felt }
}
