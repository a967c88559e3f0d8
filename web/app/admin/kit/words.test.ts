import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ago, capitalized, count, counted, countryName, dateOf, duration, languageName, percent, point, spoken, utcTime } from './words.ts'

it('writes durations whose parts never reach the next unit', () => {
  const written = { 0: '0 ms', 999.7: '1.0 s', 4_200: '4.2 s', 59_600: '1 min 0 s', 119_700: '2 min 0 s', 185_000: '3 min 5 s' }
  for (const [ms, text] of Object.entries(written)) assert.equal(duration(Number(ms)), text)
  assert.equal(duration(3_599_900), '1 h 0 min')
})

it('labels UTC times as such', () => assert.equal(utcTime('2026-11-21T00:00:00Z'), '21 Nov 2026, 00:00 UTC'))

it('says how long ago or ahead a time is, in whole units, and its date beyond a week', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const at = (seconds: number) => ago(new Date(now + 1_000 * seconds).toISOString(), now)
  const [minute, hour, day] = [60, 3_600, 86_400]
  assert.deepEqual([at(0), at(-59), at(59)], ['just now', 'just now', 'in a moment'])
  assert.deepEqual(
    [at(-minute), at(-59 * minute), at(-hour), at(-23 * hour)],
    ['1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago'],
  )
  assert.deepEqual([at(-day), at(-7 * day), at(2 * day), at(1.9 * hour)], ['yesterday', '7 days ago', 'in 2 days', 'in 1 hour'])
  assert.match(at(-7 * day - 1), /^14 Nov 2026, \d\d:59$/)
})

it('writes numbers, names and places as a reader of English expects them', () => {
  assert.deepEqual([count(12_345), percent(0.5), percent(0.1234), dateOf('2026-11-21')], ['12,345', '50%', '12.3%', '21 Nov 2026'])
  assert.deepEqual([counted(1, 'user'), counted(2, 'user'), counted(0, 'city', 'cities')], ['1 user', '2 users', '0 cities'])
  assert.deepEqual([countryName('DE'), countryName('(other)'), countryName('', 'Unknown')], ['Germany', '(other)', 'Unknown'])
  assert.deepEqual([languageName('de'), capitalized('no key'), capitalized('')], ['German', 'No key', ''])
  assert.deepEqual([spoken('city_weekly'), spoken('searchCount'), spoken('a-b2C')], ['City weekly', 'Search count', 'A b2 c'])
  assert.equal(point(52.52, 13.41), '52.52, 13.41')
})
