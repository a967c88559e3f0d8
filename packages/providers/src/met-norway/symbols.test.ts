import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSymbol } from './symbols.ts'

/** The 41 symbols of the service's documentation, without suffixes, as spelt there; compared on 2026-11-29. */
const DOCUMENTED = {
  clearsky: 'clear',
  fair: 'mostly_clear',
  partlycloudy: 'partly_cloudy',
  cloudy: 'overcast',
  fog: 'fog',
  lightrain: 'light_rain',
  rain: 'rain',
  heavyrain: 'heavy_rain',
  lightrainandthunder: 'thunderstorm',
  rainandthunder: 'thunderstorm',
  heavyrainandthunder: 'thunderstorm',
  lightrainshowers: 'rain_showers',
  rainshowers: 'rain_showers',
  heavyrainshowers: 'heavy_rain',
  lightrainshowersandthunder: 'thunderstorm',
  rainshowersandthunder: 'thunderstorm',
  heavyrainshowersandthunder: 'thunderstorm',
  lightsleet: 'sleet',
  sleet: 'sleet',
  heavysleet: 'sleet',
  lightsleetandthunder: 'thunderstorm',
  sleetandthunder: 'thunderstorm',
  heavysleetandthunder: 'thunderstorm',
  lightsleetshowers: 'sleet',
  sleetshowers: 'sleet',
  heavysleetshowers: 'sleet',
  lightssleetshowersandthunder: 'thunderstorm',
  sleetshowersandthunder: 'thunderstorm',
  heavysleetshowersandthunder: 'thunderstorm',
  lightsnow: 'light_snow',
  snow: 'snow',
  heavysnow: 'heavy_snow',
  lightsnowandthunder: 'thunderstorm',
  snowandthunder: 'thunderstorm',
  heavysnowandthunder: 'thunderstorm',
  lightsnowshowers: 'snow_showers',
  snowshowers: 'snow_showers',
  heavysnowshowers: 'heavy_snow',
  lightssnowshowersandthunder: 'thunderstorm',
  snowshowersandthunder: 'thunderstorm',
  heavysnowshowersandthunder: 'thunderstorm',
}

describe('readSymbol', () => {
  it('knows every documented symbol, the misspelt ones as they are', () => {
    for (const [code, condition] of Object.entries(DOCUMENTED)) {
      const symbol = readSymbol(code)
      assert.equal(symbol?.condition, condition, code)
      assert.equal(symbol?.falls ?? null, /sleet|snow|rain/.exec(code)?.[0] ?? null, code)
    }
  })

  it('reads day and night from the suffix; polar twilight is not day', () => {
    assert.deepEqual(
      ['fair_day', 'fair_night', 'fair_polartwilight', 'cloudy', 'lightssnowshowersandthunder_night'].map(
        (code) => readSymbol(code)?.isDay,
      ),
      [true, false, false, null, false],
    )
  })

  it('knows nothing else', () => {
    for (const code of [undefined, null, 3, '', 'Rain', 'rain_noon', 'heavycloudy', 'lightfog', 'showers', 'rain_day_day', 'andthunder'])
      assert.equal(readSymbol(code), null)
  })
})
