import { writeFileSync } from 'node:fs'
import type { TortureOptions } from '../options.ts'
import { hasNginx } from '../rig/front.ts'
import { enterOwnNetwork, missingForOwnNetwork, raiseLoopback } from '../rig/network.ts'
import { outageTable } from './report.ts'
import { runOutages } from './run.ts'

/** After an outage, requests may fail for this long plus the outage's own length: lost packets are sent again with growing pauses. */
const BACK_WITHIN_MS = 10_000

/** `npm run torture -- --outages --nodes 3`. Sets the status of the process. */
export async function outages(options: TortureOptions, onLog: (line: string) => void): Promise<void> {
  const missing = missingForOwnNetwork() ?? (hasNginx() ? null : 'nginx') ?? (options.nodes > 1 ? null : 'more than one node (--nodes 3)')
  if (missing !== null) return console.log(`NOT TRIED: outages. They need ${missing}.`)
  enterOwnNetwork()
  raiseLoopback()
  const { nodes, workers, seed, operationsPerSecond, awaySeconds, pauseSeconds } = options
  console.log(`outages of ${awaySeconds} s, ${nodes} nodes of ${workers}, ${operationsPerSecond} operations a second, seed ${seed}`)
  const result = await runOutages({
    nodes,
    workers,
    seed,
    operationsPerSecond,
    awayMs: awaySeconds * 1_000,
    pauseMs: pauseSeconds * 1_000,
    only: options.only ?? '',
    say: (line) => console.log(line),
    onLog,
  })
  for (const line of outageTable(result)) console.log(line)
  const { schedule: _, ...campaign } = result.campaign
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify({ felt: result.felt, ...campaign }, null, 1))
  const late = result.felt.filter(
    ({ awayMs, failedAfterMs, withoutRetryAfter }) => failedAfterMs > BACK_WITHIN_MS + awayMs || withoutRetryAfter.length > 0,
  )
  for (const { name, failedAfterMs, withoutRetryAfter } of late)
    console.log(
      `BROKEN: ${name}: failures until ${failedAfterMs} ms after its end; 503 without Retry-After: ${withoutRetryAfter.join(', ') || 'none'}`,
    )
  process.exitCode = campaign.findings.length + late.length > 0 ? 1 : 0
}
