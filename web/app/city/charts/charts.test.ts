import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { computeMoonIllumination, drawMoonPath, computeMoonPhaseIndex, computeDaylightShare } from '../view/sky.ts'
import { drawBars, drawCurve, scaleRanges, drawSurface } from './curve.ts'
import { chooseFullAmount, buildHoursChart } from './hours-chart.ts'
import { HOUR_WIDTH, RAIN, TEMPERATURE } from './shapes.ts'

/** The points that a curve passes through, and the control points between them. */
function follow(path: string): { points: [number, number][]; controls: [number, number][] } {
  const points: [number, number][] = []
  const controls: [number, number][] = []
  for (const [, command = '', rest = ''] of path.matchAll(/([Mch])([^Mch]*)/g)) {
    const n = rest.trim().split(' ').map(Number)
    const [x, y] = points.at(-1) ?? [0, 0]
    if (command === 'M') points.push([n[0] ?? 0, n[1] ?? 0])
    if (command === 'c') {
      controls.push([x + (n[0] ?? 0), y + (n[1] ?? 0)], [x + (n[2] ?? 0), y + (n[3] ?? 0)])
      points.push([x + (n[4] ?? 0), y + (n[5] ?? 0)])
    }
  }
  return { points, controls }
}

describe('curve', () => {
  it('passes through its points and never overshoots them', () => {
    const given = [0, 40, 42, 10, 10, 90].map((y, index) => ({ x: index * 20, y }))
    const { points, controls } = follow(drawCurve(given))
    assert.deepEqual(
      points.map(([x, y]) => [Math.round(x), Math.round(y)]),
      given.map(({ x, y }) => [x, y]),
    )
    for (const [index, { y }] of given.slice(1).entries()) {
      const [low, high] = [y, given[index]?.y ?? 0].sort((a, b) => a - b) as [number, number]
      for (const [, between] of controls.slice(index * 2, index * 2 + 2)) {
        assert.ok(between >= low - 0.2 && between <= high + 0.2, `${between} between ${low} and ${high}`)
      }
    }
  })

  it('is interrupted where nothing is known', () => {
    const path = drawCurve([{ x: 0, y: 1 }, { x: 1, y: 1 }, null, { x: 3, y: 1 }, null])
    assert.equal(path.match(/M/g)?.length, 2)
    assert.equal(drawCurve([null, null]), '')
    assert.equal(drawSurface([{ x: 0, y: 1 }, null], 9), '')
    assert.match(
      drawSurface(
        [
          { x: 0, y: 1 },
          { x: 5, y: 1 },
        ],
        9,
      ),
      /V9H0Z$/,
    )
  })
})

describe('bars', () => {
  const of = (values: (number | null)[]) => drawBars({ values, full: 10, step: 10, width: 8, baseY: 100, height: 50 })
  it('stand on the base line, with heights in proportion', () => {
    assert.equal(of([5]), 'M1 100v-25h8v25z')
    assert.equal(of([0, 10]), 'M11 100v-50h8v50z')
  })
  it('show the smallest amount, cap the largest and omit unknown ones', () => {
    assert.equal(of([0.01]), 'M1 100v-1h8v1z')
    assert.equal(of([99]), 'M1 100v-50h8v50z')
    assert.equal(of([null, 0]), '')
  })
})

describe('hoursChart', () => {
  const hour = (temperature: number | null, isDay: boolean | null = true, precipitation: number | null = 0, snow: number | null = 0) => ({
    temperature,
    isDay,
    precipitation,
    snow,
  })

  it('draws snow apart from rain: the whole of an hour with snow, and the rain before it', () => {
    const bars = (precipitation: number | null, snow: number | null) => {
      const { bars: rain, snows } = buildHoursChart([hour(1, true, precipitation, snow)], 2, '°C')
      return [rain, snows].map((path) => Number(/v-([\d.]+)h/.exec(path)?.[1] ?? 0) / (RAIN.bottom - RAIN.top))
    }
    assert.deepEqual(bars(2, 0), [1, 0])
    assert.deepEqual(bars(2, null), [1, 0])
    assert.deepEqual(bars(2, 2), [0, 1])
    assert.deepEqual(bars(2, 1), [0.5, 1])
    assert.deepEqual(bars(null, null), [0, 0])
  })

  it('spreads the temperatures over their band', () => {
    const { temperatureY, width } = buildHoursChart([hour(0), hour(20), hour(10)], 2, '°C')
    assert.deepEqual(temperatureY, [TEMPERATURE.bottom, TEMPERATURE.top, (TEMPERATURE.top + TEMPERATURE.bottom) / 2])
    assert.equal(width, 3 * HOUR_WIDTH)
  })

  it('draws a day of nearly constant temperature flat', () => {
    const [first, second] = buildHoursChart([hour(10), hour(10.5)], 2, '°C').temperatureY as [number, number]
    assert.ok(Math.abs(first - second) < 10)
  })

  it('is empty without data', () => {
    const { line, bars: rain, nights, temperatureY, colours } = buildHoursChart([hour(null, null, null)], 2, '°C')
    assert.deepEqual({ line, rain, nights, temperatureY, colours }, { line: '', rain: '', nights: [], temperatureY: [null], colours: null })
  })

  it('shades each night as a whole, and no hour whose daylight is unknown', () => {
    const { nights } = buildHoursChart([hour(1, false), hour(1, false), hour(1, true), hour(1, null), hour(1, false)], 2, '°C')
    assert.deepEqual(nights, [
      [0, 2 * HOUR_WIDTH],
      [4 * HOUR_WIDTH, HOUR_WIDTH],
    ])
  })

  it('scales the rain to a round amount', () => {
    assert.deepEqual(
      [chooseFullAmount([0.3, null], 'mm'), chooseFullAmount([7], 'mm'), chooseFullAmount([0.4], 'in'), chooseFullAmount([300], 'mm')],
      [2, 10, 0.5, 300],
    )
    assert.match(buildHoursChart([hour(1, true, 2)], 2, '°C').bars, new RegExp(`v-${RAIN.bottom - RAIN.top}h`))
  })
})

describe('the bands of the hours chart', () => {
  it('leave room for the highest label below the icons', () => {
    // The icons end at 73; a label starts 9 above its point and is 14 high.
    assert.ok(TEMPERATURE.top - 9 - 14 > 73)
  })
})

describe('ranges', () => {
  it('share one scale', () => {
    assert.deepEqual(
      scaleRanges([
        { min: 0, max: 10 },
        { min: 5, max: 20 },
        { min: null, max: 3 },
      ]),
      [[0, 50], [25, 75], null],
    )
  })
  it('are visible even if they have no length', () => {
    assert.deepEqual(
      scaleRanges([
        { min: 0, max: 0 },
        { min: 100, max: 100 },
      ]),
      [
        [0, 3],
        [97, 3],
      ],
    )
    assert.deepEqual(scaleRanges([{ min: 4, max: 4 }]), [[48.5, 3]])
    assert.deepEqual(scaleRanges([{ min: null, max: null }]), [null])
  })
})

describe('the sun', () => {
  it('is on its way only by day', () => {
    const [rise, set] = ['2026-11-21T08:00:00Z', '2026-11-21T16:00:00Z']
    assert.equal(computeDaylightShare(rise, set, Date.parse('2026-11-21T12:00:00Z')), 0.5)
    assert.equal(computeDaylightShare(rise, set, Date.parse('2026-11-21T07:59:00Z')), null)
    assert.equal(computeDaylightShare(null, set, 0), null)
  })
})

describe('the moon', () => {
  it('has eight phases; the four main ones last two days', () => {
    assert.deepEqual([0, 1, 0.02, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 0.98].map(computeMoonPhaseIndex), [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 0])
  })

  it('is lit according to its phase', () => {
    assert.deepEqual(
      [0, 0.25, 0.5].map((phase) => Math.round(computeMoonIllumination(phase) * 100)),
      [0, 50, 100],
    )
  })

  it('is drawn as it appears: waxing on the right in the north, on the left in the south', () => {
    // The limb first, then back along the terminator.
    assert.equal(drawMoonPath(0.125, 10, false), 'M0 -10A10 10 0 0 1 0 10A7.1 10 0 0 0 0 -10Z')
    assert.equal(drawMoonPath(0.375, 10, false), 'M0 -10A10 10 0 0 1 0 10A7.1 10 0 0 1 0 -10Z')
    assert.equal(drawMoonPath(0.875, 10, false), 'M0 -10A10 10 0 0 0 0 10A7.1 10 0 0 1 0 -10Z')
    assert.equal(drawMoonPath(0.625, 10, false), 'M0 -10A10 10 0 0 0 0 10A7.1 10 0 0 0 0 -10Z')
    assert.equal(drawMoonPath(0.125, 10, true), 'M0 -10A10 10 0 0 0 0 10A7.1 10 0 0 1 0 -10Z')
  })
})
