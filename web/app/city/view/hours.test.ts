import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EN } from '../testing/teller.ts'
import { buildTestHourly, NOW } from '../testing/weather.ts'
import { buildHoursView } from './hours.ts'

/** Ten in the morning in Berlin. */
const TEN = '2026-11-21T09:00:00Z'
const view = (count: number, of: (index: number) => Parameters<typeof buildTestHourly>[1][number] = () => ({})) =>
  buildHoursView(
    buildTestHourly(
      TEN,
      Array.from({ length: count }, (_, index) => of(index)),
    ),
    EN,
  )

describe('the next hours', () => {
  it('are nothing when none are left', () => assert.equal(view(0), null))

  it('are 24 in the chart', () => {
    assert.deepEqual(view(60)?.days, [
      [0, 'Sat 21 Nov'],
      [406, 'Sun 22 Nov'],
    ])
  })

  it('have no name of a day that begins where the chart ends', () => {
    const midnight = buildTestHourly(
      '2026-11-20T23:00:00Z',
      Array.from({ length: 48 }, () => ({})),
    )
    assert.deepEqual(buildHoursView(midnight, EN)?.days, [[0, 'Sat 21 Nov']])
  })

  it('have a label every second hour, from an even one on', () => {
    const times = (count: number) => view(count)?.labels.map(({ time, x }) => [time, x])
    assert.deepEqual(times(5), [
      ['10:00', 14.5],
      ['12:00', 72.5],
      ['14:00', 130.5],
    ])
    assert.equal(view(60)?.labels.length, 12)
  })

  it('have in a label the higher chance of its two hours, from 20 % on', () => {
    const chances = { 1: 0.2, 2: 0.5, 3: 0.3, 4: 0.19, 7: null } as Readonly<Record<number, number | null>>
    const labels = view(10, (index) => ({ precipitationProbability: chances[index] ?? null }))?.labels
    assert.deepEqual(
      labels?.map(({ chance }) => chance),
      ['20%', '50%', null, null, null],
    )
  })

  it('have wind to where it blows, and a dash where it is unknown', () => {
    const winds = [{ windSpeed: 12.4, windDirection: 90.4 }, {}, { windSpeed: 0, windDirection: 270 }]
    const labels = view(3, (index) => winds[index] ?? {})?.labels
    assert.deepEqual(
      labels?.map(({ wind, windTo }) => [wind, windTo]),
      [
        ['12', 270],
        ['0', 90],
      ],
    )
    assert.deepEqual(
      view(1)?.labels.map(({ wind, windTo }) => [wind, windTo]),
      [['–', null]],
    )
  })

  it('leave out the name of a day that the next one’s would overlap', () => {
    const late = (from: string) =>
      buildHoursView(
        buildTestHourly(
          from,
          Array.from({ length: 24 }, () => ({})),
        ),
        EN,
      )?.days.map(([, name]) => name)
    assert.deepEqual(late('2026-11-21T19:00:00Z'), ['Sat 21 Nov', 'Sun 22 Nov'])
    assert.deepEqual(late('2026-11-21T20:00:00Z'), ['', 'Sun 22 Nov'])
  })
})

describe('hours', () => {
  it('are labelled at every second local hour', () => {
    const hours = buildHoursView(
      buildTestHourly(
        '2026-11-21T09:00:00Z',
        Array.from({ length: 12 }, (_, t) => ({ temperature: t })),
      ),
      EN,
    )
    assert.deepEqual(
      hours?.labels.map(({ time }) => time),
      ['10:00', '12:00', '14:00', '16:00', '18:00', '20:00'],
    )
  })

  it('name a day if there is room for the name', () => {
    const names = (from: string, count: number) => {
      const hours = Array.from({ length: count }, () => ({ temperature: 1 }))
      const now = Date.parse(from)
      return buildHoursView(buildTestHourly(from, hours), { ...EN, now })?.days.map(([, name]) => name !== '')
    }
    assert.deepEqual(names('2026-11-21T21:00:00Z', 48), [false, true])
    assert.deepEqual(names('2026-11-21T19:00:00Z', 31), [true, true])
    assert.deepEqual(names('2026-11-21T01:00:00Z', 48), [true, false], 'an hour of the second day is drawn')
  })

  it('are null if none is known', () => {
    assert.equal(buildHoursView(buildTestHourly(NOW, []), EN), null)
  })
})
