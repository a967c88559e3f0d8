import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inflateSync } from 'node:zlib'
import { testSimulator } from '../testing/simulator.ts'

const simulator = testSimulator(() => Date.UTC(2026, 6, 15, 9, 23, 41))

it('a tile is a decodable PNG of 256 × 256 with alpha', async () => {
  for (const layer of ['clouds_new', 'precipitation_new', 'pressure_new', 'wind_new', 'temp_new', 'temp']) {
    const answer = await fetch(`${simulator.url}/map/${layer}/2/1/1.png?appid=k`)
    assert.equal(answer.headers.get('content-type'), 'image/png')
    const png = Buffer.from(await answer.arrayBuffer())
    assert.equal(png.subarray(0, 8).toString('latin1'), '\u0089PNG\r\n\u001A\n')
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]], [256, 256, 8, 6])
    const length = png.readUInt32BE(33)
    assert.equal(png.toString('latin1', 37, 41), 'IDAT')
    const rows = inflateSync(png.subarray(41, 41 + length))
    assert.equal(rows.length, 256 * 1025)
    assert.ok(new Set(rows).size > 5, `${layer} is not blank`)
  }
})
