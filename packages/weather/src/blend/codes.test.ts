import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_BLEND_SOURCES, encodeCoefficients, decodeCoefficients } from './coefficients-code.ts'
import { BLEND_BANDS } from './constants.ts'
import { countEncodedNumbers, createWholeMemory, encodePlaceMemory, mapPlaceSources, decodePlaceMemory } from './place-memory-code.ts'
import { type BlendSource, computePlaceCoefficients, learnPlaceQuantity, type PlaceMemory } from './place.ts'
import { createRandom } from './testing/synthetic.ts'

const [ONE, TWO, THREE] = ['one', 'two', 'three'].map((id): BlendSource => ({ id, family: id, rain: 'amount' })) as [
  BlendSource,
  BlendSource,
  BlendSource,
]

/** Sources that are wrong by the length of their names, as far as they are in `sources`. */
function learn(sources: readonly BlendSource[], days = 40): PlaceMemory {
  const place = createWholeMemory(sources)
  const { normal } = createRandom(3)
  for (let day = 20_000; day < 20_000 + days; day += 1) {
    for (const leadHours of [3, 12, 36, 60, 96, 150]) {
      const truth = 10 + 5 * normal()
      const noise = new Map([ONE, TWO, THREE].map(({ id }) => [id, id.length / 2 + normal()]))
      const forecasts = sources.map(({ id }) => (id === 'three' && day < 20_010 ? null : truth + (noise.get(id) ?? 0)))
      const issued = { value: truth + 0.5, sigma: 1, corrected: forecasts, disagreement: 0.3, confidence: 0.8 }
      learnPlaceQuantity(place, 'temperature', leadHours, { day: day + 0.5, hourClass: day % 8, forecasts, truth, issued })
    }
  }
  return place
}

const coefficientsOf = (place: PlaceMemory) => computePlaceCoefficients(place, [], 20_045)

describe('a place’s memory as numbers', () => {
  it('says the same again, to single precision', () => {
    const place = learn([ONE, TWO, THREE])
    const packed = encodePlaceMemory(place)
    assert.equal(packed.length, countEncodedNumbers(3))
    const again = decodePlaceMemory([ONE, TWO, THREE], packed)
    assert.ok(again !== null)
    assert.deepEqual(encodePlaceMemory(again), packed)
    const [before, after] = [coefficientsOf(place), coefficientsOf(again)].map((each) => encodeCoefficients(each))
    for (const [band, { biases }] of (before?.bands ?? []).entries()) {
      for (const [source, row] of biases.entries()) {
        for (const [at, each] of row.entries()) assert.ok(Math.abs(each - (after?.bands[band]?.biases[source]?.[at] ?? NaN)) < 0.01)
      }
    }
  })

  it('is refused if it is of another shape, not finite, too large, or counts below zero', () => {
    const packed = encodePlaceMemory(learn([ONE, TWO]))
    const isRead = (numbers: Float32Array, sources = [ONE, TWO]) => decodePlaceMemory(sources, numbers) !== null
    assert.equal(isRead(packed), true)
    assert.equal(isRead(packed, [ONE]), false)
    assert.equal(isRead(packed, []), false)
    assert.equal(isRead(packed.slice(1)), false)
    for (const hostile of [NaN, Infinity, -Infinity, 1e20]) {
      for (let at = 0; at < packed.length; at += 7) assert.equal(isRead(packed.with(at, hostile)), false, `${hostile} at ${at}`)
    }
    // The day, and the first count.
    for (const at of [0, 1]) assert.equal(isRead(packed.with(at, -1)), false)
  })

  it('that is any finite numbers gives coefficients in bounded time', () => {
    const { uniform } = createRandom(9)
    let read = 0
    for (let time = 0; time < 200; time += 1) {
      const numbers = Float32Array.from({ length: countEncodedNumbers(2) }, () => (uniform() - 0.3) * 10 ** (24 * uniform() - 12))
      const perBand = numbers.length / BLEND_BANDS.length
      const possible = numbers.map((each, at) => (at % perBand === 0 ? 20_000 : Math.abs(each)))
      const place = decodePlaceMemory([ONE, TWO], possible) ?? assert.fail('finite and positive')
      decodeCoefficients(JSON.parse(JSON.stringify(encodeCoefficients(coefficientsOf(place)))))
      read += 1
    }
    assert.equal(read, 200)
  })

  it('knows the same of its sources in another order, and nothing of new ones', () => {
    const reordered = mapPlaceSources(learn([ONE, TWO]), [THREE, TWO, ONE])
    const direct = encodeCoefficients(coefficientsOf(learn([ONE, TWO])))
    const moved = encodeCoefficients(coefficientsOf(reordered))
    for (const [band, { biases, spread }] of (direct?.bands ?? []).entries()) {
      const after = moved?.bands[band]
      assert.deepEqual([after?.biases[2], after?.biases[1], after?.spread], [biases[0], biases[1], spread])
      assert.deepEqual(
        after?.biases[0],
        Array.from({ length: 10 }, () => 0),
      )
    }
    assert.deepEqual(encodePlaceMemory(mapPlaceSources(reordered, [ONE, TWO])), encodePlaceMemory(learn([ONE, TWO])))
  })

  it('of three sources is that of two, once the third has come', () => {
    const later = mapPlaceSources(learn([ONE, TWO], 10), [ONE, TWO, THREE])
    const all = encodePlaceMemory(learn([ONE, TWO, THREE], 10))
    assert.deepEqual(encodePlaceMemory(later), all)
  })
})

describe('coefficients as JSON', () => {
  const packed = encodeCoefficients(coefficientsOf(learn([ONE, TWO]))) ?? assert.fail('every band is there')
  const read = (value: unknown) => decodeCoefficients(JSON.parse(JSON.stringify(value)))

  it('say the same again', () => {
    const again = read(packed) ?? assert.fail('it is of the shape')
    assert.deepEqual(encodeCoefficients(again), packed)
    assert.deepEqual(
      again.sources.map(({ id }) => id),
      ['one', 'two'],
    )
  })

  it('are refused if anything of them is not of the shape', () => {
    const [first, ...others] = packed.bands
    const withBand = (band: object) => read({ ...packed, bands: [{ ...first, ...band }, ...others] })
    const row = Array.from({ length: 10 }, () => 0)
    for (const [what, refused] of Object.entries({
      nothing: read(null),
      list: read([]),
      'no sources': read({ ...packed, sources: [] }),
      'a source twice': read({ ...packed, sources: ['one', 'one'] }),
      'too many sources': read({ ...packed, sources: Array.from({ length: MAX_BLEND_SOURCES + 1 }, (_, i) => `s${i}`) }),
      'a band less': read({ ...packed, bands: others }),
      'a bias less': withBand({ biases: [row] }),
      'a short bias': withBand({ biases: [row, row.slice(1)] }),
      'not a number': withBand({ biases: [row, row.with(3, null as never)] }),
      'too large': withBand({ biases: [row, row.with(3, 1e9)] }),
      'cases below 0': withBand({ biases: [row, row.with(9, -1)] }),
      'a weight below 0': withBand({ weights: [1.5, -0.5] }),
      'weights that do not add up': withBand({ weights: [0.5, 0.4] }),
      'a variance below 0': withBand({ spread: [-1, 0, 0, -1, 1] }),
      'a band the wrong way round': withBand({ spread: [1, 0, 0, 1, -1] }),
    }))
      assert.equal(refused, null, what)
    assert.notEqual(withBand({ spread: null }), null)
  })
})
