import { createServices } from '../../../src/composition/services.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { readEnvironment } from '../../../src/config/env.ts'
import type { JobName } from '../../../src/features/operations/jobs/index.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { createLogger } from '../../../src/platform/log.ts'

/** Runs one job in its own process and prints its outcome and cost as one line of JSON. `run-job.ts <job>` */
const SAMPLE_MS = 50

const config = loadConfig(readEnvironment())
const services = await createServices(config, { clock: systemClock, log: createLogger({ level: config.LOG_LEVEL }) })
let peakRssBytes = 0
const sampling = setInterval(() => (peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss())), SAMPLE_MS)
const started = performance.now()
const run = await services.jobs.start(process.argv[2] as JobName, { trigger: 'cron' })
if (run.kind !== 'started') throw new Error(`the job was not started: ${run.kind}`)
const { status, result, error } = await run.finished
const ms = performance.now() - started
clearInterval(sampling)
if (result === null) throw error
console.log(JSON.stringify({ status, ms, peakRssBytes, result }))
await services.close()
process.exit(0)
