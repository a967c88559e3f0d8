import { createWriteStream, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { build } from '../../tools/build/build.ts'
import { printFinding, runCampaign } from './campaign.ts'
import { outages } from './outages/main.ts'
import { renderCampaignTable } from './report.ts'
import { enterOwnMounts } from './rig/small-disk.ts'
import { makeSchedule } from './schedule.ts'

/** `npm run torture`: a whole service under random traffic and random faults, judged from outside. README.md explains the options. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    nodes: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    rate: { type: 'string', default: '25' },
    'fault-every': { type: 'string', default: '1500' },
    json: { type: 'string' },
    log: { type: 'string' },
    outages: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    away: { type: 'string', default: '10' },
    pause: { type: 'string', default: '20' },
  },
})
/** How many of the last lines of a broken run's history are printed. */
const LINES_SHOWN = 100

const seconds = values.seconds === undefined ? 60 * positive('minutes') : positive('seconds')
const common = { seed: positive('seed'), nodes: positive('nodes'), workers: positive('workers'), operationsPerSecond: positive('rate') }
// Outages need no full disk, but a network of their own.
if (!values.outages) enterOwnMounts()
await build()
const log = values.log === undefined ? undefined : createWriteStream(values.log)
const onLog = (line: string): void => void log?.write(`${line}\n`)
const result = values.outages
  ? await outages({ ...common, only: values.only, awayMs: positive('away') * 1_000, pauseMs: positive('pause') * 1_000 }, onLog)
  : await campaign()
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(result, null, 1))
log?.end()

async function campaign(): Promise<object> {
  const { seed, nodes, workers, operationsPerSecond } = common
  const faultEveryMs = positive('fault-every')
  console.log(`seed ${seed}: ${seconds} s, ${nodes} node${nodes === 1 ? '' : 's'} of ${workers}`)
  const {
    schedule: _,
    history,
    ...figures
  } = await runCampaign({
    nodes,
    workers,
    schedule: (place) => makeSchedule({ seed, lengthMs: seconds * 1_000, operationsPerSecond, faultEveryMs, place }),
    say: (line) => console.log(line),
    onFinding: printFinding,
    onLog,
  })
  const isBroken = figures.findings.length > 0
  if (isBroken) console.log(`\nThe last events:\n${history.slice(-LINES_SHOWN).join('\n')}\n`)
  for (const line of renderCampaignTable(seed, figures)) console.log(line)
  process.exitCode = isBroken ? 1 : 0
  return { ...figures, ...common, seconds, history: isBroken ? history : [] }
}

/** @throws Error unless the option is a number above 0 */
function positive(name: 'minutes' | 'seconds' | 'seed' | 'nodes' | 'workers' | 'rate' | 'fault-every' | 'away' | 'pause'): number {
  const value = Number(values[name])
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`)
  return value
}
