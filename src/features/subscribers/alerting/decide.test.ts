import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AlertSubscription } from './subscriber.ts'
import { type ForecastHazardName } from '../../../domain/hazards/index.ts'
import { type Case, decided, forecast, official, outcome, told, withRelay } from './testing/decisions.ts'
import { at, HOUR, NOW } from './testing/events.ts'

type Expected = string | readonly string[]

function table(rows: readonly (readonly [string, Case, Expected])[]): void {
  for (const [what, situation, expected] of rows) {
    it(what, () => {
      const matches = typeof expected === 'string' ? [expected] : expected
      assert.deepEqual(outcome(decided(situation)), { matches, held: null, cooling: 0 })
    })
  }
}

const warning = official()
const gale = forecast()
const WIND = [{ prefs: { wind: true } }]
const CANCELLATIONS = [{ prefs: { official: true, wind: true, notifyCancelled: true } }]

describe('an official warning', () => {
  const extended = (hours: number) => official({ end: at(5 + hours) })
  table([
    ['is told', { officials: [warning] }, 'new official'],
    ['is told once', { officials: [warning], told: [told(warning)] }, []],
    [
      'is told again when it becomes graver',
      { officials: [official({ severity: 'extreme' })], told: [told(warning)] },
      'upgraded official',
    ],
    [
      'is not told again when it becomes less grave',
      { officials: [official({ severity: 'minor' })], told: [told(warning)], wishes: WIND },
      [],
    ],
    ['is not told again when its severity becomes known', { officials: [warning], told: [told(warning, { severity: null })] }, []],
    [
      'is told again when it lasts a quarter of an hour longer',
      { officials: [extended(0.25)], told: [told(warning)] },
      'extended official',
    ],
    ['is not told again when it lasts less longer than that', { officials: [extended(0.24)], told: [told(warning)] }, []],
    ['is not told again when it ends earlier', { officials: [extended(-2)], told: [told(warning)] }, []],
    ['is told again when it has no end any more', { officials: [official({ end: null })], told: [told(warning)] }, 'extended official'],
    [
      'is not told again when its issuer, heard after the relay, states no end',
      { officials: [withRelay({ end: null })], told: [told(warning)] },
      [],
    ],
    ['is not told again when it gets an end', { officials: [warning], told: [told(warning, { end: Infinity })] }, []],
    [
      'graver and longer is one thing to tell',
      { officials: [official({ severity: 'extreme', end: at(9) })], told: [told(warning)] },
      'upgraded official',
    ],
    [
      'that was called off is told to whoever wants to know',
      { officials: [official({}, 'cancelled')], told: [told(warning)], wishes: CANCELLATIONS },
      'cancelled official',
    ],
    ['that was called off is not told to others', { officials: [official({}, 'cancelled')], told: [told(warning)] }, []],
    ['that was called off is not told to who never heard of it', { officials: [official({}, 'cancelled')], wishes: CANCELLATIONS }, []],
    [
      'is called off once',
      { officials: [official({}, 'cancelled')], told: [told(warning, { state: 'cancelled' })], wishes: CANCELLATIONS },
      [],
    ],
    [
      'is not called off when it would be over anyway',
      { officials: [official({ end: at(-0.1) }, 'cancelled')], told: [told(official({ end: at(-0.1) }))], wishes: CANCELLATIONS },
      [],
    ],
    [
      'that comes back is told anew to whoever heard that it was off',
      { officials: [warning], told: [told(warning, { state: 'cancelled' })] },
      'new official',
    ],
    ['that comes back is no news to the others', { officials: [warning], told: [told(warning)] }, []],
    ['that is over is not told', { officials: [official({}, 'over')] }, []],
    ['below the least severity is not told', { officials: [official({ severity: 'minor' })] }, []],
    ['of unknown severity counts as moderate', { officials: [official({ severity: null })] }, 'new official'],
    ['within the lead time is told', { officials: [official({ start: at(12), end: at(20) })] }, 'new official'],
    ['beyond the lead time is not', { officials: [official({ start: at(12.1), end: at(20) })] }, []],
    ['of another hazard is not told', { officials: [warning], wishes: [{ prefs: { flood: true } }] }, []],
    ['of a hazard that is asked for is told', { officials: [warning], wishes: WIND }, 'new official'],
    [
      'is told when one of several subscriptions asks for it',
      { officials: [warning], wishes: [{ prefs: { flood: true } }, ...WIND] },
      'new official',
    ],
    [
      'is not told by the severity of one and the hazard of another',
      {
        officials: [official({ severity: 'minor' })],
        wishes: [{ prefs: { official: true, minSeverity: 'severe' } }, { prefs: { flood: true } }],
      },
      [],
    ],
  ])
})

describe('a forecast hazard', () => {
  const asked = (hazard: ForecastHazardName, prefs: object, threshold: number | null) => ({
    forecasts: [forecast({ hazard, threshold })],
    wishes: [{ prefs: { [hazard]: prefs } }],
  })
  const later = forecast({ start: at(10), end: at(12) }, 'open', 'later')
  const LONG_AGO = NOW - 7 * HOUR
  table([
    ['is told', { forecasts: [gale], wishes: WIND }, 'new forecast'],
    [
      'is told once, however it changes',
      { forecasts: [forecast({ end: at(20) })], told: [told(gale, { at: LONG_AGO })], wishes: WIND },
      [],
    ],
    ['of a threshold that nobody here asked for is not told', asked('wind', { minGustKmh: 70 }, 60), []],
    ['of the threshold asked for is told', asked('wind', { minGustKmh: 70 }, 70), 'new forecast'],
    ['without a threshold is told', asked('fog', {}, null), 'new forecast'],
    ['within the lead time is told', { forecasts: [forecast({ start: at(12) })], wishes: WIND }, 'new forecast'],
    ['beyond the lead time is not', { forecasts: [forecast({ start: at(13), end: at(14) })], wishes: WIND }, []],
    ['counts as moderate', { forecasts: [gale], wishes: [{ prefs: { wind: true, minSeverity: 'moderate' } }] }, 'new forecast'],
    [
      'is not told to whoever asks for graver things',
      { forecasts: [gale], wishes: [{ prefs: { wind: true, minSeverity: 'severe' } }] },
      [],
    ],
    [
      'is not told again under another threshold',
      {
        forecasts: [forecast({ threshold: 50, start: at(1) }, 'open', 'other')],
        told: [told(gale, { at: LONG_AGO })],
        wishes: [{ prefs: { wind: { minGustKmh: 50 } } }],
      },
      [],
    ],
    [
      'of two thresholds of one person is told once',
      {
        forecasts: [gale, forecast({ threshold: 80, start: at(3) }, 'open', 'worse')],
        wishes: [{ prefs: { wind: { minGustKmh: 80 } } }, ...WIND],
      },
      'new worse',
    ],
    [
      'that was part of a longer one when that was told is no news',
      { forecasts: [gale, later], told: [told(gale, { at: LONG_AGO, end: Date.parse(later.data.start) + HOUR })], wishes: WIND },
      [],
    ],
    ['later on is told after the cooldown', { forecasts: [later], told: [told(gale, { at: LONG_AGO })], wishes: WIND }, 'new later'],
    [
      'two at once are both told',
      { forecasts: [gale, forecast({ start: at(9), end: at(11) }, 'open', 'second')], wishes: WIND },
      ['new forecast', 'new second'],
    ],
    [
      'that was called off is told to whoever wants to know',
      { forecasts: [forecast({}, 'cancelled')], told: [told(forecast({}, 'cancelled'))], wishes: CANCELLATIONS },
      'cancelled forecast',
    ],
    [
      'that was called off is not told to others',
      { forecasts: [forecast({}, 'cancelled')], told: [told(forecast({}, 'cancelled'))], wishes: WIND },
      [],
    ],
    [
      'of which a part is left is not called off',
      {
        forecasts: [later],
        told: [told(forecast({}, 'cancelled'), { at: LONG_AGO, end: Date.parse(later.data.start) })],
        wishes: CANCELLATIONS,
      },
      [],
    ],
    [
      'that another threshold still shows is not called off',
      { forecasts: [gale], told: [told(forecast({ threshold: 80 }, 'cancelled', 'worse'))], wishes: CANCELLATIONS },
      [],
    ],
  ])

  it('waits for the cooldown of its hazard, and of no other', () => {
    const situation = { forecasts: [later, forecast({ hazard: 'rain', threshold: 4 }, 'open', 'rain')], told: [told(gale)] }
    const wishes = [{ prefs: { wind: true, rain: true } }]
    assert.deepEqual(outcome(decided({ ...situation, wishes })), { matches: ['new rain'], held: null, cooling: 1 })
  })

  it('has the cooldown that was asked for', () => {
    const wish = (cooldownMinutes: number) =>
      decided({ forecasts: [later], told: [told(gale)], wishes: [{ prefs: { wind: true, cooldownMinutes } }] })
    assert.deepEqual([outcome(wish(61)).matches, outcome(wish(60)).matches, outcome(wish(0)).matches], [[], ['new later'], ['new later']])
  })
})

describe('a forecast hazard that comes back after it was told to be off', () => {
  const after = (times: number) =>
    outcome(decided({ forecasts: [gale], told: [told(gale, { state: 'cancelled', times })], wishes: CANCELLATIONS }))

  it('is told at once', () => assert.deepEqual(after(2), { matches: ['new forecast'], held: null, cooling: 0 }))
  it('waits for the cooldown when it goes to and fro', () => assert.deepEqual(after(4), { matches: [], held: null, cooling: 1 }))
})

describe('when it is told', () => {
  // NOW is noon in UTC.
  const quiet = (prefs: object = {}) => ({ prefs: { official: true, quietHours: { from: '11:00', to: '13:00', ...prefs } } })
  const extreme = official({ severity: 'extreme' })
  const held = (situation: Case) => decided(situation).held
  const earlier = (hours: number) => [told(forecast({}, 'over', 'earlier'), { at: NOW - hours * HOUR })]

  it('not in quiet hours, by the clock of the subscriber', () => {
    assert.equal(held({ officials: [warning], wishes: [quiet()] }), 'quiet_hours')
    assert.equal(held({ officials: [warning], wishes: [{ ...quiet(), timezone: 'America/Chicago' }] }), null)
  })

  it('in quiet hours when it is extreme, unless asked not to', () => {
    assert.equal(held({ officials: [extreme], wishes: [quiet()] }), null)
    assert.equal(held({ officials: [extreme], wishes: [quiet({ exceptExtreme: false })] }), 'quiet_hours')
  })

  it('not in quiet hours that an extreme warning is off', () => {
    const off = official({ severity: 'extreme' }, 'cancelled')
    const wishes = [{ prefs: { ...quiet().prefs, notifyCancelled: true } }]
    assert.equal(held({ officials: [off], told: [told(off)], wishes }), 'quiet_hours')
  })

  it('at most once an hour or a day, where that is asked for', () => {
    const at = (frequency: AlertSubscription['frequency'], hours: number) =>
      held({ officials: [warning], told: earlier(hours), wishes: [{ frequency }] })
    assert.deepEqual([at('hourly', 0.99), at('hourly', 1)], ['frequency', null])
    assert.deepEqual([at('daily', 23.9), at('daily', 24)], ['frequency', null])
    assert.equal(at('immediate', 0.25), null)
    assert.equal(held({ officials: [warning], wishes: [{ frequency: 'daily' }] }), null)
  })

  it('at once when it is extreme', () => {
    assert.equal(held({ officials: [extreme], told: earlier(0.25), wishes: [{ frequency: 'daily' }] }), null)
  })

  it('as the subscription says that was changed last', () => {
    assert.equal(held({ officials: [warning], wishes: [quiet(), {}] }), 'quiet_hours')
    assert.equal(held({ officials: [warning], wishes: [{}, quiet()] }), null)
  })

  it('nothing to tell is not held', () => {
    assert.deepEqual(outcome(decided({ wishes: [quiet()] })), { matches: [], held: null, cooling: 0 })
  })
})
