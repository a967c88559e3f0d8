import type { CellScope } from '@isobar/weather'
import type { ScopeRecord } from '../record.ts'
import type { Source } from '../sources.ts'

const NO_POINTS = { available: true, points: [] }
const LEAST: Readonly<Record<CellScope, object>> = {
  current: { kind: 'analysis', observedAt: '2026-07-01T12:00:00Z' },
  hourly: NO_POINTS,
  daily: NO_POINTS,
  minutely: NO_POINTS,
  air: NO_POINTS,
  marine: NO_POINTS,
  alert: { alerts: [] },
  extended: { available: true, hours: { starts: [], fields: {} }, days: { starts: [], fields: {} } },
}

/** A source’s record of a scope, in UTC, with no more data than one has at least. */
export function buildScopeRecord<S extends CellScope>(
  scope: S,
  source: string,
  change: Partial<ScopeRecord<S>> & Pick<ScopeRecord<S>, 'fetchedAt'>,
): ScopeRecord<S> {
  const json = Buffer.from(JSON.stringify(LEAST[scope]))
  return { scope, source, simulated: false, timezone: 'UTC', utcOffsetSeconds: 0, available: true, json, ...change }
}

/** A weather provider that has the current weather everywhere, and fails when it is called. */
export function createTestWeatherSource(id: string, change: Partial<Source> = {}): Source {
  return {
    id,
    kind: 'weather',
    product: { id: `${id}/weather`, weight: 1 },
    groups: [['current']],
    absence: id,
    absentMs: 0,
    isPartial: false,
    covers: () => true,
    fetch: () => Promise.reject(new Error('not called')),
    ...change,
  }
}
