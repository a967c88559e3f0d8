import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { MIN_HEIGHT_DIFFERENCE, measuredCurrent, relativeHumidity, WEATHER_GROUPS } from './measured.ts'
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
    const { data, kinds, station, heightCorrection } = measuredCurrent(ANALYSIS, measuredAt(COMPLETE), null)
    assert.deepEqual(data, {
      ...ANALYSIS,
      ...COMPLETE,
      humidity: 87,
      // The analysis felt three degrees below its temperature.
      feelsLike: 1,
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
      precipitation: 'analysis',
      weather: 'observation',
    })
    assert.equal(station?.station.id, 'EDDB')
    assert.equal(heightCorrection, null)
  })

  it('is the analysis without one, or if nothing was measured', () => {
    for (const station of [null, measuredAt({})]) {
      const { data, kinds, station: named } = measuredCurrent(ANALYSIS, station, null)
      assert.deepEqual(data, ANALYSIS)
      assert.equal(named, null)
      assert.ok(Object.values(kinds).every((kind) => kind !== 'observation'))
    }
  })

  it('mixes nothing within a group', () => {
    const variable = measuredCurrent(ANALYSIS, measuredAt({ windSpeed: 1, windDirection: null }), null).data
    assert.deepEqual([variable.windSpeed, variable.windDirection], [1, null])
    const damp = measuredCurrent(ANALYSIS, measuredAt({ dewPoint: 5 }), null).data
    assert.deepEqual([damp.dewPoint, damp.humidity], [5, null])
    // What the station sends counts before what can be computed.
    const sent = measuredCurrent(ANALYSIS, measuredAt({ temperature: 4, dewPoint: 2, humidity: 85 }), null).data
    assert.equal(sent.humidity, 85)
  })

  it('has no felt temperature if the analysis knows no temperature', () => {
    const { data } = measuredCurrent({ ...ANALYSIS, temperature: null }, measuredAt({ temperature: 4 }), null)
    assert.deepEqual([data.temperature, data.feelsLike], [4, null])
  })

  it('loses an analysed dew point that the measured temperature refutes', () => {
    const { data, kinds } = measuredCurrent(ANALYSIS, measuredAt({ temperature: 0.5 }), null)
    assert.deepEqual([data.dewPoint, data.humidity, kinds.humidity], [null, 87, 'analysis'])
    assert.equal(measuredCurrent(ANALYSIS, measuredAt({ temperature: 1 }), null).data.dewPoint, 4)
  })

  it('loses an analysed gust below the wind that was measured', () => {
    const { data, kinds } = measuredCurrent(ANALYSIS, measuredAt({ windSpeed: 8.1 }), null)
    assert.deepEqual([data.windGust, kinds.gust], [null, null])
    assert.equal(measuredCurrent(ANALYSIS, measuredAt({ windSpeed: 8 }), null).data.windGust, 8)
  })

  it('keeps an analysed visibility that is beyond what a station can report', () => {
    const least = { visibility: 9_656, isVisibilityLeast: true }
    assert.equal(measuredCurrent(ANALYSIS, measuredAt(least), null).data.visibility, 24_000)
    assert.equal(measuredCurrent({ ...ANALYSIS, visibility: 5_000 }, measuredAt(least), null).data.visibility, 9_656)
    assert.equal(measuredCurrent(ANALYSIS, measuredAt({ visibility: 9_656 }), null).data.visibility, 9_656)
  })
})

describe('the height of a temperature', () => {
  it('is the place’s, at 6.5 °C per kilometre, if the two differ by more than 50 m', () => {
    const heights = { place: 340, analysis: null }
    const { data, heightCorrection } = measuredCurrent(ANALYSIS, measuredAt({ temperature: 4 }, 240), heights)
    assert.deepEqual([data.temperature, data.feelsLike, heightCorrection], [3.3, 0.3, { from: 240, to: 340, added: -0.7 }])
    assert.equal(measuredCurrent(ANALYSIS, measuredAt({ temperature: 4 }, 290), heights).heightCorrection, null)
    assert.deepEqual(measuredCurrent(ANALYSIS, measuredAt({ temperature: 4 }, 391), heights).heightCorrection, {
      from: 391,
      to: 340,
      added: 0.3,
    })
  })

  it('of an analysis is corrected too, by its own height', () => {
    const { data, heightCorrection } = measuredCurrent(ANALYSIS, null, { place: 100, analysis: 1_100 })
    assert.deepEqual([data.temperature, data.feelsLike, data.dewPoint, heightCorrection?.added], [12.5, 9.5, 4, 6.5])
    const wind = measuredAt({ windSpeed: 3 }, 240)
    assert.deepEqual(measuredCurrent(ANALYSIS, wind, { place: 100, analysis: 1_100 }).heightCorrection?.from, 1_100)
  })

  it('stays if it is unknown, or if it is not wanted', () => {
    for (const [height, heights] of [
      [null, { place: 340, analysis: 340 }],
      [240, { place: null, analysis: 340 }],
      [240, null],
    ] as const)
      assert.equal(measuredCurrent(ANALYSIS, measuredAt({ temperature: 4 }, height), heights).data.temperature, 4)
    const unknown = measuredCurrent({ ...ANALYSIS, temperature: null }, null, { place: 100, analysis: 1_100 })
    assert.equal(unknown.heightCorrection, null)
  })

  it('leaves no dew point above the temperature', () => {
    const { data } = measuredCurrent(ANALYSIS, measuredAt({ temperature: 4, dewPoint: 4 }, 240), { place: 340, analysis: null })
    assert.deepEqual([data.temperature, data.dewPoint], [3.3, 3.3])
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
  })

  it('agree on what is measured: such a value is the station’s, any other the analysis’s or unknown', () => {
    fc.assert(
      fc.property(readings, fc.option(fc.integer({ min: -100, max: 2_000 })), value(-30, 40), (reading, place, temperature) => {
        const analysis = { ...ANALYSIS, temperature }
        const { data, kinds, station, heightCorrection } = measuredCurrent(analysis, measuredAt(reading, 300), { place, analysis: null })
        const isOff = place !== null && Math.abs(300 - place) > MIN_HEIGHT_DIFFERENCE && reading.temperature !== null
        assert.equal(heightCorrection !== null, isOff)
        for (const [group, fields] of Object.entries(WEATHER_GROUPS) as [keyof typeof kinds, readonly (keyof CurrentWeather)[]][])
          for (const field of fields) {
            if (field === 'feelsLike' || (isOff && (field === 'temperature' || field === 'dewPoint'))) continue
            if (data[field] === null || field === 'humidity') continue
            const source = kinds[group] === 'observation' ? reading : analysis
            assert.equal(data[field], source[field as keyof typeof source], field)
          }
        assert.equal(station !== null, Object.values(kinds).includes('observation'))
        assert.ok(data.windSpeed === null || data.windGust === null || reading.windGust !== null || data.windGust >= data.windSpeed)
      }),
    )
  })
})

describe('relative humidity', () => {
  it('agrees with observed pairs', () => {
    assert.equal(relativeHumidity(20, 20), 100)
    // Observed by the National Weather Service: 92.8 % at −3 and −4 °C, 63.8 % at −1 and −7 °C.
    assert.equal(relativeHumidity(-3, -4), 93)
    assert.equal(relativeHumidity(-1, -7), 64)
    assert.equal(relativeHumidity(10, 11), 100)
    assert.equal(relativeHumidity(null, 3), null)
  })
})
