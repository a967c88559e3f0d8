import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listExtraDays } from '../../weather/src/hazards/air-and-sea.ts'
import { type Forecast, hasHazardData, listForecastHazards } from '../../weather/src/hazards/forecast.ts'
import { type ExtraHazard, FORECAST_HAZARDS, isExtraHazard } from '../../weather/src/hazards/hazard.ts'
import { formatInstant } from '../../weather/src/instant.ts'
import { HOUR_MS } from '../../weather/src/time.ts'
import { transformAir } from './open-meteo/air.ts'
import { transformMarine } from './open-meteo/marine.ts'
import { decodeOpenMeteoForecast } from './open-meteo/schema.ts'
import { transformAirPollution } from './openweather/air-pollution.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const HOURS = 96
const times = Array.from({ length: HOURS }, (_, index) => NOW / 1_000 + index * 3_600)
const at = (hour: number) => formatInstant(NOW + hour * HOUR_MS)

/** What a quantity is in each hour from now on. */
type Course = (hour: number) => number | null
const during =
  (from: number, until: number, value: number | null, otherwise: number | null = 0): Course =>
  (hour) =>
    hour >= from && hour < until ? value : otherwise

function openMeteo(columns: Readonly<Record<string, Course>>) {
  const hourly = Object.fromEntries(Object.entries(columns).map(([name, course]) => [name, times.map((_, hour) => course(hour))]))
  const answer = decodeOpenMeteoForecast(
    { latitude: 50, longitude: 8, timezone: 'Europe/Berlin', utc_offset_seconds: 7_200, hourly: { time: times, ...hourly } },
    NOW,
  )
  assert.ok(answer !== null)
  return answer
}

const airOf = (columns: Readonly<Record<string, Course>>, timezone: string | null = 'Europe/Berlin'): Forecast => ({
  air: transformAir(openMeteo({ pm2_5: () => 3, pm10: () => 5, ozone: () => 40, ...columns }), NOW),
  timezone,
})
const pollenOf = (columns: Readonly<Record<string, Course>>) =>
  airOf(Object.fromEntries(Object.entries(columns).map(([plant, course]) => [`${plant}_pollen`, course])))
const seaOf = (wave_height: Course): Forecast => ({ marine: transformMarine(openMeteo({ wave_height }), NOW) })

function openWeatherAir(o3: Course): Forecast {
  const list = times.map((dt, hour) => ({ dt, main: { aqi: 1 }, components: { o3: o3(hour), pm2_5: 3, pm10: 5, no2: 4, so2: 1, co: 200 } }))
  return { air: transformAirPollution({ coord: { lat: 50, lon: 8 }, list }, NOW), timezone: 'Europe/Berlin' }
}

const question = (hazard: ExtraHazard, threshold: number | null = null, from = NOW) => ({
  hazard,
  threshold,
  from,
  until: NOW + 48 * HOUR_MS,
})
/** Spells from now on, as `2–5 h: 2`. */
const spells = (forecast: Forecast, ...asked: Parameters<typeof question>) =>
  listForecastHazards(forecast, question(...asked)).map(({ start, end, peak }) => {
    const hour = (instant: string) => (Date.parse(instant) - NOW) / HOUR_MS
    return `${hour(start)}–${hour(end)} h: ${peak}`
  })

/** A forecast just below the default threshold from the fifth hour to the eighth, one at it, and one above. 120 µg/m³ of ozone end "moderate". */
const ROWS: Readonly<
  Record<ExtraHazard, Readonly<Record<string, readonly [below: Forecast, at: Forecast, above: Forecast, level: number]>>>
> = {
  airQuality: {
    openweather: [openWeatherAir(during(5, 8, 120, 40)), openWeatherAir(during(5, 8, 121, 40)), openWeatherAir(during(5, 8, 300, 40)), 2],
    openMeteo: [
      airOf({ ozone: during(5, 8, 120, 40) }),
      airOf({ ozone: during(5, 8, 121, 40) }),
      airOf({ ozone: during(5, 8, 300, 40) }),
      2,
    ],
  },
  pollen: {
    openMeteo: [pollenOf({ birch: () => 89.9 }), pollenOf({ birch: () => 90 }), pollenOf({ birch: () => 2_000 }), 3],
  },
  marine: {
    openMeteo: [seaOf(during(5, 8, 2.49)), seaOf(during(5, 8, 2.5)), seaOf(during(5, 8, 9)), 2.5],
  },
}

describe('air and sea in a forecast', () => {
  it('are all that forecasts show besides the weather', () => assert.deepEqual(Object.keys(ROWS), FORECAST_HAZARDS.filter(isExtraHazard)))

  for (const hazard of Object.keys(ROWS) as ExtraHazard[])
    for (const [source, [below, reached, above, peak]] of Object.entries(ROWS[hazard])) {
      it(`${hazard}, ${source}, below, at and above its threshold`, () => {
        const found = (forecast: Forecast) => listForecastHazards(forecast, question(hazard))
        assert.deepEqual(found(below), [])
        assert.equal(hasHazardData(below, question(hazard)), true)
        assert.deepEqual(
          found(reached).map((spell) => spell.peak),
          [peak],
        )
        assert.equal(found(above).length, 1)
        if (hazard !== 'pollen')
          assert.deepEqual({ start: found(above)[0]?.start, end: found(above)[0]?.end }, { start: at(5), end: at(8) })
      })
    }

  it('are unknown without the scope, and where a source has nothing of them', () => {
    for (const forecast of [
      {},
      { air: null, marine: null },
      seaOf(() => null),
      airOf({}, null),
      { hourly: { available: true, points: [] } },
    ])
      for (const hazard of ['airQuality', 'pollen', 'marine'] as const) {
        assert.equal(hasHazardData(forecast, question(hazard)), false)
        assert.deepEqual(listForecastHazards(forecast, question(hazard, hazard === 'marine' ? 0.5 : 1)), [])
      }
    assert.equal(
      hasHazardData(
        openWeatherAir(() => 40),
        question('pollen'),
      ),
      false,
    )
  })
})

describe('bad air', () => {
  it('counts by the index of the place: the same ozone is worse for an hour in Europe than by the US mean of eight', () => {
    const columns = { ozone: during(10, 12, 200, 40) }
    assert.deepEqual(spells(airOf(columns), 'airQuality'), ['10–12 h: 4'])
    assert.deepEqual(spells(airOf(columns, 'America/New_York'), 'airQuality'), [])
  })

  it('states the highest value of the index with its level', () => {
    const [spell] = listForecastHazards(airOf({ ozone: (hour) => (hour === 6 ? 180 : hour === 5 ? 140 : 40) }), question('airQuality'))
    assert.deepEqual(
      { peak: spell?.peak, peakAt: spell?.peakAt, detail: spell?.detail },
      { peak: 3, peakAt: at(6), detail: { of: 'europeanIndex', value: 100 } },
    )
  })

  it('of several afternoons is one event', () => {
    const ozone: Course = (hour) => (hour % 24 < 3 && hour > 10 ? 150 : 40)
    assert.deepEqual(spells(airOf({ ozone }), 'airQuality'), ['24–75 h: 2'])
  })
})

describe('pollen', () => {
  it('counts by the mean of the day around an hour: a peak of an hour does not count, a day does', () => {
    assert.deepEqual(spells(pollenOf({ birch: during(30, 31, 1_000) }), 'pollen'), [])
    assert.deepEqual(spells(pollenOf({ birch: during(24, 48, 100) }), 'pollen'), ['34–39 h: 3'])
    assert.deepEqual(spells(pollenOf({ birch: during(24, 48, 1_000) }), 'pollen'), ['15–58 h: 3'])
  })

  it('begins at once where the first 24 hours are bad, and ends half a day before what is known', () => {
    const [spell] = listForecastHazards(pollenOf({ grass: () => 30 }), question('pollen'))
    assert.deepEqual(
      { start: spell?.start, isStartKnown: spell?.isStartKnown, isEndKnown: spell?.isEndKnown },
      { start: at(0), isStartKnown: false, isEndKnown: false },
    )
    assert.deepEqual(spell?.detail, { of: 'grass', value: 30 })
    // 18 of 24 hours suffice.
    assert.equal(spell?.end, at(HOURS - 5))
  })

  it('of which too few hours are known is unknown', () => {
    const known = (hours: number) => hasHazardData(pollenOf({ olive: during(0, hours, 5, null) }), question('pollen'))
    assert.deepEqual([known(17), known(18)], [false, true])
  })
})

describe('waves', () => {
  it('lower than the threshold for up to two hours are one event', () => {
    assert.deepEqual(
      spells(
        seaOf((hour) => (hour === 7 || hour === 8 ? 1 : hour >= 5 && hour < 12 ? 3 : 0)),
        'marine',
      ),
      ['5–12 h: 3'],
    )
    assert.deepEqual(spells(seaOf(during(5, 12, 3)), 'marine', 3.1), [])
  })
})

describe('the days of air and sea', () => {
  it('are the worst of each day at the place, of the first what is to come', () => {
    // 12:00 UTC is 14:00 in Berlin and 22:00 in Sydney.
    const { marine = null } = seaOf((hour) => (hour === 0 ? 9 : hour === 5 ? 2 : hour === 20 ? 4 : 1))
    const days = (timezone: string, from = NOW) =>
      listExtraDays('marine', { marine, timezone }, from).map(({ date, value }) => `${date.slice(8)}: ${value}`)
    assert.deepEqual(days('Europe/Berlin').slice(0, 3), ['01: 9', '02: 4', '03: 1'])
    assert.deepEqual(days('Australia/Sydney').slice(0, 3), ['01: 9', '02: 4', '03: 1'])
    assert.deepEqual(days('Europe/Berlin', NOW + HOUR_MS).slice(0, 2), ['01: 2', '02: 4'])
  })

  it('say what a level stands for, and leave out days of which nothing is known', () => {
    const { air = null } = airOf({ ozone: during(0, 20, 180, null), pm2_5: () => null, pm10: () => null })
    const days = listExtraDays('airQuality', { air, timezone: 'Europe/Berlin' }, NOW)
    assert.deepEqual(days, [
      { date: '2026-07-01', value: 3, detail: { of: 'europeanIndex', value: 100 } },
      { date: '2026-07-02', value: 3, detail: { of: 'europeanIndex', value: 100 } },
    ])
  })
})
