import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOW, buildTestSubscription } from '../testing/rows.ts'
import { getSubscriptionPreferences, listPreferenceEntries } from './entries.ts'

describe('the entries of an address', () => {
  const row = (id: string, cell: number | null, type: 'newsletter' | 'city_weekly' | 'city_alerts', updatedAt = NOW) =>
    buildTestSubscription({ id, cell, type, updatedAt })
  const shownBy = (...rows: ReturnType<typeof row>[]) =>
    listPreferenceEntries(rows).map(({ shown, rows: own }) => `${shown.id}${own.length > 1 ? own.length : ''}`)

  it('are newsletters, then the places in the order of their rows, at each place the digest before the alerts', () => {
    const rows = [
      row('a', 9, 'city_alerts'),
      row('b', 2, 'city_alerts'),
      row('c', 9, 'city_weekly'),
      row('d', null, 'newsletter'),
      row('e', 2, 'city_weekly'),
    ]
    assert.deepEqual(shownBy(...rows), ['d', 'c', 'a', 'e', 'b'])
  })

  it('are one for each place and type, whoever subscribed; the row changed last is shown, of equals the first', () => {
    assert.deepEqual(shownBy(row('a', 1, 'city_alerts'), row('b', 1, 'city_alerts', NOW + 1), row('c', 1, 'city_alerts')), ['b3'])
    assert.deepEqual(shownBy(row('a', 1, 'city_alerts'), row('b', 1, 'city_alerts')), ['a2'])
    assert.deepEqual(shownBy(row('a', null, 'newsletter'), row('b', null, 'newsletter', NOW - 1)), ['a2'])
  })
})

it('the preferences in force are those stored, with the two old switches', () => {
  const of = (change: Parameters<typeof buildTestSubscription>[0]) =>
    Object.keys(getSubscriptionPreferences(buildTestSubscription(change)).hazards)
  assert.deepEqual(of({ alertPrefs: { fog: true }, alertOnRain: true }), ['rain', 'fog'])
  assert.deepEqual(of({ alertPrefs: { fog: true }, alertOnStorm: true }), ['thunderstorm', 'fog'])
})
