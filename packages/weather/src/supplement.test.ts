import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isThorough } from '../../../test/helpers/thorough.ts'
import { CONDITIONS, DRY_CONDITIONS } from './condition.ts'
import { dropContradictions } from './contradictions.ts'
import { GROUPS, type GroupName, listGroupFields, listSuppliedGroups, WEATHER_GROUPS } from './groups.ts'
import { MEASUREMENT_NAMES, NOTHING_MEASURED } from './measurements.ts'
import type { CurrentWeather, DailyPoint, HourlyPoint, Series } from './model.ts'
import { findHoles, isSupplemented, listLackingGroups, supplementScope } from './supplement.ts'

type Values = Readonly<Record<string, unknown>>

function hour(time: string, values: Partial<HourlyPoint> = {}): HourlyPoint {
  return {
    time,
    temperature: 5,
    feelsLike: null,
    ...NOTHING_MEASURED,
    precipitationProbability: null,
    condition: null,
    providerCode: null,
    isDay: null,
    ...values,
  }
}
const series = (...points: HourlyPoint[]): Series<HourlyPoint> => ({ available: true, points })
const current = (observedAt: string, values: Partial<CurrentWeather> = {}): CurrentWeather => ({
  ...hour(''),
  kind: 'analysis',
  observedAt,
  sunrise: null,
  sunset: null,
  ...values,
})
const day = (date: string, values: Partial<DailyPoint>): DailyPoint => ({ date, time: `${date}T00:00:00Z`, ...values }) as DailyPoint
const [SIX, SEVEN] = ['2026-01-01T06:00:00Z', '2026-01-01T07:00:00Z']

describe('lackingGroups', () => {
  it('names what no point has', () => {
    assert.deepEqual(listLackingGroups('hourly', series(hour(SIX))), ['pressure', 'visibility', 'uvIndex', 'gust', 'precipitation'])
    assert.deepEqual(listLackingGroups('hourly', series(hour(SIX), hour(SEVEN, { windGust: 0, uvIndex: 0, precipitation: 0 }))), [
      'pressure',
      'visibility',
    ])
    assert.deepEqual(listLackingGroups('current', current(SIX, { pressure: 1_000, visibility: 10 })), ['uvIndex', 'gust'])
    assert.deepEqual(listLackingGroups('daily', { available: true, points: [day('2026-01-01', { windGust: 3, uvIndex: 1 })] }), [
      'pressure',
      'precipitation',
    ])
  })

  it('names nothing of a series without points: it is unavailable as a whole', () =>
    assert.deepEqual(listLackingGroups('hourly', { available: false, points: [] }), []))
})

describe('supplemented', () => {
  it('takes the groups asked for, and no other field', () => {
    const own = series(hour(SIX, { windSpeed: 5 }), hour(SEVEN))
    const other = series(
      hour(SIX, { temperature: 9, windSpeed: 1, windGust: 8, uvIndex: 2, pressure: 1_010 }),
      hour(SEVEN, { windGust: 9 }),
    )
    const { points } = supplementScope(own, { groups: ['gust', 'uvIndex'] }, other)
    assert.deepEqual(points, [hour(SIX, { windSpeed: 5, windGust: 8, uvIndex: 2 }), hour(SEVEN, { windGust: 9 })])
  })

  it('leaves hours that the other source does not have as they are', () => {
    const own = series(hour(SIX), hour(SEVEN))
    assert.deepEqual(supplementScope(own, { groups: ['uvIndex'] }, series(hour(SEVEN, { uvIndex: 1 }))).points, [
      hour(SIX),
      hour(SEVEN, { uvIndex: 1 }),
    ])
  })

  const merge = (groups: readonly GroupName[], own: Partial<HourlyPoint>, other: Partial<HourlyPoint>) =>
    supplementScope(series(hour(SIX, own)), { groups }, series(hour(SIX, other))).points[0]

  it('leaves out a gust below the wind, however little, and keeps the wind', () => {
    for (const windGust of [3, 19.9])
      assert.deepEqual(merge(['gust'], { windSpeed: 20 }, { windGust }), hour(SIX, { windSpeed: 20 }), String(windGust))
    assert.equal(merge(['gust'], { windSpeed: 20 }, { windGust: 20 })?.windGust, 20)
  })

  it('supplies amounts with their chance or neither, and neither against the weather that is shown', () => {
    const amounts = { precipitation: 4, rain: 4, snow: 0, precipitationProbability: 0.9 }
    const none = { precipitation: 0, rain: 0, snow: 0, precipitationProbability: 0.05 }
    assert.deepEqual(merge(['precipitation'], { condition: 'rain' }, amounts), hour(SIX, { condition: 'rain', ...amounts }))
    assert.deepEqual(merge(['precipitation'], { condition: 'clear' }, none), hour(SIX, { condition: 'clear', ...none }))
    assert.deepEqual(merge(['precipitation'], { condition: 'clear' }, amounts), hour(SIX, { condition: 'clear' }))
    assert.deepEqual(merge(['precipitation'], { condition: 'drizzle' }, none), hour(SIX, { condition: 'drizzle' }))
  })

  it('takes a whole hour for one that lacks what makes it weather, and no other', () => {
    const own = series(hour(SIX, { temperature: null, windSpeed: 4 }), hour(SEVEN, { condition: 'clear', windSpeed: 4 }))
    const other = series(hour(SIX, { condition: 'rain', windSpeed: 9 }), hour(SEVEN, { condition: 'rain', windSpeed: 9 }))
    assert.deepEqual(supplementScope(own, { groups: [], points: [SIX] }, other).points, [other.points[0], own.points[1]])
  })

  it('takes current values of within an hour only', () => {
    const other = (time: string) => current(time, { visibility: 4_000 })
    const visibilityWith = (time: string) => supplementScope(current(SIX), { groups: ['visibility'] }, other(time)).visibility
    assert.equal(visibilityWith(SEVEN), 4_000)
    assert.equal(visibilityWith('2026-01-01T05:00:00Z'), 4_000)
    assert.equal(visibilityWith('2026-01-01T07:00:01Z'), null)
    assert.equal(visibilityWith('2026-01-01T04:59:59Z'), null)
  })

  it('matches days by their date', () => {
    const own = { available: true, points: [day('2026-03-29', { windGust: null }), day('2026-03-30', { windGust: null })] }
    const other = { available: true, points: [{ ...day('2026-03-30', { windGust: 7 }), time: '2026-03-29T22:00:00Z' }] }
    assert.deepEqual(
      supplementScope(own, { groups: ['gust'] }, other).points.map(({ windGust }) => windGust),
      [null, 7],
    )
  })

  it('makes no answer that contradicts itself, and changes no field outside the groups, over random pairs of sources', () => {
    const number = (max: number) =>
      fc.option(
        fc.integer({ min: 0, max: max * 10 }).map((tenths) => tenths / 10),
        { nil: null },
      )
    const point = fc
      .record({
        temperature: number(30),
        windSpeed: number(30),
        windGust: number(40),
        uvIndex: fc.option(fc.constantFrom(0, 0.4, 6), { nil: null }),
        visibility: fc.option(fc.constantFrom(100, 900, 1_000, 4_000, 20_000), { nil: null }),
        precipitation: fc.option(fc.constantFrom(0, 0, 0.05, 0.4, 9), { nil: null }),
        precipitationProbability: fc.option(fc.constantFrom(0, 0.3, 1), { nil: null }),
        condition: fc.option(fc.constantFrom(...CONDITIONS), { nil: null }),
        isDay: fc.option(fc.boolean(), { nil: null }),
      })
      .map((values) => dropContradictions(hour(SIX, values), () => {}))
    const names = listSuppliedGroups('hourly')
    fc.assert(
      fc.property(point, point, fc.subarray([...names]), (own, other, wanted) => {
        const groups = wanted.filter((group) =>
          listGroupFields(group).every((field) => ((own as unknown as Values)[field] ?? null) === null),
        )
        const [merged] = supplementScope(series(own), { groups }, series(other)).points as readonly (HourlyPoint & Values)[]
        assert.ok(merged)
        const supplied = new Set<string>(groups.flatMap(listGroupFields).filter((field) => merged[field] !== null))
        for (const field of Object.keys(own))
          if (!supplied.has(field)) assert.equal(merged[field], (own as unknown as Values)[field], field)
        // An oracle that knows nothing of the table.
        const { windGust, windSpeed, visibility, condition, uvIndex, isDay, precipitation, precipitationProbability: chance } = merged
        if (supplied.has('windGust') && windSpeed !== null) assert.ok((windGust ?? 0) >= windSpeed)
        if (supplied.has('uvIndex') && isDay === false) assert.equal(uvIndex, 0)
        if (supplied.has('visibility') && condition === 'fog') assert.ok((visibility ?? 0) < 1_000)
        if (supplied.has('visibility') && /clear|cloudy|overcast/.test(condition ?? '')) assert.ok((visibility ?? 0) >= 1_000)
        if (supplied.has('precipitation') && condition !== null)
          assert.equal((precipitation ?? 0) > 0, !DRY_CONDITIONS.includes(condition), `${precipitation} ${condition}`)
        // Both of one source.
        if (chance !== null && precipitation !== null)
          assert.ok([own, other].some((each) => each.precipitationProbability === chance && each.precipitation === precipitation))
      }),
      { numRuns: isThorough ? 3_000 : 300 },
    )
  })
})

describe('findHoles', () => {
  const at = (index: number) => `2026-01-01T${String(index).padStart(2, '0')}:00:00Z`

  it('names hours without a temperature, or with neither condition nor amount, before the end of the series', () => {
    const weather: readonly Partial<HourlyPoint>[] = [
      { condition: 'clear' },
      { temperature: null, condition: 'clear' },
      { precipitation: 0 },
      {},
      { condition: 'overcast' },
      { temperature: null },
    ]
    assert.deepEqual(findHoles(weather.map((values, index) => hour(at(index), values))), [at(1), at(3)])
    assert.deepEqual(findHoles([hour(SIX), hour(SEVEN)]), [], 'a source that never has either')
  })

  it('names hours in which something falls without an amount, unless the source never sends one', () => {
    const weather: readonly Partial<HourlyPoint>[] = [
      { condition: 'snow', precipitation: 0.4 },
      { condition: 'snow' },
      { condition: 'fog' },
    ]
    assert.deepEqual(findHoles(weather.map((values, index) => hour(at(index), values))), [at(1)])
    assert.deepEqual(findHoles(weather.slice(0, 2).map((values, index) => hour(at(index), values))), [at(1)], 'at the end of the series')
    assert.deepEqual(findHoles(weather.slice(1).map((values, index) => hour(at(index), values))), [])
  })
})

describe('the table of groups', () => {
  it('has each measurement once', () => {
    const fields = (Object.keys(GROUPS) as GroupName[]).flatMap((name) => listGroupFields(name))
    assert.deepEqual(
      MEASUREMENT_NAMES.filter((name) => fields.filter((field) => field === name).length !== 1),
      [],
    )
  })

  it('says of each group of current weather what kind of number it is', () => {
    const others = (Object.keys(GROUPS) as GroupName[]).filter((name) => !(WEATHER_GROUPS as readonly GroupName[]).includes(name))
    assert.deepEqual(others, ['daylight', 'dust', 'pollen', 'point'], 'a group of a measurement belongs in WEATHER_GROUPS')
  })
})

it('minutes and sea are supplied as a whole or not at all', () => {
  assert.deepEqual(['current', 'hourly', 'daily', 'minutely', 'air', 'marine', 'alert'].filter(isSupplemented), [
    'current',
    'hourly',
    'daily',
    'air',
  ])
})
