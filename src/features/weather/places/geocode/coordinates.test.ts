import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { processorMs } from '../../../../../test/helpers/processor-time.ts'
import { parseCoordinateText } from './coordinates.ts'

describe('coordinates', () => {
  it('are read in the forms in which people write them', () => {
    const cases: Readonly<Record<string, readonly [lat: number, lon: number]>> = {
      '52.52,13.41': [52.52, 13.41],
      '52.52, 13.41': [52.52, 13.41],
      ' 52.52 13.41 ': [52.52, 13.41],
      '52.52; 13.41': [52.52, 13.41],
      '-33.9,-151': [-33.9, -151],
      '−33.9, +18': [-33.9, 18],
      '90,180': [90, 180],
      '0,-0': [0, 0],
      '52.5N 13.5E': [52.5, 13.5],
      '33.5s,70.5w': [-33.5, -70.5],
      'N 52.5, E 13.5': [52.5, 13.5],
      'E13.5 N52.5': [52.5, 13.5],
      '13.5 52.5 N': [52.5, 13.5],
      '52.5° 13.5°': [52.5, 13.5],
      "52°30'N 13°15'E": [52.5, 13.25],
      '52° 30′ 36″ N, 13° 15′ 18″ W': [52.51, -13.255],
      "52°30'36''S 13°15'18\"E": [-52.51, 13.255],
    }
    for (const [text, [lat, lon]] of Object.entries(cases)) {
      const point = parseCoordinateText(text)
      assert.ok(point, text)
      assert.deepEqual(
        { latToFixed: point.lat.toFixed(9), lonToFixed: point.lon.toFixed(9) },
        { latToFixed: lat.toFixed(9), lonToFixed: lon.toFixed(9) },
        text,
      )
      assert.ok(!Object.is(point.lon, -0))
    }
  })

  it('are nothing else', () => {
    const texts = [
      'Berlin',
      '10115',
      '52.52',
      '91,0',
      '0,181',
      '1000,1',
      '52.52,13.41,5',
      '52,52 13,41',
      'N52 N13',
      '52E 13E',
      '52N 13S',
      '-52N 13E',
      'N52N 13E',
      "52°60'N 13°E",
      '52°30\'60"N 13°E',
      'Paris 75',
      '5th Avenue',
      '1.2.3,4',
      '',
    ]
    for (const text of texts) assert.equal(parseCoordinateText(text), null, text)
  })

  it('are read as numbers are written, in linear time', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_000_000, max: 9_000_000 }), fc.integer({ min: -18_000_000, max: 18_000_000 }), (a, b) => {
        const [lat, lon] = [a / 100_000, b / 100_000]
        assert.deepEqual(parseCoordinateText(`${lat.toFixed(5)},${lon.toFixed(5)}`), { lat: lat === 0 ? 0 : lat, lon: lon === 0 ? 0 : lon })
      }),
    )
    const begun = processorMs()
    for (const part of ['1', '1 ', '1.', "1'", '°', 'N', '1,']) parseCoordinateText(part.repeat(50_000))
    assert.ok(processorMs() - begun < 500)
  })
})
