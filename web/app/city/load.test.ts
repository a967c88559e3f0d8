import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoaderFunctionArgs } from 'react-router'
import { Refusal, visitWith } from '../visit/testing/visit.ts'
import { loadCity } from './load.server.ts'

const BERLIN = { name: 'Berlin', localName: 'Berlin', state: null, country: 'DE', lat: 52.52, lon: 13.41, distanceKm: 0, match: 'exact' }

/** What becomes of a visit of an address, before any weather is read. */
async function visit(place: string, { query = '', named = [], search = [] }: { query?: string; named?: unknown; search?: unknown } = {}) {
  const { context } = visitWith(({ path }) => {
    if (path.startsWith('/api/location/name')) return { places: named, near: [] }
    return path.startsWith('/api/geocode') ? search : new Refusal(503)
  })
  const request = new Request(`http://service/weather/${encodeURIComponent(place)}${query}`)
  const args = { request, params: { place }, context } as unknown as LoaderFunctionArgs
  const thrown: unknown = await loadCity(args).then(
    () => assert.fail('it is read'),
    (reason: unknown) => reason,
  )
  if (thrown instanceof Response) return [thrown.status, decodeURI(thrown.headers.get('location') ?? '')]
  return [(thrown as { init?: { status?: number } }).init?.status, (thrown as { data?: unknown }).data]
}

describe('the address of a place', () => {
  it('leads to the one with its name, for good if the name is bundled', async () => {
    const listed = [{ ...BERLIN, inGazetteer: true }]
    assert.deepEqual(await visit('x-52.52,13.41', { named: listed, query: '?lang=de' }), [301, '/weather/berlin-52.52,13.41?lang=de'])
    const found = [{ ...BERLIN, inGazetteer: false }]
    assert.deepEqual(await visit('x-52.52,13.41', { named: found }), [302, '/weather/berlin-52.52,13.41'])
    assert.deepEqual(await visit('52.52000,13.41', { named: [] }), [302, '/weather/place-52.52,13.41'])
  })

  it('may be a name: what the search finds first may change', async () => {
    const named = [{ ...BERLIN, inGazetteer: true }]
    assert.deepEqual(await visit('berlin', { named, search: [BERLIN] }), [302, '/weather/berlin-52.52,13.41'])
    assert.deepEqual(await visit('nowhere'), [404, { code: 'not_found' }])
    assert.deepEqual(await visit('%00', { search: new Refusal(400) }), [404, { code: 'not_found' }])
    assert.deepEqual((await visit('berlin', { search: new Refusal(503) }))[0], 503)
  })
})
