import { setTimeout as sleep } from 'node:timers/promises'
import { type CampaignResult, printFinding, runCampaign } from '../campaign.ts'
import { enterOwnNetwork, missingForOwnNetwork } from '../rig/network.ts'
import { isInstalled } from '../rig/processes.ts'
import type { Rig } from '../rig/rig.ts'
import { makeSchedule } from '../schedule.ts'
import type { Exchange } from '../traffic/client.ts'
import { type Felt, feltOf, type Span } from './felt.ts'
import { OUTAGES } from './outages.ts'

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
}

/** Time to find everything in order, and to warm up. */
const FIRST_MS = 8_000
/** How long a node takes to restart depends on the machine. */
const SPARE_MS = 60_000
/** Current weather is fresh for ten minutes. */
const NO_LONGER_FRESH_MS = 11 * 60_000
/** After an outage, requests may fail for this long plus the outage's own length: lost packets are sent again with growing pauses. */
const BACK_WITHIN_MS = 10_000
/** A call for a place fetches all of its scopes, of which minutely precipitation is fresh for the shortest time. */
const FRESH_SECONDS = 300

/**
 * Takes away one thing after the other while the campaign's traffic passes through the proxy, judges the run like every campaign, and prints what
 * was felt of each outage. Resolves to the result, or to null if something is missing here. Sets the status of the process.
 */
export async function outages(options: OutageOptions, onLog: (line: string) => void): Promise<object | null> {
  const missing =
    missingForOwnNetwork() ?? (isInstalled('nginx') ? null : 'nginx') ?? (options.nodes > 1 ? null : 'more than one node (--nodes 3)')
  if (missing !== null) {
    console.log(`NOT TRIED: outages. They need ${missing}.`)
    return null
  }
  enterOwnNetwork()
  const { nodes, workers, seed, operationsPerSecond, awayMs, pauseMs } = options
  console.log(`outages of ${awayMs / 1_000} s, ${nodes} nodes of ${workers}, ${operationsPerSecond} operations a second, seed ${seed}`)
  const chosen = OUTAGES.filter(({ name }) => name.includes(options.only))
  const exchanges: Exchange[] = []
  const spans: Span[] = []
  let repeated: readonly number[] = []
  let end = 0

  async function conduct(rig: Rig): Promise<void> {
    await sleep(FIRST_MS)
    for (const { name, kind, isPossible, strike } of chosen) {
      if (isPossible?.(rig) === false) {
        console.log(`NOT TRIED: ${name}.`)
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

  const lengthMs = FIRST_MS + chosen.length * (awayMs + pauseMs + SPARE_MS)
  const campaign = await runCampaign({
    nodes,
    workers,
    isCuttable: true,
    schedule: (place) => ({ ...makeSchedule({ seed, lengthMs, operationsPerSecond, faultEveryMs: lengthMs, place }), faults: [] }),
    say: (line) => console.log(line),
    onLog,
    onFinding: printFinding,
    onExchange: (exchange) => void exchanges.push(exchange),
    isOver: () => end > 0,
    meanwhile(rig) {
      const conducting = conduct(rig)
      return () => conducting
    },
  })
  const felt = feltOf(spans, exchanges, end)
  printTable(felt, repeated, campaign)
  const late = felt.filter(
    ({ awayMs: away, failedAfterMs, withoutRetryAfter }) => failedAfterMs > BACK_WITHIN_MS + away || withoutRetryAfter.length > 0,
  )
  for (const { name, failedAfterMs, withoutRetryAfter } of late)
    console.log(
      `BROKEN: ${name}: failures until ${failedAfterMs} ms after its end; 503 without Retry-After: ${withoutRetryAfter.join(', ') || 'none'}`,
    )
  process.exitCode = campaign.findings.length + late.length > 0 ? 1 : 0
  const { schedule: _, ...figures } = campaign
  return { felt: felt.map((each, i) => ({ ...each, repeatedCalls: repeated[i] ?? 0 })), ...figures }
}

/**
 * How many needless calls each outage cost: calls for a place whose last successful call for a person was so recent that everything it brought was
 * still fresh. Calls by jobs for themselves are not counted.
 */
async function repeatedCalls(rig: Rig, spans: readonly Span[]): Promise<number[]> {
  const rows = await rig.query<{ cell: number; started_at: Date }>(
    `select cell, started_at from (
       select cell, started_at, lag(started_at) over (partition by cell order by started_at) as before from upstream_call
       where product = 'openweather/onecall' and outcome = 'ok' and cause in ('request', 'refresh') and cell is not null) calls
     where started_at - before < $1 * interval '1 second'`,
    [FRESH_SECONDS],
  )
  const at = rows.map(({ started_at }) => started_at.getTime())
  return spans.map(({ wallFrom }, i) => at.filter((each) => each >= wallFrom && each < (spans[i + 1]?.wallFrom ?? Infinity)).length)
}

/** What was felt of each outage, as a Markdown table, and the totals of the run. */
function printTable(felt: readonly Felt[], repeated: readonly number[], { mails, ledger, writes }: CampaignResult): void {
  console.log('| outage | away s | felt s | back after s | requests | slow | 5xx or none | stale | worst s | repeated calls |')
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const [i, { name, awayMs, feltMs, recoveredMs, requests, slow, errors, stale, worstMs }] of felt.entries()) {
    const [away, whole, back, worst] = [awayMs, feltMs, recoveredMs, worstMs].map((ms) => (ms / 1_000).toFixed(1))
    const failed = Object.entries(errors).map(([kind, n]) => `${n} × ${kind}`)
    const cells = [name, away, whole, back, requests, slow, failed.join(', ') || '0', stale, worst, repeated[i] ?? 0]
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log(
    `writes ${writes.acknowledged}, lost ${writes.lost}; mails sent ${mails.sent}, lost ${mails.lost}, repeated ${mails.repeated}; upstream calls ${ledger.seen}, in the ledger ${ledger.rows}`,
  )
}
