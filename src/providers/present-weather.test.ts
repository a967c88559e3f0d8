import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { presentWeather, skyCondition, stationCondition } from './present-weather.ts'

describe('present weather', () => {
  for (const [codes, expected] of [
    ['', 'nothing'],
    ['NSW', 'nothing'],
    ['VCSH', 'nothing'],
    ['VCTS RERA', 'nothing'],
    ['-RA', 'light_rain'],
    ['RA', 'rain'],
    ['+RA BR', 'heavy_rain'],
    ['-SHRA', 'rain_showers'],
    ['+SHRA', 'heavy_rain'],
    ['-DZ BR', 'drizzle'],
    ['-FZDZ', 'freezing_drizzle'],
    ['FZRA', 'freezing_rain'],
    ['-SN', 'light_snow'],
    ['SN BLSN', 'snow'],
    ['+SN FZFG', 'heavy_snow'],
    ['-SHSN', 'snow_showers'],
    ['SG', 'light_snow'],
    ['RASN', 'sleet'],
    ['-RA -SN', 'sleet'],
    ['-PL', 'sleet'],
    ['SHGR', 'hail'],
    ['GS', 'hail'],
    ['-TSRA', 'thunderstorm'],
    ['+TSRAGR', 'thunderstorm_hail'],
    ['TS BR', 'thunderstorm'],
    ['SQ', 'squall'],
    ['+FC', 'tornado'],
    ['FZFG', 'fog'],
    ['BCFG', 'fog'],
    ['MIFG', 'mist'],
    ['BR', 'mist'],
    ['HZ', 'haze'],
    ['FU HZ', 'smoke'],
    ['BLDU', 'dust'],
    ['VA', 'ash'],
    ['BLSN', 'unclear'],
    ['UP', 'unclear'],
    ['IC', 'unclear'],
    ['?', 'unclear'],
  ] as const)
    it(`${codes || 'none'} is ${expected}`, () => assert.equal(presentWeather(codes), expected))
})

describe('the sky', () => {
  it('is described by its densest layer', () => {
    assert.equal(skyCondition(['CLR']), 'clear')
    assert.equal(skyCondition(['FEW']), 'mostly_clear')
    assert.equal(skyCondition(['FEW', 'BKN', 'SCT']), 'mostly_cloudy')
    assert.equal(skyCondition(['SCT', 'OVC']), 'overcast')
  })

  it('is unknown where the code leaves it open', () => {
    for (const amounts of [[], ['CAVOK'], ['NSC'], ['NCD'], ['VV'], ['OVX'], ['FEW', 'VV'], ['undefined']])
      assert.equal(skyCondition(amounts), null)
  })

  it('counts only without present weather', () => {
    assert.equal(stationCondition('nothing', ['SCT']), 'partly_cloudy')
    assert.equal(stationCondition('rain', ['SCT']), 'rain')
    assert.equal(stationCondition('unclear', ['SCT']), null)
  })
})
