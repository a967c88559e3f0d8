import type { Cell, CellScope } from '@isobar/weather'
import type { TestServices } from '../../../test/helpers/app.ts'
import type { Served } from '../gateway.ts'
import type { Requester } from '../reading.ts'

export const PERSON: Requester = { cause: 'request', trigger: 'city_detail', requestId: null, client: null, caller: 'person' }
/** Callers whose calls and failures must not decide what a person gets. */
export const CHEAP: Readonly<Record<string, Requester>> = {
  crawler: { ...PERSON, caller: 'crawler' },
  preview: { ...PERSON, caller: 'preview' },
  prefetch: { ...PERSON, trigger: 'prefetch', caller: 'prefetch' },
  digest: { ...PERSON, cause: 'job', trigger: 'cron_weekly_digests', caller: 'job' },
  // Its share is one call a minute.
  greedy: { ...PERSON, client: 'greedy' },
}
/** How the alert job reads a source. */
export const READING = { maxAgeMs: 0, mayCall: true, timeoutMs: 50_000, trigger: 'cron_weather_alerts' }
/** A warning that is always in force. */
export const FOR_EVER = { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z', alert: { event: 'Red wind warning' } }
/** Of the service: one call a minute for each client. */
export const ENV = { RATE_LIMITS: 'weather=0,upstream=1,upstream-day=0' }

export type Answer = Served<CellScope>

/** A request sent to the gateway directly; null for an error. */
export async function askGateway(
  app: TestServices,
  cell: Cell,
  scope: CellScope,
  requester: Requester,
  maxAgeMs?: number,
): Promise<Answer | null> {
  const query = { cell, scope, requester, ...(maxAgeMs === undefined ? {} : { maxAgeMs }) }
  return app.services.gateway.weather(query).catch(() => null)
}
