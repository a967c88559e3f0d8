import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatInstant, type HourlyPoint, NOTHING_MEASURED, toCell } from '@isobar/weather'
import type { CellBlend } from '../../../gateway/cell-blend.ts'
import type { CellEntry } from '../../../gateway/cell-entry.ts'
import { buildRecords, type ScopeRecord } from '../../../gateway/record.ts'
import { buildCellBlend } from '../../../gateway/testing/cell-blend.ts'
import { HOUR_MS } from '../../../time.ts'
import { buildBlendIssue } from './freezing.ts'
import { decodeFrozenHours } from './frozen-hours.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const CELL = toCell(52.52, 13.41)

/** Two days of hours with this chance of rain by their index. */
function fetched(source: string, chanceAt: (hour: number) => number | null, more: Partial<HourlyPoint> = {}): ScopeRecord[] {
  const hours = Array.from({ length: 48 }, (_, hour): HourlyPoint => ({
    ...NOTHING_MEASURED,
    condition: null,
    providerCode: null,
    feelsLike: null,
    isDay: null,
    time: formatInstant(NOW + hour * HOUR_MS),
    temperature: 12,
    precipitationProbability: chanceAt(hour),
    ...more,
  }))
  const scopes = { hourly: { available: true, points: hours }, extended: { available: true, hours, days: [] } }
  return buildRecords({ timezone: 'UTC', utcOffsetSeconds: 0, simulated: false, scopes }, source, NOW)
}

/** What is frozen of a fetch of the first source, beside a record of a second one. */
function freeze(base: readonly ScopeRecord[], blend: CellBlend | undefined) {
  const others = fetched('b', (hour) => (hour < 20 ? 0.2 : null)).filter(({ scope }) => scope === 'hourly')
  const records = Object.groupBy([...base, ...others], ({ scope }) => scope) as CellEntry['records']
  const issue =
    buildBlendIssue([CELL, base, { records, alerts: [], absentUntil: {}, ...(blend && { blend }) }]) ?? assert.fail('it has hours')
  assert.deepEqual(issue.sources, ['a', 'b'])
  const hours = decodeFrozenHours(issue.numbers, 2) ?? assert.fail('it can be read')
  return new Map(hours.map((hour) => [hour.offsetHours, hour]))
}

describe('a frozen issue', () => {
  const known = buildCellBlend({ a: 2, b: 0 }, {}, { a: [-1, 1], b: [0, 1] })
  const round = (value: number | null | undefined) => (value === null || value === undefined ? value : Math.round(value * 100) / 100)

  it('has what each source stated of rain, and what the blend issued, by the order of its own sources', () => {
    const hours = freeze(
      fetched('a', (hour) => (hour === 37 ? null : 0.5)),
      buildCellBlend({ b: 0, a: 2 }, {}, { a: [-1, 1], b: [0, 1] }),
    )
    const { stated, rain } = hours.get(13) ?? assert.fail()
    assert.deepEqual(
      [stated.map(round), rain?.chances.map(round)],
      [
        [0.5, 0.2],
        [0.27, 0.2],
      ],
    )
    // Half of each, on the logit scale: −1 and −1.386.
    assert.deepEqual([round(rain?.logit), round(rain?.chance)], [-1.19, 0.23])
    assert.deepEqual([hours.get(22)?.stated.map(round), round(hours.get(22)?.rain?.chance)], [[0.5, null], 0.27])
    const without = hours.get(37)
    assert.deepEqual([without?.stated.map(round), without?.rain, without?.issued === null], [[null, null], null, false])
  })

  it('has no chance of what is a longer step, nor one that the blend issued where it knows nothing of rain', () => {
    const steps = freeze(
      fetched('a', () => 0.5, { stepHours: 3 }),
      known,
    ).get(4)
    assert.deepEqual([steps?.stated.map(round), steps?.rain], [[null, 0.2], null])
    for (const blend of [undefined, buildCellBlend({ a: 2, b: 0 })]) {
      const hour = freeze(
        fetched('a', () => 0.5),
        blend,
      ).get(4)
      assert.deepEqual([hour?.stated.map(round), hour?.rain, hour?.issued === null], [[0.5, 0.2], null, blend === undefined])
    }
  })
})
