import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSkyWords, readWeatherWords } from './conditions.ts'

/** The documented list of conditions (type_1 to type_43, in English), as of November 2026; null: the sky decides. */
const DOCUMENTED = {
  'Blowing Or Drifting Snow': 'snow',
  Drizzle: 'drizzle',
  'Heavy Drizzle': 'drizzle',
  'Light Drizzle': 'drizzle',
  'Heavy Drizzle/Rain': 'rain',
  'Light Drizzle/Rain': 'rain',
  'Dust storm': 'dust',
  Fog: 'fog',
  'Freezing Drizzle/Freezing Rain': 'freezing_rain',
  'Heavy Freezing Drizzle/Freezing Rain': 'freezing_rain',
  'Light Freezing Drizzle/Freezing Rain': 'freezing_rain',
  'Freezing Fog': 'fog',
  'Heavy Freezing Rain': 'freezing_rain',
  'Light Freezing Rain': 'freezing_rain',
  'Funnel Cloud/Tornado': 'tornado',
  'Hail Showers': 'hail',
  Ice: 'sleet',
  'Lightning Without Thunder': null,
  Mist: 'mist',
  'Precipitation In Vicinity': null,
  Rain: 'rain',
  'Heavy Rain And Snow': 'sleet',
  'Light Rain And Snow': 'sleet',
  'Rain Showers': 'rain_showers',
  'Heavy Rain': 'heavy_rain',
  'Light Rain': 'light_rain',
  'Sky Coverage Decreasing': null,
  'Sky Coverage Increasing': null,
  'Sky Unchanged': null,
  'Smoke Or Haze': 'haze',
  Snow: 'snow',
  'Snow And Rain Showers': 'sleet',
  'Snow Showers': 'snow_showers',
  'Heavy Snow': 'heavy_snow',
  'Light Snow': 'light_snow',
  Squalls: 'squall',
  Thunderstorm: 'thunderstorm',
  'Thunderstorm Without Precipitation': 'thunderstorm',
  'Diamond Dust': 'light_snow',
  Hail: 'hail',
  Overcast: null,
  'Partially cloudy': null,
  Clear: null,
} as const

describe('the words of conditions', () => {
  it('are all of those documented', () => {
    assert.equal(Object.keys(DOCUMENTED).length, 43)
    for (const [words, condition] of Object.entries(DOCUMENTED)) assert.equal(readWeatherWords(words), condition, words)
  })

  it('may be several, of which the one that matters most counts', () => {
    assert.equal(readWeatherWords('Rain, Overcast'), 'rain')
    assert.equal(readWeatherWords('Snow, Rain, Partially cloudy'), 'sleet')
    assert.equal(readWeatherWords('Hail, Thunderstorm, Rain'), 'thunderstorm_hail')
    assert.equal(readWeatherWords('Rain, Funnel Cloud/Tornado, Overcast'), 'tornado')
    assert.equal(readWeatherWords('Squalls, Partially cloudy'), 'squall')
  })

  it('name the sky at least', () => {
    assert.deepEqual(['Overcast', 'Partially cloudy', 'Clear', 'Sky Unchanged'].map(readSkyWords), [
      'overcast',
      'partly_cloudy',
      'clear',
      null,
    ])
  })
})
