import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AMOUNT_CASES } from '../../../../../../test/helpers/amount-cases.ts'
import type { DigestDay } from './data.ts'
import { measures, replaceNoBreakSpaces, buildTestWeek, words } from './testing/week.ts'
import { buildDigestDayRows } from './week.ts'

describe('the precipitation of a day', () => {
  for (const { name, scopes, amount } of AMOUNT_CASES)
    it(name, () => {
      const mailed = buildDigestDayRows(scopes.daily?.points ?? [], words, measures)[0]?.precipitation ?? null
      const isSnow = (scopes.daily?.points[0]?.snow ?? 0) > 0
      const shown = amount === null ? null : `${amount === 0 ? '0' : '1.5'} mm`
      const water = mailed?.replaceAll(/[\u00a0\u202f]/g, ' ').replace(/^about \d+ cm \((.*) as water\)$/, isSnow ? '$1' : '') ?? null
      assert.equal(water, shown)
    })
})

describe('the table', () => {
  it('scales bars to the week', () => {
    const rows = buildDigestDayRows(
      buildTestWeek({ temperatureMin: 0, temperatureMax: 10 }, { temperatureMin: 5, temperatureMax: 5 }, {}),
      words,
      measures,
    )
    assert.deepEqual(
      rows.map((row) => row.bar && [row.bar.left, row.bar.width, row.bar.right]),
      [[0, 100, 0], [50, 6, 44], null],
    )
  })

  it('has a colour for each range of temperatures, from its lower bound on', () => {
    const colorOf = (celsius: number) =>
      buildDigestDayRows(buildTestWeek({ temperatureMin: celsius, temperatureMax: celsius }), words, measures)[0]?.bar?.color
    const bounds = [-10, 0, 8, 16, 23, 30]
    const colors = bounds.map((bound) => [colorOf(bound - 0.1), colorOf(bound)])
    assert.equal(new Set(colors.flat()).size, bounds.length + 1)
    for (const [index, [, above]] of colors.entries()) assert.equal(above, colors[index + 1]?.[0] ?? above)
  })

  it('fills the scale if all days are alike, and has no bar for impossible values', () => {
    const of = (day: Partial<DigestDay>): object | null => buildDigestDayRows(buildTestWeek(day), words, measures)[0]?.bar ?? null
    assert.deepEqual(of({ temperatureMin: 4, temperatureMax: 4 }), { left: 0, width: 100, right: 0, color: '#2b9db8' })
    assert.equal(of({ temperatureMin: 4, temperatureMax: 3 }), null)
  })

  it('adds up to a hundred percent for any week', () => {
    for (let low = -40; low <= 40; low += 7) {
      for (const row of buildDigestDayRows(
        buildTestWeek({ temperatureMin: low, temperatureMax: 41 }, { temperatureMin: 41, temperatureMax: 41 }),
        words,
        measures,
      )) {
        const { left, width, right } = row.bar as { left: number; width: number; right: number }
        assert.equal(left + width + right, 100)
        assert.ok(left >= 0 && width > 0 && right >= 0)
      }
    }
  })

  it('says in one line what is known, or that nothing is', () => {
    const lines = buildDigestDayRows(
      buildTestWeek(
        { temperatureMin: 1, temperatureMax: 4, condition: 'snow', precipitation: 2, precipitationProbability: 0.8, windGust: 13.9 },
        { temperatureMax: 4, windGust: 13.8 },
        { precipitationProbability: 0.2 },
        {},
      ),
      words,
      measures,
    ).map((row) => replaceNoBreakSpaces(row.line))
    assert.deepEqual(lines, [
      'Mon 23 Nov: 1 °C to 4 °C, Snow, 2 mm (80%), gusts to 50 km/h',
      'Tue 24 Nov: 4 °C',
      'Wed 25 Nov: rain or snow 20%',
      'Thu 26 Nov: no data',
    ])
  })
})
