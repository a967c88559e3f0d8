import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_BLEND_SOURCES, encodeCoefficients, decodeCoefficients } from './coefficients-code.ts'
import { BLEND_BANDS } from './constants.ts'
import {
  countEncodedNumbers,
  createWholeMemory,
  encodePlaceMemory,
  fillRainBands,
  mapPlaceSources,
  decodePlaceMemory,
} from './place-memory-code.ts'
import { type BlendSource, computePlaceCoefficients, learnPlaceEvent, learnPlaceQuantity, type PlaceMemory } from './place.ts'
import { createRandom } from './testing/synthetic.ts'

const [ONE, TWO, THREE] = ['one', 'two', 'three'].map((id): BlendSource => ({ id, family: id, rain: 'probability' })) as [
  BlendSource,
  BlendSource,
  BlendSource,
]

const WITHOUT_RAIN = { hasRain: false }

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

/** The same, and hours of rain: each source states twice the chance that there is; in all bands but the last. */
function learnWithRain(sources: readonly BlendSource[], days = 40): PlaceMemory {
  const place = learn(sources, days)
  const { uniform } = createRandom(5)
  fillRainBands(place)
  for (let day = 20_000; day < 20_000 + days; day += 1) {
    for (const leadHours of [3, 12, 36, 60, 96]) {
      const chance = uniform() / 2
      const forecasts = sources.map(({ id }) => (id === 'three' && day < 20_010 ? null : 2 * chance))
      const issued = { logit: chance - 1, chances: forecasts.map((each) => each && each / 2) }
      learnPlaceEvent(place, 'hourOfRain', leadHours, { day: day + 0.5, forecasts, happened: uniform() < chance, amount: null, issued })
    }
  }
  return place
}

const coefficientsOf = (place: PlaceMemory) => computePlaceCoefficients(place, [], 20_045)

describe('a place’s memory as numbers', () => {
  it('says the same again, to single precision', () => {
    const place = learn([ONE, TWO, THREE])
    const packed = encodePlaceMemory(place)
    assert.equal(packed.length, countEncodedNumbers(3, WITHOUT_RAIN))
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

  it('of before seasons were learned knows what it knew, and nothing of the year', () => {
    const place = learn([ONE, TWO])
    const perBand = encodePlaceMemory(place).length / BLEND_BANDS.length
    // A band is its day, then of each of two sources 24 numbers of its hours and what is left of all hours: 11 and 2, of which 2 and 0 are older.
    const cut = (numbers: Float32Array) =>
      numbers.filter((_, at) => {
        const inBand = at % perBand
        const slowSum = inBand - 49
        if (slowSum >= 0 && slowSum < 22) return slowSum % 11 < 2
        return inBand < 119 || inBand >= 123
      })
    const former = cut(encodePlaceMemory(place))
    assert.equal(former.length, countEncodedNumbers(2, { hasRain: false, hasSeasons: false }))
    const read = decodePlaceMemory([ONE, TWO], former) ?? assert.fail()
    const [known, again] = [coefficientsOf(place), coefficientsOf(read)].map(({ quantities }) => quantities.get('temperature 0')?.biases)
    for (const [source, { intercepts, slope }] of (known ?? []).entries()) {
      assert.ok(Math.abs(slope - (again?.[source]?.slope ?? NaN)) < 0.01, `slope ${slope} and ${again?.[source]?.slope}`)
      for (const [at, each] of intercepts.entries())
        assert.ok(Math.abs(each - (again?.[source]?.intercepts[at] ?? NaN)) < 0.1, `${each} and ${again?.[source]?.intercepts[at]}`)
    }
    assert.deepEqual(cut(encodePlaceMemory(read)), former)
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
    // Counts without a day say nothing of the year, and are no NaN.
    const dayless = decodePlaceMemory([ONE, TWO], packed.with(0, 0)) ?? assert.fail()
    for (const { intercepts } of coefficientsOf(dayless).quantities.get('temperature 0')?.biases ?? assert.fail())
      assert.ok(intercepts.every(Number.isFinite), String(intercepts))
    // The day, and the first count.
    for (const at of [0, 1]) assert.equal(isRead(packed.with(at, -1)), false)
  })

  it('that is any finite numbers gives coefficients in bounded time', () => {
    const { uniform } = createRandom(9)
    let read = 0
    for (let time = 0; time < 200; time += 1) {
      const numbers = Float32Array.from(
        { length: countEncodedNumbers(2, WITHOUT_RAIN) },
        () => (uniform() - 0.3) * 10 ** (24 * uniform() - 12),
      )
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

describe('a place’s memory of rain as numbers', () => {
  const sources = [ONE, TWO]
  const packed = encodePlaceMemory(learnWithRain(sources))
  const ofTemperatures = countEncodedNumbers(2, WITHOUT_RAIN)
  const perBand = (packed.length - ofTemperatures) / BLEND_BANDS.length

  it('says the same again, and leaves temperatures as they are without it', () => {
    assert.equal(packed.length, countEncodedNumbers(2))
    assert.deepEqual(encodePlaceMemory(decodePlaceMemory(sources, packed) ?? assert.fail()), packed)
    assert.deepEqual(packed.subarray(0, ofTemperatures), encodePlaceMemory(learn(sources)))
    const [before, after] = [learnWithRain(sources), decodePlaceMemory(sources, packed) ?? assert.fail()].map(
      (place) => coefficientsOf(place).events.get('hourOfRain 1')?.calibrations[0],
    )
    assert.ok(Math.abs((before?.slope ?? NaN) - (after?.slope ?? 0)) < 1e-3 && before?.slope !== 1)
  })

  it('is none in a memory of before it was learned, which then learns it', () => {
    const former = decodePlaceMemory(sources, encodePlaceMemory(learn(sources))) ?? assert.fail()
    assert.equal(former.events.size, 0)
    assert.equal(coefficientsOf(former).quantities.size, BLEND_BANDS.length)
    fillRainBands(former)
    assert.deepEqual(coefficientsOf(former).events.size, BLEND_BANDS.length)
    assert.equal(encodePlaceMemory(former).length, countEncodedNumbers(2))
  })

  it('is refused where it cannot be of cases', () => {
    const from = ofTemperatures
    // The day, then of each bin: cases, the sum of logits, events.
    const bin = Array.from({ length: 3 * 16 }, (_, at) => from + 1 + at).find((at) => (at - from) % 3 === 1 && (packed[at] ?? 0) > 0) ?? 0
    const [cases = NaN] = packed.slice(bin)
    for (const [at, value] of [
      [from, -1],
      [from, 4e6],
      [bin, -1],
      [bin + 1, 21 * cases],
      [bin + 1, -21 * cases],
      [bin + 2, -1],
      [bin + 2, 1.1 * cases],
      [packed.length - perBand + 3 * 3 * 16 + 1, -1],
      [packed.length - 6, -1],
    ] as const)
      assert.equal(decodePlaceMemory(sources, packed.with(at, value)), null, `${value} at ${at - from} of ${perBand}`)
    for (let at = from; at < packed.length; at += 5) assert.equal(decodePlaceMemory(sources, packed.with(at, NaN)), null)
    assert.equal(decodePlaceMemory(sources, packed.slice(0, -1)), null)
  })

  it('that is any possible numbers gives coefficients in bounded time', () => {
    const { uniform } = createRandom(11)
    for (let time = 0; time < 100; time += 1) {
      const scale = 10 ** (12 * uniform() - 8)
      const numbers = packed.map((each, at) => {
        const place = at - ofTemperatures
        if (place < 0 || place % perBand === 0) return each
        const within = (place % perBand) - 1
        // Of bins cases, logits and events; then counts, then pairs.
        return within < 3 * 3 * 16 ? scale * [1, 40 * uniform() - 20, uniform()][within % 3]! : scale * uniform()
      })
      const place = decodePlaceMemory(sources, numbers) ?? assert.fail('it is possible')
      const coefficients = decodeCoefficients(JSON.parse(JSON.stringify(encodeCoefficients(coefficientsOf(place)))))
      assert.equal(coefficients?.events.size, BLEND_BANDS.length)
    }
  })

  it('knows the same of its sources in another order, and nothing of new ones', () => {
    const reordered = mapPlaceSources(learnWithRain(sources), [THREE, TWO, ONE])
    const [before, after] = [learnWithRain(sources), reordered].map((place) => coefficientsOf(place).events.get('hourOfRain 0'))
    assert.deepEqual(
      [after?.calibrations[2], after?.calibrations[1], after?.pooled],
      [before?.calibrations[0], before?.calibrations[1], before?.pooled],
    )
    assert.deepEqual(after?.n[0], 0)
    assert.deepEqual(encodePlaceMemory(mapPlaceSources(reordered, sources)), packed)
    const later = mapPlaceSources(learnWithRain(sources, 10), [ONE, TWO, THREE])
    assert.deepEqual(encodePlaceMemory(later), encodePlaceMemory(learnWithRain([ONE, TWO, THREE], 10)))
  })
})

describe('coefficients of rain as JSON', () => {
  const packed = encodeCoefficients(coefficientsOf(learnWithRain([ONE, TWO]))) ?? assert.fail('every band is there')
  const read = (value: unknown) => decodeCoefficients(JSON.parse(JSON.stringify(value)))

  it('say the same again; without them, and without one of their bands, temperatures are the same', () => {
    const again = read(packed) ?? assert.fail('it is of the shape')
    assert.deepEqual(encodeCoefficients(again), packed)
    const { hourOfRain: _, ...former } = packed
    assert.deepEqual([read(former)?.events.size, read({ ...former, hourOfRain: null })?.events.size], [0, 0])
    const { events, ...rest } = coefficientsOf(learnWithRain([ONE, TWO]))
    const fewer = new Map([...events].filter(([key]) => key !== 'hourOfRain 3'))
    assert.deepEqual(encodeCoefficients({ ...rest, events: fewer }), former)
  })

  it('are refused if anything of them is not of the shape', () => {
    const [first, ...others] = packed.hourOfRain ?? []
    const withBand = (band: object) => read({ ...packed, hourOfRain: [{ ...first, ...band }, ...others] })
    const [row = []] = first?.calibrations ?? []
    assert.notEqual(withBand({}), null)
    for (const [what, refused] of Object.entries({
      'no list': read({ ...packed, hourOfRain: {} }),
      'a band less': read({ ...packed, hourOfRain: others }),
      'a calibration less': withBand({ calibrations: [row, row] }),
      'a short calibration': withBand({ calibrations: [row, row, [0]] }),
      'not a number': withBand({ calibrations: [row, row, [null, 1]] }),
      'too large': withBand({ calibrations: [row, row, [1e9, 1]] }),
      'a chance that falls as more is stated': withBand({ calibrations: [row, row, [0, -1]] }),
      'a weight below 0': withBand({ weights: [1.5, -0.5] }),
      'weights that do not add up': withBand({ weights: [0.5, 0.4] }),
      'cases below 0': withBand({ n: [1, -1] }),
      'cases of one source': withBand({ n: [1] }),
    }))
      assert.equal(refused, null, what)
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
