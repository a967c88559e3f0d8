import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { CONDITIONS, DRY_CONDITIONS } from './condition.ts'
import { computeFeltTemperature } from './felt-temperature.ts'
import { listGroupFields, WEATHER_GROUPS } from './groups.ts'
import { MIN_HEIGHT_DIFFERENCE, buildMeasuredCurrent } from './measured.ts'
import { NOTHING_MEASURED } from './measurements.ts'
import type { CurrentWeather } from './model.ts'
import { type NearbyReport, NO_READING, type StationReading } from './station.ts'

const ANALYSIS: CurrentWeather = {
  ...NOTHING_MEASURED,
  kind: 'analysis',
  observedAt: '2026-11-21T12:00:00Z',
  temperature: 6,
  feelsLike: 3,
  dewPoint: 4,
  humidity: 87,
  pressure: 1_010,
  cloudCover: 90,
  visibility: 24_000,
  windSpeed: 5,
  windGust: 8,
  windDirection: 250,
  precipitation: 0.4,
  condition: 'rain',
  providerCode: 61,
  isDay: true,
  sunrise: null,
  sunset: null,
}

function measuredAt(reading: Partial<StationReading>, height: number | null = 40): NearbyReport {
  return {
    station: { source: 'aviation-weather', id: 'EDDB', name: 'Berlin', lat: 52.36, lon: 13.5, height },
    reading: { ...NO_READING, observedAt: '2026-11-21T11:50:00Z', ...reading },
    distanceKm: 7.2,
  }
}

const COMPLETE = {
  temperature: 4,
  dewPoint: 2,
  pressure: 1_009,
  windSpeed: 6,
  windDirection: 240,
  windGust: 9,
  visibility: 3_000,
  condition: 'mist',
} as const

describe('current weather with a station', () => {
  it('has what was measured in place of the analysis, and says of each group which it is', () => {
    const { data, kinds, computed, station, heightCorrection } = buildMeasuredCurrent(ANALYSIS, measuredAt(COMPLETE), null)
    assert.deepEqual(data, {
      ...ANALYSIS,
      ...COMPLETE,
      humidity: 87,
      // Of 4 °C, 87 % and 6 m/s: not that of the analysis.
      feelsLike: -1.9,
      // It rained, according to the analysis.
      precipitation: null,
      providerCode: null,
    })
    assert.deepEqual(kinds, {
      temperature: 'observation',
      feelsLike: 'analysis',
      humidity: 'observation',
      pressure: 'observation',
      cloudCover: 'analysis',
      visibility: 'observation',
      uvIndex: null,
      wind: 'observation',
      gust: 'observation',
      precipitation: null,
      weather: 'observation',
    })
    assert.deepEqual(computed, ['humidity', 'feelsLike'])
    assert.equal(station?.station.id, 'EDDB')
    assert.equal(heightCorrection, null)
  })

  it('is the analysis without one, or if nothing was measured', () => {
    for (const station of [null, measuredAt({})]) {
      const { data, kinds, station: named } = buildMeasuredCurrent(ANALYSIS, station, null)
      assert.deepEqual(data, ANALYSIS)
      assert.equal(named, null)
      assert.ok(Object.values(kinds).every((kind) => kind !== 'observation'))
    }
  })

  it('mixes nothing within a group', () => {
    const variable = buildMeasuredCurrent(ANALYSIS, measuredAt({ windSpeed: 1, windDirection: null }), null).data
    assert.deepEqual({ windSpeed: variable.windSpeed, windDirection: variable.windDirection }, { windSpeed: 1, windDirection: null })
    const damp = buildMeasuredCurrent(ANALYSIS, measuredAt({ dewPoint: 5 }), null).data
    assert.deepEqual({ dewPoint: damp.dewPoint, humidity: damp.humidity }, { dewPoint: 5, humidity: null }, 'without its temperature')
    // What the station sends counts before what can be computed.
    const sent = buildMeasuredCurrent(ANALYSIS, measuredAt({ temperature: 4, dewPoint: 2, humidity: 85 }), null).data
    assert.equal(sent.humidity, 85)
  })

  it('computes the felt temperature of what is shown, and none without wind or humidity', () => {
    const felt = (change: Partial<CurrentWeather>, reading: Partial<StationReading>) =>
      buildMeasuredCurrent({ ...ANALYSIS, ...change }, measuredAt(reading), null).data.feelsLike
    assert.equal(felt({}, { windSpeed: 0 }), computeFeltTemperature(6, 87, 0))
    assert.equal(felt({ temperature: null, dewPoint: null }, { temperature: 4 }), computeFeltTemperature(4, 87, 5))
    assert.equal(felt({ humidity: null, dewPoint: null }, { temperature: 4 }), null)
    assert.equal(felt({ windSpeed: null }, { temperature: 4 }), null)
    assert.equal(felt({}, { pressure: 1_000 }), 3, 'nothing that it depends on was measured')
  })

  it('computes the humidity for a measured temperature from the analysed dew point, or that from the humidity', () => {
    const { data, computed } = buildMeasuredCurrent(ANALYSIS, measuredAt({ temperature: 8 }), null)
    assert.deepEqual(
      { dewPoint: data.dewPoint, humidity: data.humidity, computed },
      { dewPoint: 4, humidity: 76, computed: ['humidity', 'feelsLike'] },
    )
    // The measured temperature refutes the analysed dew point.
    const cold = buildMeasuredCurrent(ANALYSIS, measuredAt({ temperature: 0.5 }), null)
    assert.deepEqual(
      { dewPoint: cold.data.dewPoint, humidity: cold.data.humidity, computed: cold.computed, kind: cold.kinds.humidity },
      { dewPoint: -1.4, humidity: 87, computed: ['dewPoint', 'feelsLike'], kind: 'analysis' },
    )
  })

  it('loses an analysed gust that the measured wind refutes: below it, or so far above it that it would have been reported', () => {
    const gust = (reading: Partial<StationReading>) => {
      const { data, kinds } = buildMeasuredCurrent(ANALYSIS, measuredAt(reading), null)
      return [data.windGust, kinds.gust]
    }
    assert.deepEqual(gust({ windSpeed: 8.1 }), [null, null])
    assert.deepEqual(gust({ windSpeed: 8 }), [8, 'analysis'])
    assert.deepEqual(gust({ windSpeed: 2.8 }), [null, null])
    assert.deepEqual(gust({ windSpeed: 0 }), [null, null])
    assert.deepEqual(gust({ windSpeed: 2.8, windGust: 9 }), [9, 'observation'])
  })

  it('loses an analysed wind above the gust that was measured', () => {
    const { data } = buildMeasuredCurrent(ANALYSIS, measuredAt({ windGust: 4.9 }), null)
    assert.deepEqual([data.windSpeed, data.windDirection, data.windGust], [null, null, 4.9])
  })

  it('shows a sky that was seen long ago only where the analysis agrees', () => {
    const condition = (analysed: CurrentWeather['condition'], seen: StationReading['condition'], isSkyYoung: boolean) =>
      buildMeasuredCurrent({ ...ANALYSIS, condition: analysed, cloudCover: null }, measuredAt({ condition: seen }), null, isSkyYoung).data
        .condition
    assert.equal(condition('rain', 'clear', true), 'clear')
    assert.equal(condition('rain', 'clear', false), 'rain')
    assert.equal(condition('clear', 'fog', false), 'clear')
    assert.equal(condition('overcast', 'clear', false), 'clear')
    assert.equal(condition('rain', 'snow', false), 'snow')
  })

  it('loses analysed weather that a report rules out, even where it names no sky', () => {
    const report = measuredAt({ isWithoutWeather: true, visibility: 9_999, isVisibilityLeast: true })
    const { data, kinds } = buildMeasuredCurrent({ ...ANALYSIS, cloudCover: 40 }, report, null)
    assert.deepEqual(
      { condition: data.condition, kind: kinds.weather, precipitation: data.precipitation, code: data.providerCode },
      { condition: 'partly_cloudy', kind: 'analysis', precipitation: null, code: null },
    )
    const unknown = buildMeasuredCurrent({ ...ANALYSIS, cloudCover: null }, report, null).data
    assert.deepEqual([unknown.condition, unknown.precipitation], [null, null])
    const dry = { ...ANALYSIS, condition: 'overcast', precipitation: 0 } as const
    assert.deepEqual(buildMeasuredCurrent(dry, report, null).data.condition, 'overcast')
    assert.equal(buildMeasuredCurrent(ANALYSIS, report, null, false).data.condition, 'rain', 'too old')
  })

  it('keeps an analysed visibility that is beyond what a station can report', () => {
    const least = { visibility: 9_656, isVisibilityLeast: true }
    assert.equal(buildMeasuredCurrent(ANALYSIS, measuredAt(least), null).data.visibility, 24_000)
    assert.equal(buildMeasuredCurrent({ ...ANALYSIS, visibility: 5_000 }, measuredAt(least), null).data.visibility, 9_656)
    assert.equal(buildMeasuredCurrent(ANALYSIS, measuredAt({ visibility: 9_656 }), null).data.visibility, 9_656)
  })
})

describe('the height of a temperature', () => {
  it('is the place’s, at 6.5 °C per kilometre, if the two differ by more than 50 m', () => {
    const heights = { place: 340, analysis: null }
    const { data, heightCorrection } = buildMeasuredCurrent(ANALYSIS, measuredAt({ temperature: 4 }, 240), heights)
    assert.deepEqual(
      { temperature: data.temperature, feelsLike: data.feelsLike, heightCorrection },
      { temperature: 3.3, feelsLike: computeFeltTemperature(3.3, data.humidity, 5), heightCorrection: { from: 240, to: 340, added: -0.7 } },
    )
    assert.equal(buildMeasuredCurrent(ANALYSIS, measuredAt({ temperature: 4 }, 290), heights).heightCorrection, null)
    assert.deepEqual(buildMeasuredCurrent(ANALYSIS, measuredAt({ temperature: 4 }, 391), heights).heightCorrection, {
      from: 391,
      to: 340,
      added: 0.3,
    })
  })

  it('of an analysis is corrected too, by its own height', () => {
    const { data, heightCorrection } = buildMeasuredCurrent(ANALYSIS, null, { place: 100, analysis: 1_100 })
    assert.deepEqual(
      { temperature: data.temperature, feelsLike: data.feelsLike, dewPoint: data.dewPoint, added: heightCorrection?.added },
      { temperature: 12.5, feelsLike: computeFeltTemperature(12.5, 56, 5), dewPoint: 4, added: 6.5 },
    )
    const wind = measuredAt({ windSpeed: 3 }, 240)
    assert.deepEqual(buildMeasuredCurrent(ANALYSIS, wind, { place: 100, analysis: 1_100 }).heightCorrection?.from, 1_100)
  })

  it('stays if it is unknown, or if it is not wanted', () => {
    for (const [height, heights] of [
      [null, { place: 340, analysis: 340 }],
      [240, { place: null, analysis: 340 }],
      [240, null],
    ] as const)
      assert.equal(buildMeasuredCurrent(ANALYSIS, measuredAt({ temperature: 4 }, height), heights).data.temperature, 4)
    const unknown = buildMeasuredCurrent({ ...ANALYSIS, temperature: null }, null, { place: 100, analysis: 1_100 })
    assert.equal(unknown.heightCorrection, null)
  })

  it('leaves no dew point above the temperature', () => {
    const { data } = buildMeasuredCurrent(ANALYSIS, measuredAt({ temperature: 4, dewPoint: 4 }, 240), { place: 340, analysis: null })
    assert.deepEqual({ temperature: data.temperature, dewPoint: data.dewPoint }, { temperature: 3.3, dewPoint: 3.3 })
  })
})

describe('any station and analysis', () => {
  const value = (min: number, max: number) => fc.option(fc.integer({ min, max }))
  const readings = fc.record({
    temperature: value(-30, 40),
    dewPoint: value(-40, 25),
    pressure: value(950, 1_050),
    windSpeed: value(0, 30),
    windDirection: value(0, 360),
    windGust: value(0, 50),
    visibility: value(0, 60_000),
    isVisibilityLeast: fc.boolean(),
    condition: fc.option(fc.constantFrom(...CONDITIONS)),
  })

  it('agree on what is measured: such a value is the station’s, any other the analysis’s or unknown', () => {
    fc.assert(
      fc.property(readings, fc.option(fc.integer({ min: -100, max: 2_000 })), value(-30, 40), (reading, place, temperature) => {
        const analysis = { ...ANALYSIS, temperature }
        const { data, kinds, computed, station, heightCorrection } = buildMeasuredCurrent(analysis, measuredAt(reading, 300), {
          place,
          analysis: null,
        })
        const isOff = place !== null && Math.abs(300 - place) > MIN_HEIGHT_DIFFERENCE && reading.temperature !== null
        assert.equal(heightCorrection !== null, isOff)
        for (const group of WEATHER_GROUPS)
          for (const field of listGroupFields(group) as (keyof CurrentWeather)[]) {
            if (computed.includes(field) || (isOff && (field === 'temperature' || field === 'dewPoint'))) continue
            if ((data[field] ?? null) === null || field === 'humidity') continue
            const source = kinds[group] === 'observation' ? reading : analysis
            assert.equal(data[field], source[field as keyof typeof source], field)
          }
        assert.equal(station !== null, Object.values(kinds).includes('observation'))
        // An oracle that knows nothing of the table.
        const { windSpeed, windGust, dewPoint, condition, precipitation, visibility } = data
        assert.ok(
          windSpeed === null || windGust === null || windGust >= windSpeed || (reading.windGust !== null && reading.windSpeed !== null),
        )
        const isTogether = (reading.temperature === null) === (reading.dewPoint === null)
        assert.ok(dewPoint === null || data.temperature === null || dewPoint <= data.temperature || isTogether)
        if (condition !== null && precipitation !== null && kinds.weather === 'observation')
          assert.equal(precipitation > 0, !DRY_CONDITIONS.includes(condition), `${condition} ${precipitation}`)
        if (condition === 'fog' && kinds.visibility === 'analysis' && visibility !== null) assert.ok(visibility < 1_000)
        if (kinds.feelsLike !== null && (reading.temperature !== null || reading.windSpeed !== null) && computed.includes('feelsLike'))
          assert.equal(data.feelsLike, computeFeltTemperature(data.temperature, data.humidity, windSpeed))
      }),
    )
  })
})
