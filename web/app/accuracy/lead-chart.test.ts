import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LEAD_CHART, buildLeadChart } from './lead-chart.ts'

const chart = (values: readonly (number | null)[], more: Partial<Parameters<typeof buildLeadChart>[0]> = {}) =>
  buildLeadChart({
    label: 'Errors',
    leads: values.map((_, index) => `day ${index + 1}`),
    lines: [{ name: 'a', look: 'first', values }],
    intervals: values.map(() => null),
    write: (value) => `${Math.round(value * 100) / 100}`,
    ...more,
  })

describe('a chart by lead time', () => {
  it('has its bands at equal distances, in order, and each value above its band', () => {
    const { marks, lines } = chart([1, 2, 3, 4])
    const xs = marks.map(({ x }) => x)
    const steps = xs.slice(1).map((x, index) => Math.round(10 * (x - (xs[index] ?? 0))))
    assert.ok(
      steps.every((step) => step > 0 && Math.abs(step - (steps[0] ?? 0)) <= 2),
      steps.join(),
    )
    assert.deepEqual(
      lines[0]?.dots.map(({ x }) => x),
      xs,
    )
    const ys = lines[0]?.dots.map(({ y }) => y) ?? []
    assert.deepEqual(
      ys,
      ys.toSorted((a, b) => b - a),
    )
  })

  it('has a scale from 0 in round steps, five at most, up to the highest value or the given end', () => {
    const levels = (...asked: Parameters<typeof chart>) => chart(...asked).levels.map(({ text }) => text)
    assert.deepEqual(levels([0.9]), ['0', '0.2', '0.4', '0.6', '0.8', '1'])
    assert.deepEqual(levels([1.1, 5]), ['0', '1', '2', '3', '4', '5'])
    assert.deepEqual(levels([0.3], { most: 1 }), ['0', '0.2', '0.4', '0.6', '0.8', '1'])
    assert.deepEqual(levels([null]), ['0', '0.1'])
    assert.deepEqual(levels([1], { intervals: [[0.5, 9]] }), ['0', '2', '4', '6', '8', '10'])
  })

  it('leaves unknown values out, and draws the interval of the known ones as an area', () => {
    const { lines, area } = chart([1, null, 3], { intervals: [[0.5, 1.5], null, [2, 4]] })
    assert.equal(lines[0]?.dots.length, 2)
    assert.equal(area.split('L').length, 4)
    assert.equal(chart([1]).area, '')
  })
})

describe('a chart of errors with a gap', () => {
  const chart = buildLeadChart({
    label: 'errors',
    leads: ['1 h', '24 h', '3 d'],
    lines: [{ name: 'Forecast', look: 'first', values: [0.5, null, 2.1] }],
    intervals: [[0.4, 0.6], null, [1.9, 2.3]],
    write: (value) => value.toFixed(1),
  })

  it('has levels from 0 to above the greatest value, in round steps', () => {
    assert.deepEqual(
      chart.levels.map(({ text }) => text),
      ['0.0', '0.5', '1.0', '1.5', '2.0', '2.5'],
    )
    assert.deepEqual(
      { firstLevelsY: chart.levels[0]?.y, lastLevelsY: chart.levels.at(-1)?.y },
      { firstLevelsY: LEAD_CHART.bottom, lastLevelsY: LEAD_CHART.top },
    )
  })

  it('leaves a gap where nothing is known', () => {
    const [line] = chart.lines
    assert.equal(line?.dots.length, 2)
    assert.equal(line?.path.match(/M/g)?.length, 2)
    assert.equal(chart.marks.length, 3)
  })

  it('draws the interval as a closed outline', () => {
    assert.equal(chart.area.split('L').length, 4)
    assert.equal(buildLeadChart({ label: '', leads: ['1 h'], lines: [], intervals: [null], write: String, most: 1 }).area, '')
  })
})
