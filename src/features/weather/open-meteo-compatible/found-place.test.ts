import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cellOf } from '../../../domain/cell.ts'
import { placeOf } from './found-place.ts'

const BERLIN = { name: 'Berlin', country: 'DE', state: null, lat: 52.52, lon: 13.41, label: 'Berlin, DE' }

describe('a place that a search found', () => {
  it('is one without the towns, too, and their failure is reported', async () => {
    const failure = new Error('no towns')
    const reported: unknown[] = []
    const gazetteer = { townNear: () => Promise.reject(failure) }
    const place = await placeOf(BERLIN, gazetteer, 'en', (error) => void reported.push(error))
    assert.deepEqual([place.name, place.id, place.population], ['Berlin', cellOf(52.52, 13.41).id, undefined])
    assert.deepEqual(reported, [failure])
  })
})
