import { parseArgs } from 'node:util'
import { playSourcesDay } from './day.ts'

/**
 * `npm run sources`: days with four sources of different skill that fail in turn, on a simulated clock, against the whole service on several nodes.
 * Exits with status 1 if an answer, the ledger or a provider's terms were broken.
 */
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '4' },
    views: { type: 'string', default: '3000' },
    nodes: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
})

const started = performance.now()
const { findings, used, ...figures } = await playSourcesDay({
  hours: 24 * Number(values.days),
  viewsPerDay: Number(values.views),
  nodes: Number(values.nodes),
  seed: Number(values.seed),
  onHour: (hour) => console.error(`hour ${hour}`),
})
for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(12)} ${JSON.stringify(value)}`)
for (const { window, most, limit } of used) console.log(`${window}: at most ${most} of ${limit}`)
for (const finding of findings) console.log(`BROKEN ${finding}`)
console.log(`${findings.length} findings, seed ${values.seed}, ${((performance.now() - started) / 1_000).toFixed(0)} s`)
process.exit(findings.length > 0 ? 1 : 0)
