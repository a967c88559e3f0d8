import { Histogram, type Registry } from 'prom-client'
import type { ReportError } from '../errors.ts'
import { addJitter } from './backoff.ts'
import { type Periodic, repeatWork } from './periodic.ts'

/** A recurring background task of every node; safe to run on several nodes at once. */
export interface MaintenanceTask {
  /** Name in failures and metrics; a closed set. */
  readonly name: string
  readonly everyMs: number
  run(): Promise<void>
}

export interface MaintenanceOptions {
  readonly onError: ReportError
  /** Registry of the metric that counts the runs. */
  readonly registry: Registry
  /** Tasks with a longer pause are left out; omitted: none is. */
  readonly longestPauseMs?: number | undefined
}

/** Runs each task periodically until stopped; `stop` resolves when the runs in flight have ended. */
export function startMaintenance(
  tasks: readonly MaintenanceTask[],
  { onError, registry, longestPauseMs = Infinity }: MaintenanceOptions,
): Periodic {
  const runs = new Histogram({
    name: 'isobar_maintenance_duration_seconds',
    help: 'Runs of the maintenance tasks of every node, by task and outcome (done, failed)',
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers: [registry],
  })
  const own = tasks.filter(({ everyMs }) => everyMs <= longestPauseMs)
  const running = own.map(({ name, everyMs, run }) => {
    const measured = async (): Promise<void> => {
      const startedAt = performance.now()
      let outcome: 'done' | 'failed' = 'failed'
      try {
        await run()
        outcome = 'done'
      } finally {
        runs.observe({ task: name, outcome }, (performance.now() - startedAt) / 1_000)
      }
    }
    return repeatWork(
      () => addJitter(everyMs, Math.random()),
      measured,
      (error) => onError(error, name),
    )
  })
  return {
    async stop() {
      await Promise.all(running.map((task) => task.stop()))
    },
  }
}
