import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { it } from 'node:test'
import { promisify } from 'node:util'

/** Exits once half of its memory is released. It allocates nothing meanwhile, and without allocations V8 collects nothing by itself. */
const PROGRAM = `
import { saveMemoryAtRest } from ${JSON.stringify(new URL('memory-at-rest.ts', import.meta.url).href)}
let garbage = Array.from({ length: 300_000 }, (_, i) => ({ i, list: [i] }))
const full = process.memoryUsage().heapTotal
garbage = null
saveMemoryAtRest(50)
setInterval(() => process.memoryUsage().heapTotal < full / 2 && process.exit(), 50)
setTimeout(() => process.exit(2), 180_000)`

it('lets V8 release garbage while the process is idle', async () => {
  const soon = ['--gc-memory-reducer-start-delay-ms=100', '--memory-reducer-delay-ms=100']
  const ended = promisify(execFile)(process.execPath, [...soon, '--input-type=module', '--eval', PROGRAM])
  await assert.doesNotReject(ended)
})
