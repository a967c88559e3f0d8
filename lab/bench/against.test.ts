import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareRuns, withoutCounterpart } from './against.ts'
import type { Row } from './row.ts'

const sample = (value: number) => ({ value, p99Ms: null })

/** Rounds with these values of Isobar; the yardstick's value is always 100. */
function paired(values: readonly number[], changed: Partial<Row> = {}): Row {
  const rounds = values.map((value) => ({ isobar: sample(value), yardstick: sample(100) }))
  return { group: 'hot', name: 'current', unit: '/s', yardstick: 'bare node:http', goal: null, rounds, ...changed }
}

function alone(values: readonly number[], unit: Row['unit']): Row {
  const rounds = values.map((value) => ({ isobar: sample(value), yardstick: null }))
  return { group: 'memory', name: 'at rest', unit, yardstick: null, goal: null, rounds }
}

const verdict = (then: Row, now: Row) => compareRuns([then], [now]).map((each) => each.verdict)

describe('a bench against an earlier one', () => {
  it('says what got slower, and by how much', () => {
    const [comparison] = compareRuns([paired([90, 92, 91])], [paired([45, 46, 47])])
    assert.equal(comparison?.verdict, 'slower')
    assert.deepEqual(comparison.before, { middle: 0.91, least: 0.9, most: 0.92 })
    assert.deepEqual(comparison.now, { middle: 0.46, least: 0.45, most: 0.47 })
    assert.equal(comparison.speed, 0.46 / 0.91)
  })

  it('says what got faster', () => assert.deepEqual(verdict(paired([45, 46, 47]), paired([90, 92, 91])), ['faster']))

  it('treats what lies within the spreads of the rounds as noise', () => {
    assert.deepEqual(verdict(paired([80, 92, 91]), paired([78, 79, 77])), ['same'])
    assert.deepEqual(verdict(paired([90, 92, 91]), paired([60, 79, 88])), ['same'])
    // The same medians as above, from steadier rounds.
    assert.deepEqual(verdict(paired([90, 91, 92]), paired([78, 79, 79])), ['slower'])
  })

  it('compares ratios: a busier machine slows both sides down', () => {
    const busy = { rounds: [45, 46, 44].map((value) => ({ isobar: sample(value), yardstick: sample(50) })) }
    assert.deepEqual(verdict(paired([90, 92, 91]), paired([], busy)), ['same'])
  })

  it('takes less as better for milliseconds and megabytes', () => {
    assert.deepEqual(verdict(paired([200, 201, 202], { unit: 'ms' }), paired([300, 301, 302], { unit: 'ms' })), ['slower'])
    assert.deepEqual(verdict(alone([200, 201, 202], 'MB'), alone([300, 301, 302], 'MB')), ['slower'])
    assert.deepEqual(verdict(alone([300, 301, 302], 'ms'), alone([200, 201, 202], 'ms')), ['faster'])
    assert.equal(compareRuns([alone([100, 100, 100], 'ms')], [alone([200, 200, 200], 'ms')])[0]?.speed, 0.5)
  })

  it('judges nothing by one or two rounds', () => assert.deepEqual(verdict(paired([90, 91]), paired([10, 11, 12])), ['unknown']))

  it('compares only rows of the same kind', () => {
    const [then, now] = [[paired([90, 91, 92]), paired([1, 2, 3], { name: 'old' })], [paired([90, 91, 92], { yardstick: 'another' })]]
    assert.deepEqual(compareRuns(then, now), [])
    assert.deepEqual(withoutCounterpart(then, now), then)
    assert.deepEqual(withoutCounterpart(now, now), [])
  })
})
