import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Registry } from 'prom-client'
import { startMaintenance } from './maintenance.ts'

describe('maintenance', () => {
  // The tasks’ own timers keep no process alive.
  const alive = setInterval(() => undefined, 1_000)
  after(() => clearInterval(alive))

  it('runs each task repeatedly, whatever the others do, and reports how each run ended', async () => {
    const registry = new Registry()
    const errors: string[] = []
    const third = Promise.withResolvers<void>()
    const failure = new Error('no')
    let count = 0
    const maintenance = startMaintenance(
      [
        { name: 'counting', everyMs: 5, run: async () => void (++count === 3 && third.resolve()) },
        { name: 'failing', everyMs: 5, run: () => Promise.reject(failure) },
      ],
      { onError: (error, what) => errors.push(`${what}: ${String(error)}`), registry },
    )
    await third.promise
    await maintenance.stop()
    assert.deepEqual((await runsIn(registry)).map(({ run }) => run).sort(), ['counting done', 'failing failed'])
    assert.deepEqual([...new Set(errors)], ['failing: Error: no'])
  })

  it('leaves out what pauses for longer than it is told', async () => {
    const ran: string[] = []
    const third = Promise.withResolvers<void>()
    const task = (name: string, everyMs: number) => ({
      name,
      everyMs,
      run: async () => void (ran.push(name) === 3 && third.resolve()),
    })
    const maintenance = startMaintenance([task('short', 5), task('long', 6)], {
      registry: new Registry(),
      onError: () => undefined,
      longestPauseMs: 5,
    })
    await third.promise
    await maintenance.stop()
    assert.deepEqual([...new Set(ran)], ['short'])
  })

  it('stops once the current run has ended, and starts no other', async () => {
    const started = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    let runs = 0
    const run = (): Promise<void> => {
      runs++
      started.resolve()
      return end.promise
    }
    const registry = new Registry()
    const maintenance = startMaintenance([{ name: 'slow', everyMs: 1, run }], { registry, onError: () => undefined })
    await started.promise
    const stopped = maintenance.stop()
    assert.deepEqual(await runsIn(registry), [])
    end.resolve()
    await stopped
    assert.deepEqual({ runs, runsIn: await runsIn(registry) }, { runs: 1, runsIn: [{ run: 'slow done', count: 1 }] })
  })
})

/** How often each task ended with each outcome. */
async function runsIn(registry: Registry): Promise<{ run: string; count: number }[]> {
  const metric = await registry.getSingleMetric('isobar_maintenance_duration_seconds')?.get()
  const counts = (metric?.values ?? []).filter((value) => 'metricName' in value && String(value.metricName).endsWith('_count'))
  return counts.map(({ labels, value }) => ({ run: `${labels['task']} ${labels['outcome']}`, count: value }))
}
