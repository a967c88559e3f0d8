import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type ClimateDay, getDayOfYear, DAYS_OF_YEAR, toMonthDay, computeNormals } from './normals.ts'

/** The days of some years, each made from its index in the year. */
function record(of: (index: number, year: number) => Partial<ClimateDay>, years = 30): ClimateDay[] {
  const days: ClimateDay[] = []
  for (let at = Date.UTC(1991, 0, 1); at < Date.UTC(1991 + years, 0, 1); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10)
    days.push({ date, temperatureMin: 0, temperatureMax: 10, precipitation: 1, ...of(getDayOfYear(date), Number(date.slice(0, 4))) })
  }
  return days
}

describe('normals', () => {
  it('are means over the days within a week, of all years', () => {
    // One warm day a year: a fifteenth of it in each window that has it, at the turn of the year, too.
    const normals = computeNormals(record((index) => ({ temperatureMax: index === 2 ? 25 : 10 })))
    const high = (day: string) => normals?.temperatureMax[getDayOfYear(`2026-${day}`)]
    assert.deepEqual([high('01-03'), high('01-10'), high('01-11'), high('12-27'), high('12-26')], [11, 11, 10, 11, 10])
  })

  it('state the limits of the tenths', () => {
    const normals = computeNormals(record((_, year) => ({ temperatureMin: year - 1991, temperatureMax: year - 1991 + 10 })))
    assert.deepEqual(
      [normals?.temperatureMinTenth[100], normals?.temperatureMin[100], normals?.temperatureMaxTenth[100]],
      [2.9, 14.5, 36.1],
    )
  })

  it('have the 29th of February, which only some years have', () => {
    const normals = computeNormals(record((index) => ({ precipitation: index === 59 ? 15 : 0 })))
    // Of 15 days in 30 years, eight are a 29 February.
    assert.equal(normals?.precipitation[59], Number(((15 * 8) / (14 * 30 + 8)).toFixed(1)))
    assert.equal(normals?.precipitation.length, DAYS_OF_YEAR)
  })

  it('are not known if a tenth of the days around any day is missing', () => {
    assert.notEqual(computeNormals(record((index, year) => (index === 200 && year < 2000 ? { temperatureMin: null } : {}))), null)
    assert.equal(
      computeNormals(record((index, year) => (index >= 200 && index < 216 && year < 1995 ? { temperatureMin: null } : {}))),
      null,
    )
    assert.equal(computeNormals([]), null)
  })

  it('lie within the values that they are of', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -400, max: 400 }), { minLength: 7, maxLength: 7 }), (tenths) => {
        const [low, high] = [Math.min(...tenths) / 10, Math.max(...tenths) / 10]
        const normals = computeNormals(
          record((index) => ({ temperatureMin: (tenths[index % 7] ?? 0) / 10, temperatureMax: (tenths[index % 7] ?? 0) / 10 }), 2),
        )
        for (const name of ['temperatureMin', 'temperatureMax', 'temperatureMinTenth', 'temperatureMaxTenth'] as const)
          assert.ok(
            normals?.[name].every((value) => value >= low - 0.05 && value <= high + 0.05),
            name,
          )
      }),
      { numRuns: 20 },
    )
  })
})

it('each day of a leap year has an index, in order', () => {
  assert.deepEqual(['2025-01-01', '2024-02-29', '2025-03-01', '1999-12-31'].map(getDayOfYear), [0, 59, 60, 365])
  for (let index = 0; index < DAYS_OF_YEAR; index++) assert.equal(getDayOfYear(`2026-${toMonthDay(index)}`), index)
})
