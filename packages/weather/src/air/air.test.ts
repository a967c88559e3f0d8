import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatInstant } from '../instant.ts'
import { buildAirSeries, chooseLocalAirIndex, type SentHour } from './air-series.ts'
import { EUROPEAN_CATEGORIES, type HourOfAir, listLookbacks } from './air.ts'
import { toEuropeanCategory, computeEuropeanIndex, computeEuropeanSubIndex } from './european.ts'
import { computeNowCast, computeUsSubIndex, toPpb, computeUsIndex, computeOzoneSubIndex, computeSulphurDioxideSubIndex } from './us.ts'

const CLEAN: Omit<HourOfAir, 'time'> = { pm25: 0, pm10: 0, no2: 0, o3: 0, so2: 0, co: 0, dust: null }
const NOTHING: Omit<HourOfAir, 'time'> = { pm25: null, pm10: null, no2: null, o3: null, so2: null, co: null, dust: null }

/** A series of hours, oldest first; what is not given is nothing. */
function series(hours: readonly Partial<Omit<HourOfAir, 'time'>>[], rest = NOTHING): HourOfAir[] {
  return hours.map((hour, at) => ({ ...rest, ...hour, time: formatInstant(Date.UTC(2026, 0, 1, at)) }))
}

/** How to look back from the last hour. */
const fromLast = (hours: readonly Partial<Omit<HourOfAir, 'time'>>[], rest = NOTHING) => {
  const back = listLookbacks(series(hours, rest)).at(-1)
  assert.ok(back)
  return back
}

describe('the US index', () => {
  for (const [what, concentration, index, why] of [
    ['o3', 78.53333, 126, "the document's example of ozone, truncated to 0.078 ppm"],
    ['pm25', 35.9, 102, "the document's example of PM2.5"],
    ['co', 8_400, 90, "the document's example of carbon monoxide"],
    ['o3', 87, 154, 'unhealthy'],
    ['o3Hour', 162, 147, 'by the hour'],
    ['pm25', 0, 0, 'nothing'],
    ['pm25', 9, 50, 'the end of good'],
    ['pm25', 9.09, 50, 'truncated, not rounded'],
    ['pm25', 9.1, 51, 'the beginning of moderate'],
    ['pm25', 35.4, 100, ''],
    ['pm25', 35.5, 101, ''],
    ['pm25', 55.4, 150, ''],
    ['pm25', 125.4, 200, ''],
    ['pm25', 125.5, 201, ''],
    ['pm25', 225.4, 300, ''],
    ['pm25', 225.5, 301, ''],
    ['pm25', 325.4, 500, 'the end of the scale'],
    ['pm25', 900, 500, 'beyond the scale'],
    ['pm10', 54.9, 50, 'truncated to whole µg/m³'],
    ['pm10', 55, 51, ''],
    ['pm10', 154, 100, ''],
    ['pm10', 604, 500, ''],
    ['o3', 54, 50, ''],
    ['o3', 70, 100, ''],
    ['o3', 71, 101, ''],
    ['o3', 200, 300, ''],
    ['o3', 201, null, 'eight hours of ozone define nothing above 300'],
    ['o3Hour', 124, null, 'an hour of ozone defines nothing below 101'],
    ['o3Hour', 125, 101, ''],
    ['o3Hour', 605, 500, ''],
    ['co', 4_499, 50, 'truncated to 0.1 ppm'],
    ['no2', 53, 50, ''],
    ['no2', 100, 100, ''],
    ['no2', 361, 151, ''],
    ['so2', 75, 100, ''],
    ['so2', 304, 200, ''],
    ['so2', 305, null, 'an hour of sulphur dioxide defines nothing above 200'],
    ['so2Day', 305, 201, ''],
    ['so2Day', 304, null, ''],
    ['no2', null, null, 'unknown'],
    ['no2', -1, null, 'impossible'],
  ] as const) {
    it(`of ${what} ${concentration} is ${index} (${why})`, () => assert.equal(computeUsSubIndex(what, concentration), index))
  }

  it('takes the higher one of two ozone means', () => {
    assert.equal(computeOzoneSubIndex(87, 162), 154)
    assert.equal(computeOzoneSubIndex(60, 162), 147)
    assert.equal(computeOzoneSubIndex(null, 60), null)
    assert.equal(computeOzoneSubIndex(null, 162), 147)
    assert.equal(computeOzoneSubIndex(250, 405), 301, 'above 300 only the hour counts')
  })

  it('takes the mean of a day for much sulphur dioxide', () => {
    assert.equal(computeSulphurDioxideSubIndex(310, 15), 200, 'the day alone would be less than 200')
    assert.equal(computeSulphurDioxideSubIndex(310, 400), 232)
    assert.equal(computeSulphurDioxideSubIndex(310, null), 200)
    assert.equal(computeSulphurDioxideSubIndex(100, 400), 112)
    assert.equal(computeSulphurDioxideSubIndex(null, 400), null)
  })

  it('converts µg/m³ to ppb at 25 °C', () => {
    assert.equal(Math.round(toPpb('o3', 196.3) as number), 100)
    assert.equal(Math.round(toPpb('no2', 188.2) as number), 100)
    assert.equal(Math.round(toPpb('so2', 262) as number), 100)
    assert.equal(Math.round(toPpb('co', 1_145.6) as number), 1_000)
    assert.equal(toPpb('co', null), null)
  })

  it('names the pollutant that decides, and its category', () => {
    const hours = Array.from({ length: 24 }, () => ({ ...CLEAN, pm25: 35.9, no2: 50 }))
    assert.deepEqual(computeUsIndex(fromLast(hours)), { value: 102, category: 'unhealthy_for_sensitive_groups', pollutant: 'pm25' })
    assert.deepEqual(computeUsIndex(fromLast(hours.map((hour) => ({ ...hour, pm25: 0 })))), {
      value: 25,
      category: 'good',
      pollutant: 'no2',
    })
    assert.equal(computeUsIndex(fromLast(hours.map(() => ({})))), null)
    const smoke = Array.from({ length: 24 }, () => ({ pm25: 130 }))
    assert.equal(computeUsIndex(fromLast(smoke))?.category, 'very_unhealthy')
    assert.equal(computeUsIndex(fromLast(smoke.map(() => ({ pm25: 300 }))))?.category, 'hazardous')
    assert.equal(computeUsIndex(fromLast(smoke.map(() => ({ pm25: 60 }))))?.category, 'unhealthy')
    assert.equal(computeUsIndex(fromLast(smoke.map(() => ({ pm25: 20 }))))?.category, 'moderate')
  })

  it('states no ozone of eight hours of which three are missing', () => {
    const ozone = (known: number) => Array.from({ length: 8 }, (_, at) => ({ o3: at < 8 - known ? null : 140 }))
    assert.equal(computeUsIndex(fromLast(ozone(6)))?.pollutant, 'o3')
    assert.equal(computeUsIndex(fromLast(ozone(5))), null)
  })
})

describe('an hour of which not everything can be judged', () => {
  it('has no US index if that would be the worst: PM2.5 of 180 in the first hour', () => {
    assert.equal(computeUsIndex(fromLast([{ ...CLEAN, pm25: 180 }])), null)
    assert.equal(computeUsIndex(fromLast([{ ...CLEAN, o3: 200 }])), null)
    assert.equal(computeUsIndex(fromLast([{ pm25: 180 }, { ...CLEAN, pm25: 180 }]))?.category, 'very_unhealthy')
  })
  it('has one if that would not be', () => {
    assert.deepEqual(computeUsIndex(fromLast([{ pm25: 5, no2: 60 }])), { value: 29, category: 'good', pollutant: 'no2' })
  })
  it('has none of carbon monoxide alone', () => {
    const hours = (hour: Partial<HourOfAir>) => computeUsIndex(fromLast(Array.from({ length: 24 }, () => hour)))
    assert.equal(hours({ co: 300 }), null)
    assert.equal(hours({ co: 9_000, no2: 1 })?.pollutant, 'co')
  })
})

describe('NowCast', () => {
  it('is the mean of twelve hours that do not differ', () => {
    assert.equal(computeNowCast(Array.from({ length: 12 }, () => 12)), 12)
    assert.equal(computeNowCast(Array.from({ length: 12 }, () => 0)), 0)
  })

  it('weighs by the share of the lowest in the highest value, at least a half', () => {
    // 64 now and nothing before: (64 · 1) / (1 + ½ + … + ½¹¹)
    assert.ok(Math.abs((computeNowCast([64, ...Array.from({ length: 11 }, () => 0)]) as number) - 64 / (2 - 0.5 ** 11)) < 1e-9)
    // 30 and 40: weight ¾.
    assert.ok(Math.abs((computeNowCast([40, 30]) as number) - (40 + 0.75 * 30) / 1.75) < 1e-9)
  })

  it('gives each hour its own weight where others are missing', () => {
    assert.ok(Math.abs((computeNowCast([40, null, 30]) as number) - (40 + 0.75 ** 2 * 30) / (1 + 0.75 ** 2)) < 1e-9)
  })

  it('needs two of the last three hours', () => {
    assert.equal(computeNowCast([1, null, null, 1, 1, 1, 1]), null)
    assert.equal(computeNowCast([null, 1, 1]), 1)
    assert.equal(computeNowCast([1, null, 1]), 1)
    assert.equal(computeNowCast([]), null)
  })
})

describe('the European index', () => {
  for (const [pollutant, concentration, index] of [
    ['o3', 110, 50],
    ['no2', 8, 16],
    ['so2', 1.4, 1],
    ['pm25', 5, 20],
    ['pm25', 140, 100],
    ['pm25', 190, 120],
    ['pm10', 45, 40],
    ['so2', 275, 100],
    ['o3', 0, 0],
  ] as const) {
    it(`of ${concentration} µg/m³ ${pollutant} is ${index}`, () =>
      assert.equal(Math.round(computeEuropeanSubIndex(pollutant, concentration) as number), index))
  }
  it('knows nothing of what is unknown or impossible', () => {
    assert.equal(computeEuropeanSubIndex('o3', null), null)
    assert.equal(computeEuropeanSubIndex('o3', -1), null)
  })

  it('has the bands of the agency of 2024, each from above the last value of the one before', () => {
    const bands = {
      pm25: [5, 15, 50, 90, 140],
      pm10: [15, 45, 120, 195, 270],
      no2: [10, 25, 60, 100, 150],
      o3: [60, 100, 120, 160, 180],
      so2: [20, 40, 125, 190, 275],
    }
    for (const [pollutant, ends] of Object.entries(bands))
      for (const [band, end] of ends.entries())
        for (const [concentration, category] of [
          [end, EUROPEAN_CATEGORIES[band]],
          [end + 0.1, EUROPEAN_CATEGORIES[band + 1]],
          [end + 1, EUROPEAN_CATEGORIES[band + 1]],
        ] as const) {
          const index = computeEuropeanIndex(fromLast([{ [pollutant]: concentration }]))
          assert.equal(index?.category, category, `${pollutant} ${concentration}`)
          assert.equal(toEuropeanCategory(index?.value as number), category, `${pollutant} ${concentration}: the number is in the band`)
        }
  })

  it('judges the reported hours as the agency does', () => {
    const categoryOf = (hour: Partial<HourOfAir>) => computeEuropeanIndex(fromLast([hour]))?.category
    assert.deepEqual([{ pm25: 16 }, { pm25: 51 }, { o3: 121 }, { pm10: 46 }].map(categoryOf), ['moderate', 'poor', 'poor', 'moderate'])
  })

  it('counts all five by the hour, and names the worst', () => {
    const hours = Array.from({ length: 24 }, (_, at) => ({ ...CLEAN, pm25: at === 23 ? 180 : 0, o3: 30 }))
    assert.deepEqual(computeEuropeanIndex(fromLast(hours)), { value: 116, category: 'extremely_poor', pollutant: 'pm25' })
    assert.deepEqual(computeEuropeanIndex(fromLast([{ co: 300 }])), null)
  })
})

describe('looking back', () => {
  it('goes by the clock, not by the place in the list', () => {
    const [first, , third] = series([{ pm10: 1 }, { pm10: 2 }, { pm10: 3 }])
    assert.ok(first && third)
    assert.deepEqual(listLookbacks([first, third])[1]?.('pm10', 4), [3, null, 1, null])
  })
})

describe('the air scope', () => {
  const sent = (hours: readonly Partial<Omit<SentHour, 'time'>>[]): SentHour[] =>
    series(hours).map((hour, at) => ({ ...hour, pollen: hours[at]?.pollen ?? null }))
  const NO_POLLEN = { alder: null, birch: null, grass: null, mugwort: null, olive: null, ragweed: null }
  const HOUR = 3_600_000
  const from = Date.UTC(2026, 0, 1)

  it('begins with the running hour, and ends with the last that knows something', () => {
    const hours = sent([{ o3: 1 }, { o3: 2 }, { o3: 3, no2: null }, {}])
    const times = (now: number) => buildAirSeries(hours, now).points.map(({ o3 }) => o3)
    assert.deepEqual(times(from), [1, 2, 3])
    assert.deepEqual(times(from + HOUR - 1), [1, 2, 3])
    assert.deepEqual(times(from + HOUR), [2, 3])
    assert.deepEqual(buildAirSeries(hours, from + 3 * HOUR), { available: false, points: [] })
    assert.deepEqual(buildAirSeries([], from), { available: false, points: [] })
  })

  it('takes the hours that are over into the means', () => {
    const hours = sent(Array.from({ length: 24 }, () => ({ pm10: 30 })))
    const { points } = buildAirSeries(hours, from + 23 * HOUR)
    assert.deepEqual(
      points.map(({ usIndex }) => usIndex?.value),
      [28],
    )
  })

  it('does not know what is impossible', () => {
    const { points } = buildAirSeries(
      sent([{ pm25: 5_000, pm10: 15_001, co: -0.1, o3: 0, pollen: { ...NO_POLLEN, grass: 50_001, birch: 50_000 } }]),
      from,
    )
    assert.deepEqual(
      points.map(({ pm25, pm10, co, o3, pollen }) => [pm25, pm10, co, o3, pollen?.grass, pollen?.birch]),
      [[5_000, null, null, 0, null, 50_000]],
    )
  })

  it('has no pollen where none of the plants is known', () => {
    const [none, some] = buildAirSeries(
      sent([
        { o3: 1, pollen: NO_POLLEN },
        { o3: 1, pollen: { ...NO_POLLEN, olive: 0 } },
      ]),
      from,
    ).points
    assert.equal(none?.pollen, null)
    assert.deepEqual(some?.pollen, { ...NO_POLLEN, olive: 0 })
  })

  it('shows the European index in Europe, the US one elsewhere', () => {
    for (const zone of ['Europe/Berlin', 'Arctic/Longyearbyen', 'Atlantic/Canary', 'Asia/Nicosia'])
      assert.equal(chooseLocalAirIndex(zone), 'europeanIndex')
    for (const zone of ['America/New_York', 'Atlantic/Bermuda', 'Asia/Tokyo', 'Australia/Sydney', 'UTC', 'Etc/GMT-1'])
      assert.equal(chooseLocalAirIndex(zone), 'usIndex')
  })
})
