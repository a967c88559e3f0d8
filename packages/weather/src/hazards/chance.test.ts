import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { DailyPoint, HourlyPoint } from '../model.ts'
import { HOUR_MS } from '../time.ts'
import { type Forecast, type ForecastQuestion, hasHazardData, listForecastHazards } from './forecast.ts'
import { CHANCE, type Hazard, HAZARDS, isPrecipitationHazard } from './hazard.ts'
import { mergePreferences } from './preference-merge.ts'
import { parsePreferences } from './preference-problems.ts'
import { completePreferences } from './preferences.ts'
import { buildTestDays, buildTestHours } from './testing/points.ts'

const MIDNIGHT = Date.parse('2026-07-01T00:00:00Z')
const COMING_WITH_IT = ['rain', 'thunderstorm', 'snow', 'ice'] as const

const completed = (stored: object) => completePreferences(stored, { alertOnRain: false, alertOnStorm: false }).hazards
const question = (hazard: Hazard, minProbability?: number, threshold: number | null = null): ForecastQuestion => ({
  hazard,
  threshold,
  ...(minProbability === undefined ? {} : { minProbability }),
  from: MIDNIGHT,
  until: MIDNIGHT + 48 * HOUR_MS,
})
/** `hour–hour: peak`, in hours from midnight. */
const spells = (forecast: Forecast, of: ForecastQuestion): string[] =>
  listForecastHazards(forecast, of).map(({ start, end, peak }) => {
    const [from, to] = [start, end].map((instant) => (Date.parse(instant) - MIDNIGHT) / HOUR_MS)
    return `${from}–${to}${peak === null ? '' : `: ${peak}`}`
  })
const hourly = (hours: readonly Partial<HourlyPoint>[]): Forecast => ({ hourly: buildTestHours(MIDNIGHT, hours) })
const daily = (days: readonly Partial<DailyPoint>[]): Forecast => ({ daily: buildTestDays(MIDNIGHT, days) })
/** Hours of 5 mm of rain, each with its chance. */
const rain = (...chances: readonly (number | null)[]) => hourly(chances.map((chance) => ({ rain: 5, precipitationProbability: chance })))

describe('the chance in preferences', () => {
  it('is of hazards that come with precipitation, and omitted where every chance counts', () => {
    assert.deepEqual(HAZARDS.filter(isPrecipitationHazard), COMING_WITH_IT)
    const all = completed(Object.fromEntries(HAZARDS.map((hazard) => [hazard, { minProbability: 0.6 }])))
    for (const hazard of HAZARDS) assert.equal(all[hazard]?.minProbability, isPrecipitationHazard(hazard) ? 0.6 : undefined, hazard)
    assert.deepEqual(completed({ rain: { minMmPerHour: 2, minProbability: 0.7 } }), { rain: { threshold: 2, minProbability: 0.7 } })
    for (const none of [true, {}, { minProbability: null }, { minProbability: 0 }, { minProbability: 0.02 }])
      assert.deepEqual(completed({ ice: none }), { ice: { threshold: null } })
  })

  it('is rounded to twentieths', () => {
    const of = (minProbability: number) => completed({ ice: { minProbability } }).ice?.minProbability
    assert.deepEqual([0.33, 0.62, 0.625, 0.97, 0.98, 1].map(of), [0.35, 0.6, 0.65, 0.95, 1, 1])
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
        const rounded = of(chance) ?? 0
        assert.ok(Math.abs(rounded - chance) <= 0.025 + 1e-9 && Number.isInteger(Math.round(rounded * 2_000) / 100))
        assert.equal(of(rounded) ?? 0, rounded)
      }),
    )
  })

  it('is refused outside of 0 to 1, and unknown where a hazard has none', () => {
    for (const value of [0, 0.6, 1, null]) assert.deepEqual(parsePreferences({ rain: { minProbability: value } }).problems, [])
    for (const value of [-0.1, 1.1, 60, '0.6', true, {}]) {
      assert.deepEqual(parsePreferences({ rain: { minProbability: value } }), {
        problems: [{ path: 'rain.minProbability', message: 'must be a number from 0 to 1' }],
        ignored: [],
      })
      assert.deepEqual(completed({ rain: { minProbability: value } }), { rain: { threshold: 4 } })
    }
    assert.deepEqual(parsePreferences({ wind: { minProbability: 0.6 }, fog: { minProbability: 0.6 } }), {
      problems: [],
      ignored: ['wind.minProbability', 'fog.minProbability'],
    })
    const both = parsePreferences({ snow: { minMm: -1, minProbability: 2, depth: 1 } })
    assert.deepEqual(
      { paths: both.problems.map(({ path }) => path), ignored: both.ignored },
      { paths: ['snow.minMm', 'snow.minProbability'], ignored: ['snow.depth'] },
    )
  })

  it('is merged beside a threshold, and removed by null', () => {
    const stored = { rain: { minMmPerHour: 2 }, ice: true }
    const merged = mergePreferences(stored, { rain: { [CHANCE.key]: 0.6 }, ice: { [CHANCE.key]: 0.9 } })
    assert.deepEqual(merged, { rain: { minMmPerHour: 2, minProbability: 0.6 }, ice: { minProbability: 0.9 } })
    assert.deepEqual(mergePreferences(merged, { rain: { minProbability: null }, ice: null }), { rain: { minMmPerHour: 2 } })
  })
})

describe('a forecast at a chance', () => {
  it('has the hours that are as likely as that, or whose chance is not stated', () => {
    assert.deepEqual(spells(rain(0.6), question('rain', 0.6)), ['0–1: 5'])
    assert.deepEqual(spells(rain(0.59), question('rain', 0.6)), [])
    assert.deepEqual(spells(rain(null), question('rain', 1)), ['0–1: 5'])
    // As upstreams compute it.
    assert.deepEqual(spells(rain(0.1 + 0.5, 1 - 0.4), question('rain', 0.6)), ['0–2: 5'])
    for (const hazard of ['thunderstorm', 'ice'] as const) {
      const condition = hazard === 'ice' ? 'freezing_rain' : hazard
      const of = (precipitationProbability: number | null) =>
        spells(hourly([{ condition, precipitationProbability }]), question(hazard, 0.6))
      assert.deepEqual([of(0.6), of(0.5), of(null)], [['0–1'], [], ['0–1']])
    }
  })

  it('joins over hours that are less likely, as over those below the threshold, and ends before three', () => {
    assert.deepEqual(spells(rain(0.9, 0.1, 0.1, 0.9), question('rain', 0.6)), ['0–4: 5'])
    assert.deepEqual(spells(rain(0.9, 0.1, 0.1, 0.1, 0.9), question('rain', 0.6)), ['0–1: 5', '4–5: 5'])
    const [found] = listForecastHazards(rain(0.1, 0.9, 0.1), question('rain', 0.6))
    assert.deepEqual({ isStartKnown: found?.isStartKnown, isEndKnown: found?.isEndKnown }, { isStartKnown: true, isEndKnown: true })
  })

  it('has the worst of what is as likely', () => {
    const hours = [
      { rain: 5, precipitationProbability: 0.9 },
      { rain: 30, precipitationProbability: 0.2 },
      { rain: 7, precipitationProbability: 0.7 },
    ]
    assert.deepEqual(spells(hourly(hours), question('rain', 0.6)), ['0–3: 7'])
    assert.deepEqual(spells(hourly(hours), question('rain')), ['0–3: 30'])
  })

  it('sums up only the snow that is as likely', () => {
    const snow = (...hours: readonly (readonly [number, number | null])[]) =>
      hourly(hours.map(([amount, chance]) => ({ snow: amount, precipitationProbability: chance })))
    const [sure, doubtful, silent] = [snow([3, 0.9], [3, 0.9]), snow([3, 0.9], [3, 0.5]), snow([3, 0.9], [3, null])]
    assert.deepEqual(
      [sure, doubtful, silent].map((forecast) => spells(forecast, question('snow', 0.6, 5))),
      [['0–2: 6'], [], ['0–2: 6']],
    )
    assert.deepEqual(spells(doubtful, question('snow', 0.5, 5)), ['0–2: 6'])
    assert.deepEqual(spells(snow([4, 0.9], [9, 0.1], [2, 0.8]), question('snow', 0.6, 5)), ['0–3: 6'])
  })

  it('falls back to days, by the chance of the day', () => {
    const day = (precipitationProbability: number | null) => daily([{ snow: 8, condition: 'thunderstorm', precipitationProbability }, {}])
    for (const hazard of ['snow', 'thunderstorm'] as const) {
      const of = (chance: number | null) => spells(day(chance), question(hazard, 0.6)).length
      assert.deepEqual([of(0.6), of(0.5), of(null)], [1, 0, 1], hazard)
    }
    // Hours that know of the hazard count before days, however unlikely they are.
    assert.deepEqual(spells({ ...rain(0.1), ...day(0.9) }, question('rain', 0.6)), [])
  })

  it('that is less likely is data: no hazard is expected', () => {
    assert.equal(hasHazardData(rain(0.1), question('rain', 0.9)), true)
    assert.equal(hasHazardData({}, question('rain', 0.9)), false)
  })

  const chance = fc.option(fc.integer({ min: 0, max: 20 }).map((twentieth) => twentieth / 20))
  const wet = fc.record({
    rain: fc.option(fc.integer({ min: 0, max: 9 })),
    snow: fc.option(fc.integer({ min: 0, max: 9 })),
    condition: fc.constantFrom('thunderstorm' as const, 'freezing_rain' as const, 'clear' as const, null),
    precipitationProbability: chance,
  })
  const forecasts = fc.record({ hours: fc.array(wet, { maxLength: 60 }), days: fc.array(wet, { maxLength: 3 }) })
  const build = ({ hours, days }: { hours: readonly Partial<HourlyPoint>[]; days: readonly Partial<DailyPoint>[] }): Forecast => ({
    ...hourly(hours),
    ...daily(days),
  })

  it('has no hazard that it has not at a lower one, and at none is what it was', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COMING_WITH_IT), forecasts, chance, chance, (hazard, drawn, one, other) => {
        const [low, high] = [one ?? 0, other ?? 0].toSorted((a, b) => a - b) as [number, number]
        const forecast = build(drawn)
        const lower = listForecastHazards(forecast, question(hazard, low))
        for (const { start, end, peak } of listForecastHazards(forecast, question(hazard, high))) {
          const around = lower.find((spell) => spell.start <= start && spell.end >= end)
          assert.ok(around !== undefined && (peak ?? 0) <= (around.peak ?? 0))
        }
        assert.deepEqual(listForecastHazards(forecast, question(hazard, 0)), listForecastHazards(forecast, question(hazard)))
      }),
    )
  })

  it('without a stated chance has the same hazards at every chance', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COMING_WITH_IT), forecasts, chance, (hazard, { hours, days }, min) => {
        const silent = { precipitationProbability: null }
        const forecast = build({ hours: hours.map((hour) => ({ ...hour, ...silent })), days: days.map((day) => ({ ...day, ...silent })) })
        assert.deepEqual(listForecastHazards(forecast, question(hazard, min ?? 1)), listForecastHazards(forecast, question(hazard)))
      }),
    )
  })
})
