import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LEAD_CHART, leadChart } from './lead-chart.ts'

describe('a chart by lead time', () => {
  const chart = leadChart({
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
    assert.deepEqual([chart.levels[0]?.y, chart.levels.at(-1)?.y], [LEAD_CHART.bottom, LEAD_CHART.top])
  })

  it('leaves a gap where nothing is known', () => {
    const [line] = chart.lines
    assert.equal(line?.dots.length, 2)
    assert.equal(line?.path.match(/M/g)?.length, 2)
    assert.equal(chart.marks.length, 3)
  })

  it('draws the interval as a closed outline', () => {
    assert.equal(chart.area.split('L').length, 4)
    assert.equal(leadChart({ label: '', leads: ['1 h'], lines: [], intervals: [null], write: String, most: 1 }).area, '')
  })
})
