import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { until } from '../../../test/helpers/until.ts'
import { createLogger } from '../log.ts'
import { StartupError } from '../startup-error.ts'
import { startWorkers } from './supervisor.ts'

/** A worker that listens to nothing, or ends as its argument says. */
const PROGRAM = `
const [how] = process.argv.slice(2)
if (how === 'SIGKILL') process.kill(process.pid, how)
else if (how !== 'serve') process.exit(Number(how))
process.on('message', ({ type }) => {
  if (type === 'open') process.send({ type: 'ready' })
  if (type === 'listen') process.send({ type: 'listening', port: 7 })
  if (type === 'stop') process.exit(0)
})
`

describe('the workers of a supervisor', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'isobar-supervisor-'))
    await writeFile(join(folder, 'worker.mjs'), PROGRAM)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  /** Three workers, how many of them were started so far, and how many count for limits. */
  function start(how: string) {
    let [started, counting] = [0, 0]
    const supervisor = startWorkers<null, null>({
      count: 3,
      program: join(folder, 'worker.mjs'),
      // Read for each that is started.
      get args() {
        started += 1
        return [how]
      },
      port: 7,
      opening: Promise.resolve(null),
      retire: async (_, last) => last,
      limits: { join: () => void (counting += 1), leave: () => undefined },
      log: createLogger({ level: 'silent' }),
    })
    return { supervisor, started: () => started, counting: () => counting }
  }

  it('start when the first one listens, which has the processors to itself until then', async () => {
    const { supervisor, started, counting } = start('serve')
    assert.deepEqual([started(), counting()], [1, 0])
    assert.equal(await supervisor.listening, 7)
    assert.equal(started(), 3)
    await until('each counts for limits once it is ready', () => counting() === 3)
    await supervisor.stop('the test is over', 10_000)
  })

  for (const [how, expected] of [
    ['3', 'the first worker ended before it listened: status 3'],
    ['SIGKILL', 'the first worker ended before it listened: it was killed, as happens when memory runs out'],
  ] as const)
    it(`do not start if the first one ends (${how}), which is said in one line`, async () => {
      const { supervisor, started, counting } = start(how)
      const error = await supervisor.failed
      assert.ok(error instanceof StartupError)
      assert.equal(error.message, expected)
      assert.deepEqual([started(), counting()], [1, 0])
      await supervisor.stop('the test is over', 10_000)
    })
})
