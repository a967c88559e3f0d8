import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestClock } from '../../test/helpers/clock.ts'
import { feedSource, weatherSource } from './sources.ts'

it('that a provider has no warnings at a place says nothing about its weather there, and the reverse', () => {
  const product = { id: 'both/any', weight: 1 }
  const attribution = { name: 'Both', text: 'Both', url: 'https://both.example/', license: 'CC BY 4.0' }
  const fetch = () => assert.fail('fetched')
  const both = { id: 'both', attribution, coverage: 'us' } as const
  const weather = weatherSource(
    { ...both, weather: { product, groups: [['current']], configured: () => true, fetch } },
    { clock: createTestClock() },
  )
  const sample = { id: 1, lat: 1, lon: 1 }
  const feed = feedSource({ ...both, alerts: { product, configured: () => true, covers: () => true, sample, fetch } }, createTestClock())
  assert.deepEqual([weather.id, feed.id], ['both', 'both'])
  assert.notEqual(weather.absence, feed.absence)
})
