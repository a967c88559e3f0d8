import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'

/** Both leave a server open: the suite because it fails before it knows the server, the test because it does not reach its last line. */
const FAILING = `
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSmtpServer } from '${new URL('helpers/smtp-server.ts', import.meta.url).href}'

describe('a suite', () => {
  let server
  before(async () => {
    await startSmtpServer()
    throw new Error('half-way')
  })
  after(() => server.close())
  it('never runs', () => undefined)
})
it('fails', async () => {
  const server = await startSmtpServer()
  assert.equal(1, 2)
  await server.close()
})
after(() => assert.fail('so do hooks'))
`

it('a test file exits by itself, and prints its counts, whatever fails in it', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'isobar-ending-'))
  t.after(() => rm(dir, { recursive: true, force: true }))
  const path = join(dir, 'failing.test.ts')
  await writeFile(path, FAILING)
  const reporter = new URL('report.ts', import.meta.url).href
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; killed: boolean | undefined; output: string }>()
  const args = ['--test', '--test-reporter', reporter, path]
  execFile(process.execPath, args, { env, timeout: 60_000 }, (error, output) =>
    resolve({ code: error?.code, killed: error?.killed, output }),
  )
  const { code, killed, output } = await promise
  assert.deepEqual({ code, killed }, { code: 1, killed: false })
  assert.match(output, /^\nFAILED \(3\):\n/)
  for (const why of ['cancelled', '1 !== 2', 'so do hooks']) assert.ok(output.includes(why), why)
  assert.ok(output.endsWith('\n0 passed, 3 failed, 0 skipped\n'), output)
})
