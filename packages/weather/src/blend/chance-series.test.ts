import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { dropContradictions } from '../contradictions.ts'
import { EMPTY_DAY } from '../days-from-spans.ts'
import { NOTHING_MEASURED } from '../measurements.ts'
import type { DailyPoint, HourlyPoint } from '../model.ts'
import { HOUR_MS } from '../time.ts'
import { agreeWithHours, groupHoursByDay } from '../whole-day.ts'
import { addHourChances, blendHourlyChances, roundChance } from './chance-series.ts'
import { addDayChanges } from './days.ts'
import { createWholeMemory, fillRainBands } from './place-memory-code.ts'
import { type BlendSource, computePlaceCoefficients, learnPlaceEvent } from './place.ts'
import { createRandom } from './testing/synthetic.ts'

const START = Date.parse('2026-06-01T00:00:00Z')
const ZONE = 'Europe/Berlin'
const SOURCES: readonly BlendSource[] = ['one', 'two'].map((id) => ({ id, family: id, rain: 'probability' }))

const timeAt = (hour: number) => `${new Date(START + hour * HOUR_MS).toISOString().slice(0, 19)}Z`
const hourAt = (hour: number, chance: number | null, more: Partial<HourlyPoint> = {}): HourlyPoint => ({
  ...NOTHING_MEASURED,
  condition: null,
  providerCode: null,
  feelsLike: null,
  isDay: null,
  time: timeAt(hour),
  temperature: 10,
  precipitationProbability: chance,
  ...more,
})
const inputOf = (source: string, chances: readonly (number | null)[], ageHours = 0) => ({
  source,
  issuedAt: START - ageHours * HOUR_MS,
  hours: chances.map((each, hour) => hourAt(hour, each)),
})

/** The first source states twice the chance that there is, the second what it is. */
const coefficients = (() => {
  const place = createWholeMemory(SOURCES)
  const { uniform } = createRandom(7)
  fillRainBands(place)
  for (let time = 0; time < 800; time += 1) {
    for (const leadHours of [3, 12, 36, 60, 96, 150]) {
      const chance = uniform() / 2
      const issued = { logit: Math.log(chance / (1 - chance)), chances: [chance, chance] }
      const forecasts = [2 * chance, chance]
      learnPlaceEvent(place, 'hourOfRain', leadHours, { day: 20_000, forecasts, happened: uniform() < chance, amount: null, issued })
    }
  }
  return computePlaceCoefficients(place, [], 20_001)
})()
const blend = (base: ReturnType<typeof inputOf>, others: readonly ReturnType<typeof inputOf>[] = []) =>
  blendHourlyChances(coefficients, base, others)

describe('blended chances of rain', () => {
  const sixty = Array.from({ length: 60 }, () => 0.6)

  it('are what the base’s mean where no other has any', () => {
    for (const { blended, stated } of blend(inputOf('one', sixty))) {
      assert.ok(Math.abs(blended.chance - 0.3) < 0.07, `${blended.chance}`)
      assert.deepEqual(stated, [0.6, null])
      assert.deepEqual(blended.weights, [1, 0])
    }
  })

  it('are none where the base states none, of longer steps, or where nothing is known of it or of rain', () => {
    assert.deepEqual(blend(inputOf('other', sixty)), [])
    assert.deepEqual(blendHourlyChances(computePlaceCoefficients(createWholeMemory(SOURCES), [], 1), inputOf('one', sixty), []), [])
    const base = inputOf('one', sixty.with(5, null as never))
    const hours = base.hours.map((hour, at) => (at < 50 ? hour : { ...hour, stepHours: 3 }))
    const times = blend({ ...base, hours }, [inputOf('two', sixty)]).map(({ time }) => time)
    assert.deepEqual(times, [...sixty.keys()].filter((hour) => hour !== 5 && hour < 50).map(timeAt))
  })

  it('change without a jump where another’s chances end before its temperatures', () => {
    const ending = blend(inputOf('one', sixty), [
      inputOf('two', [...Array.from({ length: 30 }, () => 0.05), ...Array.from({ length: 30 }, () => null)]),
    ])
    const values = ending.map(({ blended }) => blended.chance)
    assert.ok((values[10] ?? NaN) < 0.2 && (values[40] ?? NaN) > 0.2, 'the second counts until it ends')
    for (const [index, value] of values.slice(0, 48).entries())
      assert.ok(index === 7 || index === 25 || Math.abs(value - (values[index - 1] ?? value)) < 0.08, `hour ${index}`)
  })
})

describe('an hour’s chance as it is shown', () => {
  it('is in hundredths, never certain, and agrees with the amount', () => {
    assert.deepEqual(
      [0.2749, 0.005, 0.006, 0.995, 0.994].map((chance) => roundChance(chance, null)),
      [0.27, 0, 0.01, 0.99, 0.99],
    )
    assert.deepEqual([roundChance(0.005, 0.1), roundChance(0.005, 0.05), roundChance(0.995, 0)], [0.01, 0, 0.99])
  })

  it('stays unknown where it is, and that of a longer step as it came', () => {
    const hours = [hourAt(0, null), hourAt(1, 0.5, { stepHours: 3 }), hourAt(2, 0.5)]
    const after = addHourChances(hours, new Map(hours.map(({ time }) => [time, 0.2])))
    assert.deepEqual(
      after.map(({ precipitationProbability }) => precipitationProbability),
      [null, 0.5, 0.2],
    )
    assert.deepEqual([after[0] === hours[0], after[1] === hours[1]], [true, true])
  })
})

describe('days of blended chances', () => {
  const share = fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100)
  const aChance = fc.option(share, { nil: null })
  const anAmount = fc.option(fc.constantFrom(0, 0, 0.05, 0.1, 3), { nil: null })
  const dayOf = (date: string, more: Partial<DailyPoint> = {}): DailyPoint => ({ ...EMPTY_DAY, date, time: timeAt(0), ...more })
  /** A point without a chance that its amount rules out, as every record is. */
  const agreeing = <P extends HourlyPoint | DailyPoint>(point: P): P => dropContradictions(point, () => undefined)
  const isBroken = (point: HourlyPoint | DailyPoint): boolean => agreeing(point).precipitationProbability !== point.precipitationProbability

  it('are never below their hours, break no rule, and stay where nothing is known', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(aChance, anAmount), { minLength: 72, maxLength: 72 }),
        fc.array(fc.double({ min: 0.005, max: 0.995, noNaN: true }), { minLength: 72, maxLength: 72 }),
        fc.array(fc.tuple(aChance, anAmount), { minLength: 4, maxLength: 4 }),
        (points, chances, ofDays) => {
          const hours = points.map(([chance, precipitation], hour) => agreeing(hourAt(hour, chance, { precipitation })))
          const stated = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-05'].map((date, at) => {
            const [precipitationProbability = null, precipitation = null] = ofDays[at] ?? []
            return dayOf(date, { precipitationProbability, precipitation })
          })
          const raw = agreeWithHours({ available: true, points: stated }, groupHoursByDay(hours, ZONE)).data.points.map(agreeing)
          const after = addHourChances(hours, new Map(chances.map((each, hour) => [timeAt(hour), each])))
          const days = addDayChanges(raw, hours, after, ZONE)
          assert.deepEqual(after.filter(isBroken), [])
          for (const [at, day] of days.entries()) {
            const own = after.filter(({ time }) => toDate(time) === day.date).flatMap((hour) => hour.precipitationProbability ?? [])
            if (day.precipitationProbability === null || own.length === 0) {
              assert.equal(day, raw[at])
              continue
            }
            assert.ok(day.precipitationProbability >= Math.max(...own), `${day.precipitationProbability} ${own}`)
            assert.equal(isBroken(day), false, JSON.stringify(day))
          }
        },
      ),
    )
  })

  it('move with their highest hour, on the logit scale', () => {
    const [before, after] = [0.5, 0.2].map((chance) => [hourAt(30, 0.1), hourAt(31, chance)])
    const move = (own: number) =>
      addDayChanges([dayOf('2026-06-02', { precipitationProbability: own })], before ?? [], after ?? [], ZONE)[0]?.precipitationProbability
    assert.deepEqual([move(0.5), move(0.8), move(1)], [0.2, 0.5, 0.98])
  })
})

function toDate(time: string): string {
  return new Date(Date.parse(time) + 2 * HOUR_MS).toISOString().slice(0, 10)
}
