import { SECRETS } from './rig.ts'

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
