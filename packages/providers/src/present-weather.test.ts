import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePresentWeather, deduceSkyCondition, deduceStationCondition } from './present-weather.ts'

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
    ['FC', 'tornado'],
    ['+SQ BR', 'squall'],
    ['SS', 'dust'],
    ['+DS', 'dust'],
    ['PO', 'dust'],
    ['BLPY', 'unclear'],
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
    it(`${codes || 'none'} is ${expected}`, () => assert.equal(parsePresentWeather(codes), expected))
})

/** WMO code table 4678, and spray as in the United States: all phenomena and qualifiers (edition of 2019, compared on 2026-11-29). */
const PHENOMENA = 'DZ RA SN SG IC PL GR GS UP BR FG FU VA DU SA HZ PY PO SQ FC SS DS'.split(' ')
const QUALIFIERS = ['', '-', '+', 'MI', 'BC', 'PR', 'DR', 'BL', 'SH', 'TS', 'FZ']

it('is known for every phenomenon, with any qualifier, unless it is unclear by nature', () => {
  const unclear = QUALIFIERS.flatMap((qualifier) =>
    PHENOMENA.flatMap((phenomenon) => (parsePresentWeather(qualifier + phenomenon) === 'unclear' ? qualifier + phenomenon : [])),
  )
  const hard = new Set(['IC', 'UP', 'PY'])
  assert.deepEqual(
    unclear.filter((code) => !hard.has(code.slice(-2))),
    ['DRSN', 'BLSN'],
  )
})

describe('the sky', () => {
  it('is described by its densest layer', () => {
    assert.equal(deduceSkyCondition(['CLR']), 'clear')
    assert.equal(deduceSkyCondition(['FEW']), 'mostly_clear')
    assert.equal(deduceSkyCondition(['FEW', 'BKN', 'SCT']), 'mostly_cloudy')
    assert.equal(deduceSkyCondition(['SCT', 'OVC']), 'overcast')
  })

  it('is unknown where the code leaves it open', () => {
    for (const amounts of [[], ['CAVOK'], ['NSC'], ['NCD'], ['VV'], ['OVX'], ['FEW', 'VV'], ['undefined']])
      assert.equal(deduceSkyCondition(amounts), null)
  })

  it('counts only without present weather', () => {
    assert.equal(deduceStationCondition('nothing', ['SCT']), 'partly_cloudy')
    assert.equal(deduceStationCondition('rain', ['SCT']), 'rain')
    assert.equal(deduceStationCondition('unclear', ['SCT']), null)
  })
})
