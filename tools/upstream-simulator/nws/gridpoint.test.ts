import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get } from '../testing/client.ts'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { addShape, differencesButDecimals } from '../testing/shape.ts'
import { testSimulator } from '../testing/simulator.ts'

const NOW = Date.UTC(2026, 6, 15, 20, 23, 41)
const simulator = testSimulator(() => NOW)

interface Gridpoint {
  readonly geometry: { readonly coordinates: readonly (readonly (readonly [number, number])[])[] }
  readonly properties: Record<string, { readonly uom?: string; readonly values: { readonly validTime: string; readonly value: unknown }[] }>
}

async function gridAt(lat: number, lon: number): Promise<Gridpoint> {
  const point = (await get(simulator, `/points/${lat},${lon}`)).body as { properties: { forecastGridData: string } }
  const { status, body } = await get(simulator, new URL(point.properties.forecastGridData).pathname)
  assert.equal(status, 200)
  return body as Gridpoint
}

describe('a raw grid', () => {
  it('is the square around the point', async () => {
    const { geometry } = await gridAt(42.745, -73.752)
    const [ring = []] = geometry.coordinates
    const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)]
    assert.ok(Math.min(...lons) <= -73.752 && Math.max(...lons) >= -73.752 && Math.min(...lats) <= 42.745 && Math.max(...lats) >= 42.745)
  })

  it('sends layers as recorded, without uom where they are empty', async (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    const samples = recorded('nws-points-and-observations', /^gridpoint_raw_(albany|arctic)/).map(({ body }) => body as Gridpoint)
    const { properties } = await gridAt(42.745, -73.752)
    for (const [name, layer] of Object.entries(properties)) {
      const known = samples.map((sample) => sample.properties[name])
      assert.ok(
        known.some((each) => each !== undefined),
        name,
      )
      if (!Array.isArray(layer?.values) || layer.values.length === 0) continue
      const shape = new Map()
      for (const each of known) addShape(shape, each?.values)
      assert.deepEqual(differencesButDecimals(shape, addShape(new Map(), layer.values)), [], name)
      assert.ok(
        known.some((each) => each?.uom === layer.uom),
        `${name}: ${layer.uom}`,
      )
    }
  })

  it('has no gaps and no overlaps, and sums of six hours', async () => {
    const { properties } = await gridAt(42.745, -73.752)
    const hoursOf = (validTime: string) => {
      const [, days = '0', hours = '0'] = /\/P(?:(\d+)D)?(?:T(\d+)H)?$/.exec(validTime) ?? []
      return Number(days) * 24 + Number(hours)
    }
    for (const name of ['temperature', 'weather', 'quantitativePrecipitation']) {
      const values = properties[name]?.values ?? []
      values.slice(1).forEach(({ validTime }, index) => {
        const before = values[index]?.validTime ?? ''
        assert.equal(Date.parse(validTime.split('/')[0] ?? ''), Date.parse(before.split('/')[0] ?? '') + hoursOf(before) * 3_600_000)
      })
    }
    assert.ok(properties['quantitativePrecipitation']?.values.slice(1, -1).every(({ validTime }) => hoursOf(validTime) === 6))
  })

  it('is not there beyond the earth', async () => {
    assert.equal((await get(simulator, '/gridpoints/ALY/99999,1')).status, 404)
  })
})
