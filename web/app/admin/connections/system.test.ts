import assert from 'node:assert/strict'
import { it } from 'node:test'
import { listFailingProviders, type System } from './system.ts'

it('the dashboard names the weather providers that fail, and no other system', () => {
  const items = (['weather_provider', 'alert_feed'] as const).flatMap((kind) =>
    (['ok', 'failing', 'unknown', 'disabled'] as const).map((status) => ({ id: `${kind} ${status}`, kind, status }) as unknown as System),
  )
  assert.deepEqual(
    listFailingProviders({ items }).map(({ id }) => id),
    ['weather_provider failing'],
  )
  assert.deepEqual(listFailingProviders(undefined), [])
})
