import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestClock } from '../../test/helpers/clock.ts'
import { createFeedSource, createWeatherSource } from './sources.ts'

const attribution = { name: 'Both', text: 'Both', url: 'https://both.example/', license: 'CC BY 4.0' }

it('what brought no data is not passed on: it may have taken no call, and cannot say whether the source is simulated', async () => {
  const product = { id: 'one/any', weight: 1 }
  const passedOn: string[] = []
  const sourceOf = (available: boolean) => {
    const bundle = { timezone: 'UTC', utcOffsetSeconds: 0, simulated: false, scopes: { minutely: { available, points: [] } } }
    const one = {
      id: 'one',
      attribution,
      coverage: 'global',
      weather: { product, groups: [['minutely']], configured: () => true, fetch: async () => bundle },
    } as const
    return createWeatherSource(one, { clock: createTestClock(), onFetched: ({ source }) => passedOn.push(source) })
  }
  for (const available of [false, true]) {
    const { records } = await sourceOf(available).fetch(toCell(1, 1), ['minutely'], { get: () => assert.fail('called') })
    assert.deepEqual(
      records.map((record) => record.available),
      [available],
    )
    assert.equal(passedOn.length, Number(available))
  }
})

it('that a zone of a provider differs from this process’s is reported, unless it is simulated', async () => {
  const reported: string[] = []
  for (const simulated of [true, false]) {
    const bundle = {
      timezone: 'UTC',
      utcOffsetSeconds: 0,
      simulated,
      scopes: { minutely: { available: false, points: [] } },
      outdatedZone: 'Europe/Berlin',
    }
    const weather = {
      product: { id: 'one/any', weight: 1 },
      groups: [['minutely']],
      configured: () => true,
      fetch: async () => bundle,
    } as const
    const source = createWeatherSource(
      { id: 'one', attribution, coverage: 'global', weather },
      { clock: createTestClock(), onError: (error) => reported.push((error as Error).message) },
    )
    await source.fetch(toCell(1, 1), ['minutely'], { get: () => assert.fail('called') })
  }
  assert.equal(reported.length, 1)
  assert.match(reported[0] ?? '', /Europe\/Berlin/)
})

it('that a provider has no warnings at a place says nothing about its weather there, and the reverse', () => {
  const product = { id: 'both/any', weight: 1 }
  const fetch = () => assert.fail('fetched')
  const both = { id: 'both', attribution, coverage: 'us' } as const
  const weather = createWeatherSource(
    { ...both, weather: { product, groups: [['current']], configured: () => true, fetch } },
    { clock: createTestClock() },
  )
  const sample = { id: 1, lat: 1, lon: 1 }
  const alerts = { product, configured: () => true, covers: () => true, sample, fetch }
  const feed = createFeedSource({ ...both, alerts }, createTestClock())
  assert.deepEqual({ weatherId: weather.id, feedId: feed.id }, { weatherId: 'both', feedId: 'both' })
  assert.notEqual(weather.absence, feed.absence)
  assert.notEqual(createFeedSource({ ...both, id: 'other', alerts }, createTestClock()).absence, feed.absence)
})
