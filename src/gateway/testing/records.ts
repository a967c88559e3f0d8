import type { CellScope } from '../../domain/scope.ts'
import type { ScopeRecord } from '../record.ts'
import type { Source } from '../sources.ts'

/** A source’s record of a scope, in UTC; its data is an empty object. */
export function scopeRecord<S extends CellScope>(
  scope: S,
  source: string,
  change: Partial<ScopeRecord<S>> & Pick<ScopeRecord<S>, 'fetchedAt'>,
): ScopeRecord<S> {
  return { scope, source, simulated: false, timezone: 'UTC', utcOffsetSeconds: 0, available: true, json: Buffer.from('{}'), ...change }
}

/** A weather provider that has the current weather everywhere, and fails when it is called. */
export function sourceOf(id: string, change: Partial<Source> = {}): Source {
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
