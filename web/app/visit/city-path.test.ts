import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toPlaceSlug, writeCityPath, parsePlaceAddress } from './city-path.ts'

describe('cityPath', () => {
  it('names the place and gives coordinates with at most 4 decimals', () => {
    assert.equal(writeCityPath({ name: 'Berlin', lat: 52.52, lon: 13.41 }), '/weather/berlin-52.52,13.41')
    assert.equal(writeCityPath({ name: 'Rio de Janeiro', lat: -22.906_847, lon: -43.172_896 }), '/weather/rio-de-janeiro--22.9068,-43.1729')
    assert.equal(writeCityPath({ name: 'Null Island', lat: -0.000_01, lon: 0 }), '/weather/null-island-0,0')
    assert.equal(writeCityPath({ name: 'Small', lat: 0.000_1, lon: -0.000_1 }), '/weather/small-0.0001,-0.0001')
  })

  it('is parsed back by placeInAddress, whatever the name', () => {
    for (const name of ['Berlin', 'Saint-Étienne', '東京', 'Москва', 'القاهرة', '-5,5', '100%', 'a/b?c#d', '😀']) {
      for (const [lat, lon] of [
        [52.5234, 13.4114],
        [-33.8688, 151.2093],
        [-90, -180],
        [0, 0],
      ] as const) {
        const path = writeCityPath({ name, lat, lon })
        assert.match(path, /^\/weather\/[^/?#]+$/)
        assert.deepEqual(parsePlaceAddress(decodeURIComponent(path.slice('/weather/'.length))), { name: toPlaceSlug(name), lat, lon })
      }
    }
  })
})

describe('addressName', () => {
  it('removes accents from Latin letters and keeps other scripts', () => {
    assert.equal(toPlaceSlug('São Paulo'), 'sao-paulo')
    assert.equal(toPlaceSlug('Gießen'), 'giessen')
    assert.equal(toPlaceSlug("L'Aquila"), 'laquila')
    assert.equal(toPlaceSlug('St. John’s (NL)'), 'st-johns-nl')
    assert.equal(toPlaceSlug('Йошкар-Ола'), 'йошкар-ола')
    assert.equal(toPlaceSlug('दिल्ली'), 'दिल्ली')
  })

  it('is never empty and has at most 60 characters', () => {
    assert.equal(toPlaceSlug('—'), 'place')
    assert.equal(toPlaceSlug(''), 'place')
    assert.equal([...toPlaceSlug('𠮷'.repeat(80))].length, 60)
    assert.equal(toPlaceSlug(`${'a'.repeat(59)} b`), 'a'.repeat(59))
  })
})

describe('placeInAddress', () => {
  it('accepts coordinates as people copy them: with more decimals, without a name', () => {
    assert.deepEqual(parsePlaceAddress('berlin-52.5243700,13.4105300'), { name: 'berlin', lat: 52.524_37, lon: 13.410_53 })
    assert.deepEqual(parsePlaceAddress('52.52,13.41'), { name: '', lat: 52.52, lon: 13.41 })
    assert.deepEqual(parsePlaceAddress('-33.87,-70.65'), { name: '', lat: -33.87, lon: -70.65 })
  })

  it('refuses what is not a place on Earth', () => {
    for (const text of ['berlin', 'berlin-52.52', 'berlin-91,0', 'berlin-0,181', 'berlin-1e1,2', 'berlin-5.,2', '--5,2', '']) {
      assert.equal(parsePlaceAddress(text), null, text)
    }
  })
})
