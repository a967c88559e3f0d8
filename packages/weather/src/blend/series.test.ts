import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { EMPTY_DAY } from '../days-from-spans.ts'
import { NOTHING_MEASURED } from '../measurements.ts'
import type { DailyPoint, HourlyPoint } from '../model.ts'
import { HOUR_MS } from '../time.ts'
import { groupHoursByDay, agreeWithHours } from '../whole-day.ts'
import { addDayChanges } from './days.ts'
import { createWholeMemory } from './place-memory-code.ts'
import { type BlendSource, computePlaceCoefficients, learnPlaceQuantity } from './place.ts'
import { blendTemperatures, addHourShifts, USABLE_HOURS } from './series.ts'

const START = Date.parse('2026-06-01T00:00:00Z')
const ZONE = 'Europe/Berlin'
const SOURCES: readonly BlendSource[] = ['one', 'two'].map((id) => ({ id, family: id, rain: 'amount' }))

const timeAt = (hour: number) => `${new Date(START + hour * HOUR_MS).toISOString().slice(0, 19)}Z`
const hourAt = (hour: number, temperature: number | null, more: Partial<HourlyPoint> = {}): HourlyPoint => ({
  ...NOTHING_MEASURED,
  condition: null,
  providerCode: null,
  feelsLike: null,
  precipitationProbability: null,
  isDay: null,
  time: timeAt(hour),
  temperature,
  ...more,
})
const shiftBy = (added: number) => ({ added, below: null, above: null })
const inputOf = (source: string, temperatures: readonly (number | null)[], ageHours = 0) => ({
  source,
  issuedAt: START - ageHours * HOUR_MS,
  hours: temperatures.map((each, hour) => hourAt(hour, each)),
})

/** Of the first source it is known that it is two too high, of the second that it is right. */
const coefficients = (() => {
  const place = createWholeMemory(SOURCES)
  for (let day = 0; day < 60; day += 1) {
    for (const leadHours of [3, 12, 36, 60, 96, 150]) {
      for (let hourClass = 0; hourClass < 8; hourClass += 1) {
        const [a, b] = [Math.sin(day * 7 + hourClass), Math.cos(day * 3 + hourClass)]
        const truth = 10 + 8 * Math.sin(day)
        const corrected = [truth + a, truth + b]
        const issued = { value: truth + a / 2 + b / 2, sigma: 1, corrected, disagreement: 0.2, confidence: 1 }
        const forecasts = [truth + 2 + a, truth + b]
        learnPlaceQuantity(place, 'temperature', leadHours, { day: 20_000 + day, hourClass, forecasts, truth, issued })
      }
    }
  }
  return computePlaceCoefficients(place, [], 20_060)
})()
const blend = (base: ReturnType<typeof inputOf>, others: readonly ReturnType<typeof inputOf>[] = []) =>
  blendTemperatures(coefficients, base, others, ZONE)

describe('blended temperatures', () => {
  const twenty = Array.from({ length: 60 }, () => 12)

  it('are the base’s less what it is usually wrong by, where no other has any', () => {
    for (const { blended, raw, shift } of blend(inputOf('one', twenty))) {
      assert.ok(Math.abs(blended.value - 10) < 0.5, `${blended.value}`)
      assert.ok(Math.abs(shift.added + 2) < 0.5)
      assert.ok(shift.below !== null && shift.below > 0 && shift.above !== null && shift.above > 0)
      assert.deepEqual(
        [raw, blended.weights],
        [
          [12, null],
          [1, 0],
        ],
      )
    }
  })

  it('are none where the base has none, and nothing if it is unknown', () => {
    assert.deepEqual(blend(inputOf('other', twenty)), [])
    assert.equal(blend(inputOf('one', twenty.with(5, null as never))).length, twenty.length - 1)
  })

  it('change without a jump where another source ends, and as it grows old', () => {
    const ending = blend(inputOf('one', twenty), [
      inputOf(
        'two',
        Array.from({ length: 30 }, () => 8),
      ),
    ])
    const values = ending.map(({ blended }) => blended.value)
    assert.ok((values[10] ?? NaN) < 9.5 && (values[40] ?? NaN) > 9.5, 'the second counts until it ends')
    for (const [index, value] of values.entries()) assert.ok(Math.abs(value - (values[index - 1] ?? value)) < 0.3, `hour ${index}`)
    const byAge = Array.from({ length: 70 }, (_, tenth) => {
      const [first] = blend(inputOf('one', twenty), [
        inputOf(
          'two',
          Array.from({ length: 60 }, () => 8),
          tenth / 10,
        ),
      ]).slice(20)
      return first?.blended.value ?? NaN
    })
    for (const [index, value] of byAge.entries()) assert.ok(Math.abs(value - (byAge[index - 1] ?? value)) < 0.1, `age ${index / 10} h`)
    const alone = blend(inputOf('one', twenty))[20]?.blended.value
    assert.equal(byAge[USABLE_HOURS * 10], alone)
  })

  it('do not depend on when they are looked at: an hour that began before the issue has no lead', () => {
    const base = { ...inputOf('one', twenty), issuedAt: START + 2 * HOUR_MS }
    assert.deepEqual(
      blend(base)
        .slice(0, 4)
        .map(({ leadHours }) => leadHours),
      [0, 0, 0, 1],
    )
  })
})

describe('hours with blended temperatures', () => {
  it('have the humidity and the felt temperature of what is shown, and nothing that it contradicts', () => {
    const [hour] = addHourShifts(
      [hourAt(0, 10, { dewPoint: 9, humidity: 94, windSpeed: 2, feelsLike: 4 })],
      new Map([[timeAt(0), { added: -3.04, below: 1.2, above: 1.55 }]]),
    )
    assert.deepEqual([hour?.temperature, hour?.dewPoint, hour?.humidity, hour?.feelsLike], [7, 7, 100, 4.9])
    assert.deepEqual([hour?.temperatureLow, hour?.temperatureHigh], [5.8, 8.6])
  })

  it('stay the same objects where nothing is known', () => {
    const hours = [hourAt(0, 10), hourAt(1, null)]
    assert.deepEqual(
      addHourShifts(hours, new Map([[timeAt(1), shiftBy(3)]])).map((each, index) => each === hours[index]),
      [true, true],
    )
  })
})

describe('days of blended hours', () => {
  const temperature = fc.integer({ min: -300, max: 400 }).map((tenths) => tenths / 10)
  const dayOf = (date: string, low: number, high: number): DailyPoint => ({
    ...EMPTY_DAY,
    date,
    time: timeAt(0),
    temperatureMin: low,
    temperatureMax: high,
    temperatureDay: (low + high) / 2,
  })

  it('have their highs and lows: no hour passes them, and they are reached where they were', () => {
    fc.assert(
      fc.property(
        fc.array(temperature, { minLength: 72, maxLength: 72 }),
        fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 72, maxLength: 72 }),
        fc.nat(20),
        (temperatures, shifts, beyond) => {
          const hours = temperatures.map((each, hour) => hourAt(hour, each))
          const points = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-05'].map((date) => dayOf(date, 0, 0))
          const raw = agreeWithHours({ available: true, points }, groupHoursByDay(hours, ZONE)).data.points
          const wider = raw.map((day) => ({ ...day, temperatureMax: (day.temperatureMax ?? 0) + beyond / 10 }))
          const blended = addHourShifts(hours, new Map(shifts.map((each, hour) => [timeAt(hour), shiftBy(each / 10)])))
          const days = addDayChanges(wider, hours, blended, ZONE)
          const agreed = agreeWithHours({ available: true, points: days }, groupHoursByDay(blended, ZONE))
          assert.deepEqual(
            agreed.data.points.map(({ temperatureMin, temperatureMax }) => [temperatureMin, temperatureMax]),
            days.map(({ temperatureMin, temperatureMax }) => [temperatureMin, temperatureMax]),
          )
          for (const { temperatureMin: low, temperatureMax: high, temperatureDay: middle } of days)
            assert.ok((low ?? NaN) <= (middle ?? NaN) && (middle ?? NaN) <= (high ?? NaN))
          assert.equal(days[3], wider[3], 'a day without hours stays')
        },
      ),
    )
  })
})
