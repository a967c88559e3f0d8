import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startMaintenance } from './maintenance.ts'

describe('maintenance', () => {
  // Its own timers keep no process alive.
  const alive = setInterval(() => undefined, 1_000)
  after(() => clearInterval(alive))

  it('runs each task again and again, whatever the others do, and says how each run ended', async () => {
    const runs: string[] = []
    const errors: string[] = []
    const third = Promise.withResolvers<void>()
    const failure = new Error('no')
    let count = 0
    const maintenance = startMaintenance(
      [
        { name: 'counting', everyMs: 5, run: async () => void (++count === 3 && third.resolve()) },
        { name: 'failing', everyMs: 5, run: () => Promise.reject(failure) },
      ],
      { onError: (error, what) => errors.push(`${what}: ${String(error)}`), onRun: (task, outcome) => runs.push(`${task} ${outcome}`) },
    )
    await third.promise
    await maintenance.stop()
    assert.deepEqual([...new Set(runs)].sort(), ['counting done', 'failing failed'])
    assert.deepEqual([...new Set(errors)], ['failing: Error: no'])
  })

  it('stops when the run under way has ended, and begins no other', async () => {
    const started = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    let runs = 0
    const run = (): Promise<void> => {
      runs++
      started.resolve()
      return end.promise
    }
    const ended: string[] = []
    const maintenance = startMaintenance([{ name: 'slow', everyMs: 1, run }], {
      onError: () => undefined,
      onRun: (task) => ended.push(task),
    })
    await started.promise
    const stopped = maintenance.stop()
    assert.deepEqual(ended, [])
    end.resolve()
    await stopped
    assert.deepEqual([runs, ended], [1, ['slow']])
  })
})
