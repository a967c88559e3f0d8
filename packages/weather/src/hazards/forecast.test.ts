import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { DailyPoint, HourlyPoint } from '../model.ts'
import { HOUR_MS } from '../time.ts'
import { hasHazardData, listForecastHazards, isSameForecastEvent } from './forecast.ts'
import type { Hazard } from './hazard.ts'
import { toCanonicalThreshold } from './measure.ts'
import { buildTestDays, buildTestHours } from './testing/points.ts'

const MIDNIGHT = Date.parse('2026-07-01T00:00:00Z')
const NOON = MIDNIGHT + 12 * 3_600_000
const clock = (instant: string) => `${instant.slice(8, 10)}T${instant.slice(11, 13)}`

interface Asked {
  readonly threshold?: number
  readonly from?: number
  readonly leadHours?: number
}

const question = (hazard: Hazard, { threshold, from = NOON, leadHours = 12 }: Asked = {}) => ({
  hazard,
  threshold: threshold ?? null,
  from,
  until: from + leadHours * HOUR_MS,
})

/** Spells in the hours from noon on, as `01T14–01T16: 5`. */
function spells(hazard: Hazard, hours: readonly Partial<HourlyPoint>[], asked: Asked = {}): string[] {
  return listForecastHazards({ hourly: buildTestHours(NOON, hours) }, question(hazard, asked)).map(summary)
}

const summary = ({ start, end, peak }: { start: string; end: string; peak: number | null }) =>
  `${clock(start)}–${clock(end)}${peak === null ? '' : `: ${peak}`}`

const rain = (...amounts: readonly (number | null)[]) => amounts.map((amount) => ({ rain: amount }))
const snow = (...amounts: readonly (number | null)[]) => amounts.map((amount) => ({ snow: amount }))
const repeat = (count: number, amount: number | null) => Array.from({ length: count }, () => amount)

describe('a spell', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['is its consecutive hours, with the peak', spells('rain', rain(0, 5, 7, 4, 0)), ['01T13–01T16: 7']],
    ['continues over two hours below the threshold', spells('rain', rain(5, 0, 0, 6)), ['01T12–01T16: 6']],
    ['ends before three', spells('rain', rain(5, 0, 0, 0, 6)), ['01T12–01T13: 5', '01T16–01T17: 6']],
    ['continues over unknown hours', spells('rain', rain(5, null, null, 6)), ['01T12–01T16: 6']],
    ['does not consist of unknown hours', spells('rain', rain(null, null)), []],
    ['starts within the lead time', spells('rain', rain(...repeat(12, 0), 9)), []],
    ['is whole, even beyond the lead time', spells('rain', rain(...repeat(11, 0), 5, 9, 5)), ['01T23–02T02: 9']],
    ['uses another threshold', spells('rain', rain(1, 3, 1), { threshold: 3 }), ['01T13–01T14: 3']],
    [
      'of cold has its lowest',
      spells(
        'cold',
        [-16, -20, -15, -14].map((temperature) => ({ temperature })),
      ),
      ['01T12–01T15: -20'],
    ],
    ['without an amount has no peak', spells('fog', [{ condition: 'fog' }, { condition: 'mist' }]), ['01T12–01T13']],
    [
      'that is under way keeps its start, and has the peak to come',
      spells('rain', rain(9, 5, 6, 0), { from: NOON + 1.5 * HOUR_MS }),
      ['01T12–01T15: 6'],
    ],
    ['that is over does not count', spells('rain', rain(9, 0, 0, 0), { from: NOON + HOUR_MS }), []],
  ]
  for (const [what, found, expected] of cases) it(what, () => assert.deepEqual(found, expected))

  it('does not include hours that the source leaves out', () => {
    const { points } = buildTestHours(NOON, rain(5, 5, 5, 5, 5, 5))
    const gappy = { available: true, points: [points[0], points[5]] as HourlyPoint[] }
    assert.deepEqual(listForecastHazards({ hourly: gappy }, question('rain')).map(summary), ['01T12–01T13: 5', '01T17–01T18: 5'])
  })

  it('says if its start or its end is unknown', () => {
    const isEndKnown = (...amounts: number[]) =>
      listForecastHazards({ hourly: buildTestHours(NOON, rain(...amounts)) }, question('rain'))[0]?.isEndKnown
    assert.deepEqual([isEndKnown(0, 9, 9, 0), isEndKnown(0, 0, 9, 9)], [true, false])
    const isKnown = (...amounts: number[]) =>
      listForecastHazards({ hourly: buildTestHours(NOON, rain(...amounts)) }, question('rain'))[0]?.isStartKnown
    assert.deepEqual([isKnown(5, 5), isKnown(0, 5)], [false, true])
  })

  it('is in order, separate from the others and above the threshold, whatever the forecast', () => {
    const amounts = fc.array(fc.option(fc.integer({ min: 0, max: 8 })), { maxLength: 60 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 48 * 60 }), (amounts, minutes) => {
        const from = NOON + minutes * 60_000
        const hours = buildTestHours(NOON, rain(...amounts))
        const found = listForecastHazards({ hourly: hours }, question('rain', { from, leadHours: 48 }))
        let last = -Infinity
        for (const { start, end, peak, peakAt } of found) {
          const [startMs, endMs, peakMs] = [start, end, peakAt].map((instant) => Date.parse(instant)) as [number, number, number]
          assert.ok(startMs - last > 2 * HOUR_MS && startMs < endMs && endMs > from && startMs < from + 48 * HOUR_MS)
          assert.ok(peakMs >= startMs && peakMs + HOUR_MS <= endMs && peakMs + HOUR_MS > from)
          assert.equal(peak, amounts[(peakMs - NOON) / HOUR_MS])
          assert.ok(peak !== null && peak >= 4)
          last = endMs
        }
        const ahead = amounts.some((amount, index) => amount !== null && amount >= 4 && NOON + (index + 1) * HOUR_MS > from)
        assert.equal(found.length > 0, ahead && from < NOON + amounts.length * HOUR_MS)
      }),
    )
  })
})

describe('rain', () => {
  const cases: readonly (readonly [string, Partial<HourlyPoint>, boolean])[] = [
    ['is rain, whatever else falls', { rain: 1, precipitation: 9, snow: 8 }, false],
    ['is what falls minus the snow', { precipitation: 9, snow: 5 }, true],
    ['is what falls minus the snow, and no more', { precipitation: 9, snow: 5.1 }, false],
    ['is all that falls if the condition is rain', { precipitation: 4, condition: 'rain_showers' }, true],
    ['is not what falls if it may be snow', { precipitation: 40, condition: 'sleet' }, false],
    ['is not what falls if nothing tells what it is', { precipitation: 40 }, false],
    ['is not snow', { snow: 40, precipitation: 40 }, false],
  ]
  for (const [what, hour, expected] of cases) it(what, () => assert.equal(spells('rain', [hour]).length === 1, expected))

  it('is none, not less, where a source states more snow than precipitation', () => {
    assert.deepEqual(spells('rain', [{ precipitation: 5, snow: 7 }], { threshold: 0 }), ['01T12–01T13: 0'])
  })
})

describe('wind', () => {
  const cases: readonly (readonly [string, Partial<HourlyPoint>, number, boolean])[] = [
    ['60 km/h in m/s with two decimals', { windGust: 16.67 }, 60, true],
    ['60 km/h in m/s with four', { windGust: 16.6667 }, 60, true],
    ['60 km/h divided', { windGust: 60 / 3.6 }, 60, true],
    ['40 km/h, which its two decimals fall short of', { windGust: 11.11 }, 40, true],
    ['59.9 km/h', { windGust: 59.9 / 3.6 }, 60, false],
    ['59.97 km/h', { windGust: 16.66 }, 60, false],
    ['wind without gusts', { windSpeed: 17 }, 60, true],
    ['wind above its gusts', { windSpeed: 17, windGust: 16 }, 60, true],
    ['gusts below the wind', { windSpeed: 9, windGust: 17 }, 60, true],
    // The number in m/s must not be taken for km/h.
    ['17 km/h', { windGust: 17 / 3.6 }, 60, false],
  ]
  for (const [what, hour, threshold, expected] of cases)
    it(`${what}: ${expected ? 'at' : 'below'} ${threshold} km/h`, () =>
      assert.equal(spells('wind', [hour], { threshold }).length === 1, expected))

  it('reaches every whole threshold that is sent in km/h, and stays below the next', () => {
    for (let kmh = 10; kmh < 200; kmh++)
      for (const sent of [kmh / 3.6, Math.round((kmh / 3.6) * 100) / 100, Math.round((kmh / 3.6) * 10_000) / 10_000]) {
        assert.equal(spells('wind', [{ windGust: sent }], { threshold: kmh }).length, 1, `${sent} m/s at ${kmh}`)
        assert.equal(spells('wind', [{ windGust: sent }], { threshold: kmh + 0.1 }).length, 0, `${sent} m/s below ${kmh + 0.1}`)
      }
  })

  it('has its threshold in m/s for those who see it so', () => {
    assert.deepEqual(
      {
        canonicalThresholdWind: toCanonicalThreshold('wind', 72),
        canonicalThresholdHeat: toCanonicalThreshold('heat', null),
        canonicalThresholdFog: toCanonicalThreshold('fog', null),
      },
      { canonicalThresholdWind: 20, canonicalThresholdHeat: 35, canonicalThresholdFog: null },
    )
  })
})

describe('snow', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['is summed up over 24 hours', spells('snow', snow(0, 1, 2, 2, 0)), ['01T13–01T16: 5']],
    ['is below its threshold in 24 hours', spells('snow', snow(2, 1, 1.9)), []],
    ['23 hours apart is one fall', spells('snow', snow(2, ...repeat(22, 0), 3)), ['01T12–02T12: 5']],
    ['24 hours apart is two, too little each', spells('snow', snow(2, ...repeat(23, 0), 3)), []],
    ['unknown hours add nothing', spells('snow', snow(2, null, 2.9, null)), []],
    ['of the next day counts if it starts in time', spells('snow', snow(...repeat(11, 0), 1, 1, 1, 1, 1)), ['01T23–02T04: 5']],
    ['that starts too late does not count', spells('snow', snow(...repeat(12, 0), 9)), []],
    ['that has fallen does not count', spells('snow', snow(4, 4, 4), { from: NOON + 2 * HOUR_MS }), []],
    ['has its heaviest 24 hours as the peak', spells('snow', snow(...repeat(30, 1))), ['01T12–02T18: 24']],
    ['earlier flurries do not set its start', spells('snow', snow(0.05, 0, 6)), ['01T14–01T15: 6.05']],
    ['is the sum of decimals', spells('snow', snow(...repeat(12, 0.1)), { threshold: 1.2 }), ['01T12–02T00: 1.2']],
  ]
  for (const [what, found, expected] of cases) it(what, () => assert.deepEqual(found, expected))
})

describe('days', () => {
  const days = buildTestDays(MIDNIGHT, [
    { temperatureMax: 36, snow: 6, windGust: 20, uvIndex: 9, temperatureMin: -16, rain: 90 },
    { temperatureMax: 30 },
  ])
  const inDays = (hazard: Hazard, from: number, hours: readonly Partial<HourlyPoint>[] | null = null) =>
    listForecastHazards({ hourly: hours === null ? null : buildTestHours(NOON, hours), daily: days }, question(hazard, { from })).map(
      summary,
    )

  it('are used if there are no hours', () => {
    const morning = NOON - HOUR_MS
    assert.deepEqual(
      (['heat', 'snow', 'wind', 'uv', 'cold'] as const).map((hazard) => inDays(hazard, morning)),
      ['36', '6', '20', '9', '-16'].map((peak) => [`01T00–02T00: ${peak}`]),
    )
  })
  it('say nothing about an hour of rain', () => assert.deepEqual(inDays('rain', NOON - HOUR_MS), []))
  it('are not used once half over', () => assert.deepEqual(inDays('heat', NOON), []))
  it('are not used where hours say something', () => {
    assert.deepEqual(inDays('heat', NOON - HOUR_MS, [{ temperature: 30 }]), [])
    assert.deepEqual(inDays('heat', NOON - HOUR_MS, [{ condition: 'clear' }]), ['01T00–02T00: 36'])
    assert.deepEqual(inDays('snow', NOON - HOUR_MS, [{ condition: 'clear', snow: 0 }]), [])
  })
  it('last until the next one starts, also when the clock changes', () => {
    const [first, second] = buildTestDays(MIDNIGHT, [{ temperatureMax: 36 }, { temperatureMax: 30 }]).points
    const endOf = (next: string) =>
      listForecastHazards(
        { daily: { available: true, points: [first, { ...second, time: next }] as DailyPoint[] } },
        question('heat', { from: MIDNIGHT }),
      ).map(summary)
    assert.deepEqual(endOf('2026-07-02T01:00:00Z'), ['01T00–02T01: 36'])
    // A day is missing.
    assert.deepEqual(endOf('2026-07-03T00:00:00Z'), ['01T00–02T00: 36'])
  })
  it('form one spell if they are consecutive', () => {
    const hot = buildTestDays(MIDNIGHT, [{ temperatureMax: 36 }, { temperatureMax: 38 }, { temperatureMax: 30 }])
    assert.deepEqual(listForecastHazards({ daily: hot }, question('heat', { from: MIDNIGHT })).map(summary), ['01T00–03T00: 38'])
  })
})

describe('forecastHasData', () => {
  const tells = (hazard: Hazard, hour: Partial<HourlyPoint>) => hasHazardData({ hourly: buildTestHours(NOON, [hour]) }, question(hazard))
  it('is false if nothing is known', () => {
    assert.deepEqual(
      {
        tellsRain: tells('rain', { condition: 'clear' }),
        tellsWind: tells('wind', { temperature: 3 }),
        tellsFlood: tells('flood', { rain: 90 }),
      },
      { tellsRain: false, tellsWind: false, tellsFlood: false },
    )
    assert.equal(hasHazardData({}, question('heat')), false)
    assert.equal(hasHazardData({ hourly: buildTestHours(NOON - 3 * HOUR_MS, [{ temperature: 40 }]) }, question('heat')), false)
  })
  it('counts hours that are not over at the present and start before the end of the lead time', () => {
    const hour = buildTestHours(NOON, [{ temperature: 3 }])
    const known = (from: number, until: number) => hasHazardData({ hourly: hour }, { hazard: 'heat', from, until })
    assert.deepEqual([known(NOON + HOUR_MS - 1, NOON + 9 * HOUR_MS), known(NOON + HOUR_MS, NOON + 9 * HOUR_MS)], [true, false])
    assert.deepEqual([known(NOON - HOUR_MS, NOON + 1), known(NOON - HOUR_MS, NOON)], [true, false])
  })
  it('counts days that are less than half over and start before the end of the lead time', () => {
    const day = buildTestDays(MIDNIGHT, [{ temperatureMax: 3 }])
    const known = (from: number, until: number) => hasHazardData({ daily: day }, { hazard: 'heat', from, until })
    assert.deepEqual({ known: known(NOON - 1, NOON + HOUR_MS), knownNOON: known(NOON, NOON + HOUR_MS) }, { known: true, knownNOON: false })
    assert.deepEqual([known(MIDNIGHT - 1, MIDNIGHT + 1), known(MIDNIGHT - 1, MIDNIGHT)], [true, false])
    assert.equal(hasHazardData({ daily: day }, { hazard: 'rain', from: MIDNIGHT, until: NOON }), false)
  })
  it('is true if a value is known', () => {
    assert.deepEqual(
      { tellsRain: tells('rain', { precipitation: 0 }), tellsWind: tells('wind', { windSpeed: 0 }), tellsSnow: tells('snow', { snow: 0 }) },
      { tellsRain: true, tellsWind: true, tellsSnow: true },
    )
    assert.equal(hasHazardData({ daily: buildTestDays(MIDNIGHT, [{}, { temperatureMax: 3 }]) }, question('heat', { leadHours: 13 })), true)
  })
})

describe('isSameForecastEvent', () => {
  const former = { hazard: 'wind', start: '2026-07-01T12:00:00Z', end: '2026-07-02T12:00:00Z' } as const
  const now = (start: string, isStartKnown = true, hazard: 'wind' | 'rain' = 'wind') =>
    isSameForecastEvent(former, { hazard, start, end: '2026-07-02T14:00:00Z', peak: null, peakAt: start, isStartKnown, isEndKnown: true })
  it('compares hazard and start', () => {
    assert.deepEqual([now('2026-07-01T18:00:00Z'), now('2026-07-01T18:00:01Z'), now('2026-07-01T06:00:00Z')], [true, false, true])
    assert.equal(now('2026-07-01T12:00:00Z', true, 'rain'), false)
  })
  it('compares overlap if the start is unknown', () => {
    assert.deepEqual([now('2026-07-02T09:00:00Z', false), now('2026-07-02T13:00:00Z', false)], [true, false])
    assert.deepEqual([now('2026-07-02T12:00:00Z', false), now('2026-07-02T12:00:01Z', false)], [true, false])
    assert.deepEqual([now('2026-07-01T05:59:59Z', false), now('2026-07-02T09:00:00Z', true)], [false, false])
  })
})

describe('the probability of a spell', () => {
  const storm = (...chances: readonly (number | null)[]): Partial<HourlyPoint>[] =>
    chances.map((precipitationProbability) => ({ condition: 'thunderstorm', precipitationProbability }))
  const chances = (hazard: Hazard, hours: readonly Partial<HourlyPoint>[]) =>
    listForecastHazards({ hourly: buildTestHours(NOON, hours) }, question(hazard)).map(({ probability }) => probability)

  it('is the highest among a thunderstorm’s hours, and unknown if no hour states one', () => {
    assert.deepEqual(chances('thunderstorm', storm(0.1)), [0.1])
    assert.deepEqual(chances('thunderstorm', storm(0.1, 0.4, null)), [0.4])
    assert.deepEqual(chances('thunderstorm', storm(null)), [undefined])
  })

  it('is not given for a hazard with an amount', () => {
    assert.deepEqual(chances('rain', [{ rain: 9, precipitationProbability: 0.3 }]), [undefined])
  })
})
