import assert from 'node:assert/strict'
import { it } from 'node:test'
import { computeCosts } from './costs.ts'
import type { SourceUsage } from './sources.ts'

const source = (id: string, ...costs: number[]): SourceUsage =>
  ({ id, name: id.toUpperCase(), days: costs.map((cost, index) => ({ day: `2026-11-0${index + 1}`, cost })) }) as unknown as SourceUsage

it('the dearest providers come first, those without cost are left out', () => {
  const { series, days } = computeCosts([source('a', 1, 0), source('b', 0, 0), source('c', 2, 2.5)])
  assert.deepEqual(series, [
    { name: 'c', label: 'C' },
    { name: 'a', label: 'A' },
  ])
  assert.deepEqual(days, [
    { day: '2026-11-01', costs: { c: 2, a: 1 } },
    { day: '2026-11-02', costs: { c: 2.5, a: 0 } },
  ])
})

it('five stand for themselves, of six the two cheapest are one', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => source(`p${index}`, index + 1, 1))
  assert.deepEqual(
    computeCosts(many(5)).series.map(({ name }) => name),
    ['p4', 'p3', 'p2', 'p1', 'p0'],
  )
  const { series, days } = computeCosts(many(6))
  assert.deepEqual(
    series.map(({ label }) => label),
    ['P5', 'P4', 'P3', 'P2', '2 others'],
  )
  assert.deepEqual(days[0]?.costs, { p5: 6, p4: 5, p3: 4, p2: 3, others: 3 })
  assert.deepEqual(computeCosts([]), { series: [], days: [] })
})
