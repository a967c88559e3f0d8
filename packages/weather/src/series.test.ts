import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isThorough } from '../../../test/helpers/thorough.ts'
import { EMPTY_DAY } from './days-from-spans.ts'
import { formatInstant, parseInstant } from './instant.ts'
import { NOTHING_MEASURED } from './measurements.ts'
import type { HourlyPoint } from './model.ts'
import {
  findEndOfStep,
  isHour,
  joinDays,
  joinHours,
  MAX_HOURS,
  findExtent,
  selectShownHours,
  splitSeries,
  findStartOfHour,
  withFormerHours,
} from './series.ts'
import { HOUR_MS } from './time.ts'

const NOW = Date.parse('2026-07-01T12:34:00Z')
const START = findStartOfHour(NOW)

function hourAt(index: number, temperature: number | null = 20, stepHours = 1): HourlyPoint {
  const step = stepHours === 1 ? {} : { stepHours }
  const time = formatInstant(START + index * HOUR_MS)
  return {
    time,
    ...step,
    ...NOTHING_MEASURED,
    condition: null,
    providerCode: null,
    temperature,
    feelsLike: null,
    precipitationProbability: null,
    isDay: null,
  }
}
const hours = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => hourAt(from + index))
const indexOf = ({ time }: HourlyPoint) => (parseInstant(time) - START) / HOUR_MS

/** A source's series: some hours from a first one on, with holes and temperatures missing, then perhaps steps of six hours. */
const sources = fc.array(
  fc
    .record({
      first: fc.integer({ min: -25, max: 3 }),
      hours: fc.integer({ min: 0, max: 400 }),
      holes: fc.array(fc.integer({ min: -25, max: 400 }), { maxLength: 6 }),
      unknown: fc.array(fc.integer({ min: -25, max: 400 }), { maxLength: 6 }),
      steps: fc.integer({ min: 0, max: 40 }),
    })
    .map(({ first, hours: count, holes, unknown, steps }) => {
      const ofHours = hours(first, first + count).filter((hour) => !holes.includes(indexOf(hour)))
      const known = ofHours.map((hour) => (unknown.includes(indexOf(hour)) ? { ...hour, temperature: null } : hour))
      return [...known, ...Array.from({ length: steps }, (_, index) => hourAt(first + count + index * 6, 20, 6))]
    }),
  { minLength: 1, maxLength: 4 },
)

/** The hours that a list covers, by a model that goes hour by hour and knows nothing of points. */
function modelOf(lists: readonly (readonly HourlyPoint[])[]): ReadonlyMap<number, { readonly list: number; readonly isKnown: boolean }> {
  const covered = new Map<number, { list: number; isKnown: boolean }>()
  for (const isKnown of [true, false]) {
    for (const [list, points] of lists.entries()) {
      for (const point of points) {
        if ((point.temperature !== null) !== isKnown) continue
        const all = Array.from({ length: point.stepHours ?? 1 }, (_, index) => indexOf(point) + index)
        if (all.every((hour) => !covered.has(hour))) for (const hour of all) covered.set(hour, { list, isKnown })
      }
    }
  }
  return covered
}

describe('a series joined of several sources', () => {
  it('is strictly in order, has one source in each hour, and every hour that a source has', () => {
    fc.assert(
      fc.property(sources, (lists) => {
        const { points, parts } = joinHours(lists)
        for (const [index, point] of points.entries()) {
          const next = points[index + 1]
          if (next !== undefined) assert.ok(findEndOfStep(point) <= parseInstant(next.time), `${point.time} and ${next.time}`)
        }
        const model = modelOf(lists)
        const covered = points.flatMap((point) =>
          Array.from({ length: point.stepHours ?? 1 }, (_, index) => [indexOf(point) + index, point] as const),
        )
        assert.equal(covered.length, model.size)
        for (const [hour, point] of covered) {
          const { list, isKnown } = model.get(hour) ?? assert.fail(`nobody has ${hour}`)
          assert.ok(lists[list]?.includes(point))
          assert.equal(point.temperature !== null, isKnown)
        }
        for (const hour of lists.flat().filter(isHour)) assert.ok(model.has(indexOf(hour)))
        const inParts = points.filter((point) => parts.some(({ first, last }) => point.time >= first.time && point.time <= last.time))
        assert.equal(inParts.length, points.length)
        for (const { index, first, last } of parts) assert.ok(lists[index]?.includes(first) && lists[index].includes(last))
      }),
      { numRuns: isThorough ? 1_000 : 100 },
    )
  })

  it('shows as many hours as are asked for and the sources have', () => {
    const wholeHours = sources.map((lists) => lists.map((points) => points.filter(isHour)))
    fc.assert(
      fc.property(wholeHours, fc.integer({ min: 1, max: MAX_HOURS }), (lists, asked) => {
        const coming = joinHours(lists).points.filter((hour) => findEndOfStep(hour) > NOW)
        const known = new Set(
          lists
            .flat()
            .filter((hour) => findEndOfStep(hour) > NOW && indexOf(hour) < asked)
            .map(indexOf),
        )
        assert.equal(selectShownHours(coming, NOW, asked).length, known.size)
      }),
      { numRuns: isThorough ? 1_000 : 100 },
    )
  })

  it('takes the next source where the first one ends, not where it has longer steps', () => {
    const first = [...hours(0, 58), hourAt(58, 5, 6), hourAt(64, 5, 6)]
    const { parts } = joinHours([first, hours(-12, 100)])
    assert.deepEqual(
      parts.map(({ index, first: from, last }) => [index, indexOf(from), indexOf(last)]),
      [
        [1, -12, -1],
        [0, 0, 64],
        [1, 70, 99],
      ],
    )
  })

  it('has each day once, whatever its start', () => {
    const day = (date: string, temperatureMax: number) => ({ ...EMPTY_DAY, date, time: `${date}T04:00:00Z`, temperatureMax })
    const { points, parts } = joinDays([
      [day('2026-07-01', 1), day('2026-07-02', 1)],
      [day('2026-07-02', 2), day('2026-07-03', 2)],
    ])
    assert.deepEqual(
      points.map(({ date, temperatureMax }) => [date, temperatureMax]),
      [
        ['2026-07-01', 1],
        ['2026-07-02', 1],
        ['2026-07-03', 2],
      ],
    )
    assert.deepEqual(
      parts.map(({ index }) => index),
      [0, 1],
    )
  })
})

describe('what a source sent', () => {
  const sent = { available: true, points: [...hours(-40, 60), hourAt(60, 5, 6), hourAt(66, 5, 6)] }

  it('is divided into the usual hours and all of them, without those of the day before yesterday', () => {
    const { hourly, extended } = splitSeries(sent, undefined, NOW)
    assert.deepEqual([hourly?.points.map(indexOf).at(0), hourly?.points.map(indexOf).at(-1)], [0, 49])
    assert.deepEqual([extended?.hours.map(indexOf).at(0), extended?.hours.map(indexOf).at(-1)], [-25, 66])
    assert.deepEqual(findExtent(extended ?? assert.fail()), { hours: START + 60 * HOUR_MS, steps: START + 72 * HOUR_MS, days: 0 })
  })

  it('never makes an hour of a longer step', () => {
    const { hourly } = splitSeries({ available: true, points: [hourAt(0, 5, 6), hourAt(6, 5, 6)] }, undefined, NOW)
    assert.deepEqual(hourly, { available: false, points: [] })
  })

  it('keeps the hours of today that were fetched before and have passed', () => {
    const next = { available: true, hours: hours(0, 50), days: [] }
    const former = { available: true, hours: hours(-60, 40), days: [] }
    assert.deepEqual(withFormerHours(next, former, NOW).hours.map(indexOf), hours(-25, 50).map(indexOf))
    assert.equal(withFormerHours(next, { ...former, hours: hours(3, 50) }, NOW), next)
  })
})
