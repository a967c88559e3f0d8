import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure } from '@isobar/providers/port'
import { waitAtMost } from '../../../../platform/at-most.ts'
import { parseGeocodeQuery } from './query.ts'
import { createGeocodeService } from './service.ts'

const TIMEOUT_MS = 300
/** Bounds a failure. */
const BOUND_MS = 60_000
const never = new Promise<never>(() => undefined)

describe('a search that waits for others', () => {
  const parts = { level: 'the second level', provider: 'the provider', both: 'both' } as const
  for (const [hanging, name] of Object.entries(parts)) {
    it(`is answered within the deadline of the request although this hangs: ${name}`, async () => {
      const hangs = (part: string): boolean => hanging === part || hanging === 'both'
      const service = createGeocodeService({
        cache: {
          memory: () => undefined,
          load: () => (hangs('level') ? never : Promise.resolve(undefined)),
          store: () => Promise.resolve(),
        },
        fetcher: {
          fetch: () => (hangs('provider') ? never : Promise.reject(new ProviderFailure('network', 'it fails'))),
          isInFlight: () => false,
          drain: () => Promise.resolve(),
        },
        gazetteer: { find: () => Promise.resolve([]), around: () => never } as never,
        clock: { now: () => 0 },
        requestTimeoutMs: TIMEOUT_MS,
        databaseTimeoutMs: TIMEOUT_MS,
        onFallback: () => undefined,
        onError: () => undefined,
      })
      let ended = false
      const asked = service
        .find(parseGeocodeQuery({ q: 'Berlin' }), { requestId: 'r', client: 'c', crawler: false })
        .then(
          () => 'found',
          (error: { code: string }) => error.code,
        )
        .finally(() => (ended = true))
      await waitAtMost(BOUND_MS, asked)
      assert.ok(ended, 'the search is answered')
      assert.equal(await asked, 'upstream_error')
    })
  }
})
