import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { subscriberOf } from '../testing/decisions.ts'
import { hazardFrom, measured, preferenceLines } from './preference-text.ts'

describe('preferences in words', () => {
  it('are those of each subscription; the first sets when mails are sent', () => {
    const subscriber = subscriberOf(
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
      { prefs: { cold: { maxC: -15 } }, frequency: 'daily' },
    )
    assert.deepEqual(preferenceLines(subscriber), [
      'wants all official warnings, wind from 70 km/h on, fog; from severity severe on; lead time 6 h; cooldown 1 h 30 min; cancellations too',
      'told immediate; no quiet hours (UTC)',
      'also subscription subscription of the same address:',
      'wants cold from -15 °C down; any severity; lead time 12 h; cooldown 6 h 0 min; no cancellations',
    ])
    assert.deepEqual(preferenceLines(null), [])
  })

  it('may be nothing, and may be quiet, but for extreme warnings or not', () => {
    const lines = (quietHours: object) =>
      preferenceLines(subscriberOf({ prefs: { official: false, thunderstorm: false, quietHours }, timezone: 'Asia/Tokyo' }))
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
      [hazardFrom('rain', 4), hazardFrom('cold', -5), hazardFrom('fog', null), hazardFrom('fog', 3), hazardFrom('uv', null)],
      ['rain from 4 mm/h on', 'cold from -5 °C down', 'fog', 'fog', 'uv'],
    )
    assert.deepEqual(
      [measured('wind', 10), measured('heat', 30.04), measured('snow', 5.25), measured('fog', 1)],
      ['36 km/h', '30 °C', '5.3 mm in 24 h', '1'],
    )
    assert.equal(measured('airQuality', 2, { of: 'usIndex', value: 131.6 }), 'level 2 of 4 (usIndex 132)')
    assert.equal(hazardFrom('pollen', 3), 'pollen from level 3 of 4 on')
  })
})
