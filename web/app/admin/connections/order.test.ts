import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseProviderEntries, getEntryProvider, moveProvider, toggleProvider, withRegion } from './order.ts'

describe('the order of weather providers', () => {
  const entries = parseProviderEntries('openweather, met-norway@nordic,open-meteo')

  it('is read with its regions', () => {
    assert.deepEqual(entries, ['openweather', 'met-norway@nordic', 'open-meteo'])
    assert.deepEqual(entries.map(getEntryProvider), ['openweather', 'met-norway', 'open-meteo'])
  })

  it('changes by one place, and not beyond its ends', () => {
    assert.deepEqual(moveProvider(entries, 'met-norway', -1), ['met-norway@nordic', 'openweather', 'open-meteo'])
    assert.deepEqual(moveProvider(entries, 'met-norway', 1), ['openweather', 'open-meteo', 'met-norway@nordic'])
    for (const [id, by] of [
      ['openweather', -1],
      ['open-meteo', 1],
      ['nobody', 1],
    ] as const)
      assert.deepEqual(moveProvider(entries, id, by), entries)
  })

  it('has a provider asked in a region, or everywhere', () => {
    assert.deepEqual(withRegion(entries, 'openweather', ['DE', 'nordic']), ['openweather@DE+nordic', 'met-norway@nordic', 'open-meteo'])
    assert.deepEqual(withRegion(entries, 'met-norway', []), ['openweather', 'met-norway', 'open-meteo'])
  })

  it('gains a provider at its end, and loses one with its region', () => {
    assert.deepEqual(toggleProvider(entries, 'nws'), [...entries, 'nws'])
    assert.deepEqual(toggleProvider(entries, 'met-norway'), ['openweather', 'open-meteo'])
  })
})
