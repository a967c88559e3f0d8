import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { buildScaleGradient } from './temperature-scale.ts'

const asIs = (temperature: number) => temperature

describe('the colours of temperatures', () => {
  it('reach to the steps of ten degrees around them', () => {
    assert.deepEqual(buildScaleGradient(2, 17, '°C', asIs), {
      from: 0,
      to: 20,
      stops: [
        [0, 3],
        [0.5, 4],
        [1, 5],
      ],
    })
  })

  it('have two steps even for one temperature, and end where the scale ends', () => {
    const ends = (low: number, high: number, unit = '°C') => {
      const { from, to, stops } = buildScaleGradient(low, high, unit, asIs)
      return [from, to, ...stops.map(([, colour]) => colour)]
    }
    assert.deepEqual(ends(10, 10), [10, 20, 4, 5])
    assert.deepEqual(ends(-52, -41), [-30, -20, 0, 1])
    assert.deepEqual(ends(44, 51), [30, 40, 6, 7])
    assert.deepEqual(ends(40, 40), [30, 40, 6, 7])
  })

  it('are the same in both units', () => {
    const celsius = buildScaleGradient(-3, 12, '°C', asIs)
    const fahrenheit = buildScaleGradient(26.6, 53.6, '°F', (value) => (value - 32) / 1.8)
    assert.deepEqual(fahrenheit, celsius)
  })

  it('of a temperature do not depend on the others', () => {
    const temperature = fc.integer({ min: -30, max: 40 })
    fc.assert(
      fc.property(temperature, temperature, temperature, (a, b, c) => {
        const [low, middle, high] = [a, b, c].toSorted((x, y) => x - y) as [number, number, number]
        const { from, to, stops } = buildScaleGradient(low, high, '°C', asIs)
        assert.ok(from <= low && to >= high)
        const at = ((middle - from) / (to - from)) * (stops.length - 1) + (stops[0]?.[1] ?? 0)
        assert.ok(Math.abs(at - (middle + 30) / 10) < 1e-9)
      }),
    )
  })
})
