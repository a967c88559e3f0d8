import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { siteAt } from '../climate/geography.ts'
import { TRUTH, weatherAt } from '../climate/weather.ts'
import { get } from '../testing/client.ts'
import { recorded, samplesDir, WITHOUT_SAMPLES } from '../testing/samples.ts'
import { addShape, type Shape } from '../testing/shape.ts'
import { testSimulator } from '../testing/simulator.ts'

const NOW = Date.UTC(2026, 6, 15, 21, 23, 41)

describe('METARs', () => {
  const simulator = testSimulator(() => NOW)

  const ask = (bbox: string) => get(simulator, `/api/data/metar?bbox=${bbox}&format=json`)

  it('are those of a box, at most 400, with a station within 25 km of every place', async () => {
    const list = (await ask('50,10,55,15')).body as { icaoId: string; lat: number; lon: number; obsTime: number }[]
    assert.ok(list.length > 250 && list.length <= 400, String(list.length))
    assert.equal(new Set(list.map(({ icaoId }) => icaoId)).size, list.length)
    assert.ok(list.every(({ lat, lon }) => lat >= 50 && lat <= 55 && lon >= 10 && lon <= 15))
    assert.ok(list.every(({ obsTime }) => obsTime * 1_000 === Date.UTC(2026, 6, 15, 21, 20)))
  })

  it('are of the actual weather, not of a model', async () => {
    const list = (await ask('50,10,52,12')).body as { lat: number; lon: number; obsTime: number; temp: number; altim: number }[]
    assert.ok(list.length > 40, String(list.length))
    for (const { lat, lon, obsTime, temp, altim } of list) {
      const actual = weatherAt(siteAt(lat, lon), obsTime / 3_600, TRUTH)
      assert.deepEqual({ temp, altim }, { temp: Math.round(actual.temperature), altim: Math.floor(actual.pressure) })
    }
  })

  it('are none in a box without stations, and a mistake without a box', async () => {
    assert.equal((await ask('50.01,10.01,50.02,10.02')).status, 204)
    assert.equal((await ask('50,10')).status, 400)
  })

  it('have the keys of the recorded ones', async (t) => {
    if (samplesDir === null) return t.skip(WITHOUT_SAMPLES)
    const expected: Shape = new Map()
    for (const { body } of recorded('nws-points-and-observations', /^awc_metar/)) addShape(expected, body)
    const shape = addShape(new Map(), (await ask('35,-120,37,-118')).body)
    const optional = new Set(['slp', 'wgst', 'wxString'])
    const missing = [...expected.keys()].filter((key) => !shape.has(key) && ![...optional].some((name) => key.includes(name)))
    assert.deepEqual(missing, [])
  })
})
