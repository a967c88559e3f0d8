import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '../../../src/time.ts'
import { ApiFailure } from '../api/ask.ts'
import { Refusal, visitWith } from '../visit/testing/visit.ts'
import type { Warning, WarningCollection, WarningFeature } from './collection.ts'
import { readCountryWarnings, readWorldWarnings } from './load.server.ts'
import { buildTestStormWarning } from './testing/warning.ts'

type Ring = [number, number][]

const feature = (properties: Partial<Omit<Warning, 'texts'>>, geometry: WarningFeature['geometry'] = null): WarningFeature =>
  ({ type: 'Feature', geometry, properties: buildTestStormWarning(properties) }) as WarningFeature
const polygon = (...rings: Ring[]) => ({ type: 'Polygon', coordinates: rings }) as WarningFeature['geometry']

const page = (features: readonly WarningFeature[], nextCursor: string | null = null, countries: readonly (string | null)[] = ['DE']) =>
  ({ type: 'FeatureCollection', features, nextCursor, coverage: countries.map((country) => ({ country })) }) as unknown as WarningCollection

const queryOf = (path: string) => new URL(path, 'http://service').searchParams

describe('the warnings of a country', () => {
  it('are read page by page, four at most', async () => {
    const { context, asked } = visitWith(({ path }) => {
      const number = Number(queryOf(path).get('cursor') ?? 0)
      return page([feature({ id: `a-${number}`, event: `Storm ${number}` })], String(number + 1))
    })
    const { warnings, isCut } = await readCountryWarnings(context, 'DE', 'en')
    assert.deepEqual({ warnings: warnings.length, isCut, asked: asked.length }, { warnings: 4, isCut: true, asked: 4 })
    assert.deepEqual(
      asked.map(({ path }) => [...queryOf(path)].map((pair) => pair.join('=')).join('&')),
      ['', '&cursor=1', '&cursor=2', '&cursor=3'].map((cursor) => `country=DE&lang=en&limit=500${cursor}`),
    )
  })

  it('are all of them when there is no next page', async () => {
    const { context, asked } = visitWith(() => page([feature({}), feature({ id: 'agency-2', areas: ['Uckermark'] })]))
    const { warnings, isCut, coverage } = await readCountryWarnings(context, 'DE', 'en')
    assert.deepEqual(
      { warnings: warnings.length, ids: warnings[0]?.ids, isCut, asked: asked.length },
      { warnings: 1, ids: ['agency-1', 'agency-2'], isCut: false, asked: 1 },
    )
    assert.deepEqual(coverage as unknown, [{ country: 'DE' }])
  })

  it('say where they are: the box around every outline of a country', async () => {
    const boxOf = async (...outlines: WarningFeature['geometry'][]) => {
      const { context } = visitWith(() => page(outlines.map((geometry, i) => feature({ id: `a-${i}` }, geometry))))
      return (await readCountryWarnings(context, 'DE', 'en')).box
    }
    const ring = (west: number, south: number, east: number, north: number): Ring => [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]
    assert.equal(await boxOf(), null)
    assert.equal(await boxOf(null), null)
    // A hole is no outline.
    assert.deepEqual(await boxOf(null, polygon(ring(0, 50, 16, 52), ring(-90, 50, 90, 52))), { south: 50, west: 0, north: 52, east: 16 })
    const several = { type: 'MultiPolygon', coordinates: [[ring(5, 40, 6, 41)], [ring(15, 50, 17, 60)]] } as never
    assert.deepEqual(await boxOf(several), { south: 40, west: 5, north: 60, east: 17 })
  })

  it('are refused as the API refuses them', async () => {
    const { context } = visitWith(() => new Refusal(404, { error: 'not_found', message: 'No feed' }))
    await assert.rejects(readCountryWarnings(context, 'ZZ', 'en'), (error) => error instanceof ApiFailure && error.status === 404)
  })
})

describe('the warnings of the world', () => {
  const world = (refused?: string) =>
    visitWith(({ path }) => {
      const country = queryOf(path).get('country')
      if (country === refused && country !== null) return new Refusal(503)
      if (country !== null) return page([feature({ id: `${country}-1`, country, event: country })], country === 'FR' ? 'more' : null)
      const near = [feature({ id: 'sea-1', country: null, event: 'Sea' }), feature({ id: 'DE-1', country: 'DE', event: 'DE' })]
      return page(near, null, ['DE', 'FR', 'DE', null])
    })

  it('are those of each country, once, and those of none', async () => {
    const { context, asked } = world()
    const { warnings, isCut, coverage } = await readWorldWarnings(context, 'en', 0)
    assert.deepEqual(warnings.map(({ event }) => event).toSorted(), ['DE', 'FR', 'Sea'])
    assert.deepEqual({ isCut, coverage: coverage.length }, { isCut: true, coverage: 4 })
    assert.deepEqual(
      asked.map(({ path }) => queryOf(path).get('country') ?? queryOf(path).get('bbox')),
      ['-180,-90,180,90', 'DE', 'FR'],
    )
  })

  it('are without a country that cannot be read', async () => {
    const { warnings } = await readWorldWarnings(world('FR').context, 'de', 0)
    assert.deepEqual(warnings.map(({ event }) => event).toSorted(), ['DE', 'Sea'])
  })

  it('are shared for a minute by readers of a language', async () => {
    const { context, asked } = world()
    const first = readWorldWarnings(context, 'fr', MINUTE_MS)
    assert.equal(readWorldWarnings(context, 'fr', 2 * MINUTE_MS - 1), first)
    await first
    const before = asked.length
    await readWorldWarnings(context, 'fr', 2 * MINUTE_MS)
    assert.ok(asked.length > before)
    assert.notEqual(readWorldWarnings(context, 'it', 2 * MINUTE_MS), first)
  })

  it('are asked for again after a failure', async () => {
    await assert.rejects(readWorldWarnings(visitWith(() => new Refusal(503)).context, 'es', 0), ApiFailure)
    assert.equal((await readWorldWarnings(world().context, 'es', 1)).warnings.length, 3)
  })
})
