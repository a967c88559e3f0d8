import { setTimeout as sleep } from 'node:timers/promises'
import { type Rig, SECRETS } from '../rig/rig.ts'

const EVERY_MS = 2_000

/**
 * Follows what the services report about their own event loops. `close` resolves to the worst delay, in milliseconds, outside deliberate stalls.
 */
export function createMetricsWatch(rig: Rig): { close(): Promise<number> } {
  const over = new AbortController()
  let worstMs = 0

  async function look(): Promise<void> {
    for (const node of rig.nodes) {
      if (!node.isUp()) continue
      const startedAt = performance.now()
      const metrics = await readMetrics(node.url()).catch(() => undefined)
      const seconds = metrics?.get('nodejs_eventloop_lag_max_seconds')
      if (seconds === undefined || rig.disturbances.overlap(/service stall|down/, startedAt - 2 * EVERY_MS, performance.now(), node.index))
        continue
      worstMs = Math.max(worstMs, Math.round(seconds * 1_000))
    }
  }

  const running = (async () => {
    while (!over.signal.aborted) {
      await look()
      await sleep(EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  return {
    async close() {
      over.abort()
      await running
      return worstMs
    },
  }
}

/** The samples of `/api/metrics` without their labels; those with the same name are added up. */
export async function readMetrics(url: string): Promise<Map<string, number>> {
  const response = await fetch(`${url}/api/metrics`, {
    headers: { authorization: `Bearer ${SECRETS.metricsToken}` },
    signal: AbortSignal.timeout(5_000),
  })
  const metrics = new Map<string, number>()
  for (const [, name = '', value] of (await response.text()).matchAll(/^(\w+)(?:\{[^}]*\})? (\S+)$/gm))
    metrics.set(name, (metrics.get(name) ?? 0) + Number(value))
  return metrics
}
