import { createWriteStream, writeFileSync } from 'node:fs'
import { build } from '../../tools/build/build.ts'
import { type CampaignResult, runCampaign } from './campaign.ts'
import { readOptions } from './options.ts'
import { outages } from './outages/main.ts'
import { tableOf } from './report.ts'
import { enterOwnMounts } from './rig/small-disk.ts'
import { cut, makeSchedule, type Schedule } from './schedule.ts'
import { shrink } from './shrink.ts'

/** `npm run torture`: a whole service under random traffic and random faults, judged from outside. See README.md. */
const options = readOptions(process.argv.slice(2))
// Outages need no full disk, but a network of their own.
if (!options.outages) enterOwnMounts()
await build()

const log = options.log === undefined ? undefined : createWriteStream(options.log)
const { seed, nodes, workers, seconds, operationsPerSecond, faultEveryMs } = options

/** `narrow` removes events. */
const run = (narrow: (whole: Schedule) => Schedule): Promise<CampaignResult> =>
  runCampaign({
    nodes,
    workers,
    schedule: (place) => narrow(cut(makeSchedule({ seed, lengthMs: seconds * 1_000, operationsPerSecond, faultEveryMs, place }), options)),
    say: (line) => console.log(line),
    onFinding: ({ invariant, what, event, atMs }) =>
      console.log(`BROKEN at ${atMs} ms${event === null ? '' : `, ${event}`}: ${invariant}\n  ${what}`),
    onLog: (line) => void log?.write(`${line}\n`),
  })

async function campaign(): Promise<void> {
  console.log(`seed ${seed}: ${seconds} s, ${nodes} node${nodes === 1 ? '' : 's'} of ${workers}`)
  const result = await run((whole) => whole)
  for (const line of tableOf(result)) console.log(line)
  if (options.json !== undefined) {
    const { schedule, history, ...figures } = result
    writeFileSync(
      options.json,
      JSON.stringify(
        { ...figures, seed: schedule.seed, nodes, workers, seconds, history: result.findings.length > 0 ? history : [] },
        null,
        1,
      ),
    )
  }
  if (result.findings.length > 0) {
    if (options.shrink) await shrink(result, run, options)
    else
      console.log(
        `\nTo reproduce and shorten it: npm run torture -- --seconds ${seconds} --seed ${seed} --nodes ${nodes} --workers ${workers} --rate ${operationsPerSecond} --fault-every ${faultEveryMs} --shrink`,
      )
  }
  process.exitCode = result.findings.length > 0 ? 1 : 0
}

if (options.outages) await outages(options, (line) => void log?.write(`${line}\n`))
else await campaign()
log?.end()
