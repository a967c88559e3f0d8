import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildTestSubscriber } from '../testing/decisions.ts'
import { describeHazardLimits, formatForecastValue, describeSubscriberPreferences } from './preference-text.ts'

describe('preferences in words', () => {
  it('are those of each subscription; the first sets when mails are sent', () => {
    const subscriber = buildTestSubscriber(
      {
        prefs: {
          official: true,
          wind: { minGustKmh: 70 },
          fog: true,
          minSeverity: 'severe',
          leadHours: 6,
          cooldownMinutes: 90,
          notifyCancelled: true,
        },
      },
      { prefs: { cold: { maxC: -15 }, snow: { minMm: 10, minProbability: 0.7 } }, frequency: 'daily' },
    )
    assert.deepEqual(describeSubscriberPreferences(subscriber), [
      'wants all official warnings, wind from 70 km/h on, fog; from severity severe on; lead time 6 h; cooldown 1 h 30 min; cancellations too',
      'told immediate; no quiet hours (UTC)',
      'also subscription subscription of the same address:',
      'wants snow from 10 mm in 24 h on (from a chance of 70 % on), cold from -15 °C down; any severity; lead time 12 h; cooldown 6 h 0 min; no cancellations',
    ])
    assert.deepEqual(describeSubscriberPreferences(null), [])
  })

  it('may be nothing, and may be quiet, but for extreme warnings or not', () => {
    const lines = (quietHours: object) =>
      describeSubscriberPreferences(
        buildTestSubscriber({ prefs: { official: false, thunderstorm: false, quietHours }, timezone: 'Asia/Tokyo' }),
      )
    const quiet = { from: '22:00', to: '07:00' }
    assert.match(lines(quiet)[0] ?? '', /^wants nothing; /)
    assert.equal(
      lines({ ...quiet, exceptExtreme: true })[1],
      'told immediate; quiet from 22:00 to 07:00 (Asia/Tokyo) but for extreme warnings',
    )
    assert.equal(lines({ ...quiet, exceptExtreme: false })[1], 'told immediate; quiet from 22:00 to 07:00 (Asia/Tokyo)')
  })

  it('have their units, and values of forecasts are given in the same', () => {
    assert.deepEqual(
      [
        describeHazardLimits({ hazard: 'rain', threshold: 4 }),
        describeHazardLimits({ hazard: 'cold', threshold: -5 }),
        describeHazardLimits({ hazard: 'fog', threshold: null }),
        describeHazardLimits({ hazard: 'fog', threshold: 3 }),
        describeHazardLimits({ hazard: 'uv', threshold: null }),
      ],
      ['rain from 4 mm/h on', 'cold from -5 °C down', 'fog', 'fog', 'uv'],
    )
    assert.deepEqual(
      {
        measuredWind: formatForecastValue('wind', 10),
        measuredHeat: formatForecastValue('heat', 30.04),
        measuredSnow: formatForecastValue('snow', 5.25),
        measuredFog: formatForecastValue('fog', 1),
      },
      { measuredWind: '36 km/h', measuredHeat: '30 °C', measuredSnow: '5.3 mm in 24 h', measuredFog: '1' },
    )
    assert.equal(formatForecastValue('airQuality', 2, { of: 'usIndex', value: 131.6 }), 'level 2 of 4 (usIndex 132)')
    assert.equal(describeHazardLimits({ hazard: 'pollen', threshold: 3 }), 'pollen from level 3 of 4 on')
    assert.deepEqual(
      [
        describeHazardLimits({ hazard: 'rain', threshold: 4, minProbability: 0.6 }),
        describeHazardLimits({ hazard: 'ice', threshold: null, minProbability: 0.55 }),
      ],
      ['rain from 4 mm/h on (from a chance of 60 % on)', 'ice (from a chance of 55 % on)'],
    )
  })
})
