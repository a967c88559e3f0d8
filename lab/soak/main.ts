import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { build } from '../../tools/build/build.ts'
import { printFinding, runCampaign } from '../torture/campaign.ts'
import { renderCampaignTable } from '../torture/report.ts'
import type { Rig } from '../torture/rig/rig.ts'
import { makeSchedule } from '../torture/schedule.ts'
import { csvOf, type Sample, takeSample } from './sample.ts'
import { trendsOf } from './slope.ts'

/**
 * `npm run soak -- [--minutes 60] [--seed 1] [--out DIR]`: the traffic and the faults of the torture campaign at a moderate rate for an hour, without
 * faults that end the service, whose memory is watched. Writes soak.csv; ends with status 1 when an invariant was broken, or when heap,
 * resident memory beside the caches or handles still rise once the service is warm.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'data/soak' },
  },
})
const SAMPLE_EVERY_MS = 15_000
const RATE = { operationsPerSecond: 15, faultEveryMs: 20_000 }
/** They would restart the measurement. */
const ENDS_THE_SERVICE = /^service (kill|term)|^disk/

await build()
mkdirSync(values.out, { recursive: true })
const samples: Sample[] = []

const file = join(values.out, 'soak.csv')
const write = (): void => writeFileSync(file, csvOf(samples))

function watch(rig: Rig): () => Promise<void> {
  const startedAt = performance.now()
  const over = new AbortController()
  const running = (async () => {
    while (!over.signal.aborted) {
      const sample = await takeSample(rig, (performance.now() - startedAt) / 1_000)
      if (sample !== undefined) samples.push(sample)
      write()
      await sleep(SAMPLE_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    over.abort()
    await running
  }
}

const result = await runCampaign({
  nodes: 1,
  workers: 1,
  schedule(place) {
    const whole = makeSchedule({ ...RATE, seed: Number(values.seed), lengthMs: Number(values.minutes) * 60_000, place })
    return { ...whole, faults: whole.faults.filter(({ kind }) => !ENDS_THE_SERVICE.test(kind)) }
  },
  // A fault that is not possible here is fine: neither a full disk nor Valkey is part of this run.
  say: () => undefined,
  onFinding: printFinding,
  meanwhile: watch,
})
write()
for (const line of renderCampaignTable(Number(values.seed), result)) console.log(line)
const trends = trendsOf(samples)
for (const { measure, perHour, mean, isRising } of trends) {
  const shown = (value: number): string => (measure === 'handles' ? value.toFixed(1) : `${(value / 1e6).toFixed(1)} MB`)
  console.log(
    `${measure.padEnd(24)} ${shown(mean)} on average, ${perHour < 0 ? '' : '+'}${shown(perHour)} an hour${isRising ? ': IT RISES' : ''}`,
  )
}
const [first, last] = [samples.at(0), samples.at(-1)]
for (const [table, bytes] of Object.entries(last?.tables ?? {})) {
  const grown = bytes - (first?.tables[table] ?? 0)
  if (grown > 1e6) console.log(`${table.padEnd(24)} ${(bytes / 1e6).toFixed(1)} MB, +${(grown / 1e6).toFixed(1)} MB`)
}
console.log(file)
process.exitCode = result.findings.length > 0 || trends.some(({ isRising }) => isRising) ? 1 : 0
