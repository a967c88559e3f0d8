import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type FrozenHour, MAX_FROZEN_HOURS, encodeFrozenHours, decodeFrozenHours } from './frozen-hours.ts'

const HOUR: FrozenHour = {
  offsetHours: 25,
  hourClass: 3,
  raw: [7.5, null],
  issued: { value: 7.25, sigma: null, disagreement: 0.5, confidence: 0.75, corrected: [7.25, null], weights: [1, 0] },
  stated: [0.5, null],
  rain: { chance: 0.25, logit: -1.5, chances: [0.25, null] },
}

/** The same before chances were frozen. */
const FORMER: FrozenHour = { ...HOUR, stated: [null, null], rain: null }

describe('frozen hours', () => {
  it('say the same again', () => {
    const hours = [
      HOUR,
      { ...HOUR, offsetHours: 26, issued: null },
      { ...HOUR, issued: { ...HOUR.issued, sigma: 1.5 } as FrozenHour['issued'] },
      { ...HOUR, issued: null, rain: null },
      { ...HOUR, stated: [null, null], rain: null },
    ]
    assert.deepEqual(decodeFrozenHours(encodeFrozenHours(hours, 2), 2), hours)
    assert.deepEqual(decodeFrozenHours(encodeFrozenHours([], 3), 3), [])
    assert.deepEqual(decodeFrozenHours(encodeFrozenHours(hours, 2), 2, 26, 27), [hours[1]])
    const many = Array.from({ length: MAX_FROZEN_HOURS + 5 }, () => HOUR)
    assert.equal(decodeFrozenHours(encodeFrozenHours(many, 2), 2)?.length, MAX_FROZEN_HOURS)
  })

  it('are refused if they are not whole, out of bounds or impossible', () => {
    const packed = encodeFrozenHours([HOUR], 2)
    const withNumber = (at: number, value: number) => {
      const changed = Buffer.from(packed)
      changed.writeFloatLE(value, at * 4)
      return decodeFrozenHours(changed, 2)
    }
    assert.equal(decodeFrozenHours(packed.subarray(1), 2), null)
    assert.equal(decodeFrozenHours(packed, 1), null)
    for (const [at, value] of [
      [0, -2],
      [0, NaN],
      [1, -1],
      [1, 0.5],
      [1, 1_000],
      [1, NaN],
      [2, 8],
      [4, 0],
      [5, -1],
      [6, 1.5],
      [6, NaN],
      [9, Infinity],
      [9, 1e30],
      [13, -0.5],
      [13, 1.5],
      // The pooled logit and the chance, each without the other too; what was stated, and what it meant.
      [7, 21],
      [7, NaN],
      [8, 1.5],
      [8, -0.1],
      [8, NaN],
      [15, 1.1],
      [15, -0.1],
      [17, 1.1],
      [17, -0.1],
    ] as const)
      assert.equal(withNumber(at, value), null, `${value} at ${at}`)
  })

  it('of before weights were frozen are read without them', () => {
    const before = new Float32Array([25, 3, 7.25, NaN, 0.5, 0.75, 7.5, NaN, 7.25, NaN])
    const { issued } = HOUR
    assert.deepEqual(decodeFrozenHours(Buffer.from(before.buffer), 2), [{ ...FORMER, issued: { ...issued, weights: null } }])
  })

  it('of before chances were frozen are read without them', () => {
    const before = new Float32Array([-3, 25, 3, 7.25, NaN, 0.5, 0.75, 7.5, NaN, 7.25, NaN, 1, 0])
    assert.deepEqual(decodeFrozenHours(Buffer.from(before.buffer), 2), [FORMER])
    assert.equal(decodeFrozenHours(Buffer.from(before.with(11, 1.5).buffer), 2), null)
  })

  it('that are any bytes take bounded time and give bounded numbers', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.integer({ min: 1, max: 8 }), (bytes, sources) => {
        const hours = decodeFrozenHours(Buffer.from(bytes), sources) ?? []
        assert.ok(hours.length <= MAX_FROZEN_HOURS)
        for (const { raw, stated, rain } of hours) {
          assert.ok(raw.every((each) => each === null || Math.abs(each) <= 1e5))
          for (const each of [...stated, ...(rain?.chances ?? [])]) assert.ok(each === null || (each >= 0 && each <= 1))
        }
      }),
    )
  })
})
