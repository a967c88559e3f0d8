import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { figuresOf, type Row, type Sample } from './row.ts'
import { renderRow, renderTable } from './table.ts'

const sample = (value: number, p99Ms: number | null = null): Sample => ({ value, p99Ms })

const HOT: Row = {
  group: 'hot',
  name: 'current',
  unit: '/s',
  yardstick: 'bare node:http',
  goal: { ratio: 0.85, p99Ratio: 2 },
  rounds: [
    { isobar: sample(45_000, 2.5), yardstick: sample(50_000, 2) },
    { isobar: sample(60_000, 3), yardstick: sample(50_000, 2.1) },
    { isobar: sample(47_500, 9), yardstick: sample(50_000, 2.2) },
  ],
}
const START: Row = {
  group: 'start',
  name: 'after kill -9',
  unit: 'ms',
  yardstick: 'an empty node:http server',
  goal: { most: 1_200 },
  rounds: [{ isobar: sample(1_300), yardstick: sample(65) }],
}
const MEMORY: Row = {
  group: 'memory',
  name: 'at rest',
  unit: 'MB',
  yardstick: null,
  goal: null,
  rounds: [{ isobar: sample(180), yardstick: null }],
}

describe('the table of a bench', () => {
  it('shows medians, and as the ratio the median of the ratios of the rounds', () => {
    const { isobar, yardstick, ratio, p99Ms, yardstickP99Ms } = figuresOf(HOT)
    assert.deepEqual(
      { isobar, yardstick, ratio, p99Ms, yardstickP99Ms },
      { isobar: 47_500, yardstick: 50_000, ratio: 0.95, p99Ms: 3, yardstickP99Ms: 2.1 },
    )
  })

  it('gives ratios of speed also where less is better', () => {
    assert.equal(figuresOf(START).ratio, 0.05)
  })

  it('says whether every part of the goal is reached', () => {
    assert.equal(figuresOf(HOT).reached, true)
    assert.equal(figuresOf({ ...HOT, goal: { ratio: 0.96 } }).reached, false)
    assert.equal(figuresOf({ ...HOT, goal: { ratio: 0.85, p99Ratio: 1.2 } }).reached, false)
    assert.equal(figuresOf(START).reached, false)
    assert.equal(figuresOf({ ...START, goal: { most: 1_300 } }).reached, true)
    assert.equal(figuresOf(MEMORY).reached, null)
  })

  it('counts no goal as reached that was not measured', () => {
    assert.equal(figuresOf({ ...MEMORY, goal: { ratio: 0.01 } }).reached, false)
    assert.equal(figuresOf({ ...MEMORY, goal: { p99Ratio: 100 } }).reached, false)
  })

  it('is Markdown with aligned columns', () => {
    assert.equal(
      renderTable([HOT, START, MEMORY]),
      `
| row                  |   Isobar | yardstick |                           | ratio |      in rounds | p99 ms | yardstick's | goal              |         |
|----------------------|---------:|----------:|---------------------------|------:|---------------:|-------:|------------:|-------------------|---------|
| hot: current         | 47,500/s |  50,000/s | bare node:http            |  0.95 |   0.90 to 1.20 |   3.00 |        2.10 | ≥ 0.85, p99 ≤ 2 × | reached |
| start: after kill -9 | 1,300 ms |   65.0 ms | an empty node:http server | 0.050 | 0.050 to 0.050 |      – |           – | ≤ 1,200 ms        | missed  |
| memory: at rest      |   180 MB |         – |                           |     – |              – |      – |           – |                   |         |
`.trim(),
    )
  })

  it('has one line for a row that was just measured', () => {
    assert.equal(renderRow(MEMORY).replaceAll(/ +/g, ' '), 'memory: at rest 180 MB')
    assert.equal(
      renderRow(START).replaceAll(/ +/g, ' '),
      'start: after kill -9 1,300 ms, an empty node:http server 65.0 ms: 0.050 (≤ 1,200 ms: missed)',
    )
  })
})
