import { parseArgs } from 'node:util'
import { fuzz, type FuzzFailure } from './fuzz.ts'
import { startFuzzed } from './target.ts'
import { bytesOf } from './wire.ts'

/** `npm run fuzz -- [--requests 100000] [--seed n] [--first n] [--concurrency 8]`: see `tools/fuzz/README.md`. */
const { values: args } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    first: { type: 'string', default: '0' },
    concurrency: { type: 'string', default: '8' },
  },
})
const MAX_SHOWN = 50
const SHOWN_BYTES = 3_000

const seed = Number(args.seed)
const service = await startFuzzed()
const shown = new Map<string, number>()

function show({ n, operation, reason, request, answer }: FuzzFailure): void {
  const kind = `${operation}: ${reason.slice(0, 120)}`
  const before = shown.get(kind) ?? 0
  shown.set(kind, before + 1)
  if (before > 0 || shown.size > MAX_SHOWN) return
  console.error(`\n✖ ${operation}: ${reason}\n  again: npm run fuzz -- --seed ${seed} --first ${n} --requests 1`)
  console.error(`  request: ${JSON.stringify(bytesOf(request, 'host').subarray(0, SHOWN_BYTES).toString('latin1'))}`)
  console.error(
    `  answer: ${answer === null ? 'none' : `${answer.status} ${JSON.stringify(answer.headers)} ${answer.body.subarray(0, SHOWN_BYTES).toString('utf8')}`}`,
  )
}

console.log(`seed ${seed}`)
const startedAt = performance.now()
try {
  const { sent, failures, statuses, operations, slowest } = await fuzz({
    url: service.app.url,
    document: service.document,
    seed,
    first: Number(args.first),
    requests: Number(args.requests),
    concurrency: Number(args.concurrency),
    credentials: service.credentials,
    onFailure: show,
    onProgress: (done) => {
      if (done % 5_000 === 0) console.log(`${done} requests`)
    },
  })
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  console.log(`${sent} requests to ${operations} operations in ${seconds} s, slowest ${slowest.operation} with ${slowest.ms} ms`)
  console.log(
    `statuses: ${[...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${status} × ${count}`)
      .join(', ')}`,
  )
  console.log(failures === 0 ? 'all answers are as documented' : `${failures} answers are not as documented, of ${shown.size} kinds:`)
  for (const [kind, count] of shown) console.log(`  ${count} × ${kind}`)
  const defects = service.app.logLines.filter((line) => line.includes('"request failed"'))
  for (const line of defects.slice(0, 20)) console.log(line.slice(0, 1_500))
  process.exitCode = failures === 0 ? 0 : 1
} finally {
  await service.app.close()
}
