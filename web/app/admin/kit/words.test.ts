import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  formatRelativeTime,
  capitaliseText,
  formatCount,
  formatQuantity,
  formatEnglishCountryName,
  formatDate,
  formatDuration,
  formatEnglishLanguageName,
  formatFraction,
  formatPoint,
  formatIdentifier,
  formatUtcTime,
} from './words.ts'

it('writes durations whose parts never reach the next unit', () => {
  const written = { 0: '0 ms', 999.7: '1.0 s', 4_200: '4.2 s', 59_600: '1 min 0 s', 119_700: '2 min 0 s', 185_000: '3 min 5 s' }
  for (const [ms, text] of Object.entries(written)) assert.equal(formatDuration(Number(ms)), text)
  assert.equal(formatDuration(3_599_900), '1 h 0 min')
})

it('labels UTC times as such', () => assert.equal(formatUtcTime('2026-11-21T00:00:00Z'), '21 Nov 2026, 00:00 UTC'))

it('says how long ago or ahead a time is, in whole units, and its date beyond a week', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const at = (seconds: number) => formatRelativeTime(new Date(now + 1_000 * seconds).toISOString(), now)
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
  assert.deepEqual(
    [formatCount(12_345), formatFraction(0.5), formatFraction(0.1234), formatDate('2026-11-21')],
    ['12,345', '50%', '12.3%', '21 Nov 2026'],
  )
  assert.deepEqual(
    [formatQuantity(1, 'user'), formatQuantity(2, 'user'), formatQuantity(0, 'city', 'cities')],
    ['1 user', '2 users', '0 cities'],
  )
  assert.deepEqual(
    {
      countryNameDE: formatEnglishCountryName('DE'),
      countryNameOther: formatEnglishCountryName('(other)'),
      countryName: formatEnglishCountryName('', 'Unknown'),
    },
    { countryNameDE: 'Germany', countryNameOther: '(other)', countryName: 'Unknown' },
  )
  assert.deepEqual(
    { languageName: formatEnglishLanguageName('de'), capitalizedNoKey: capitaliseText('no key'), capitalized: capitaliseText('') },
    { languageName: 'German', capitalizedNoKey: 'No key', capitalized: '' },
  )
  assert.deepEqual(
    {
      spokenCityWeekly: formatIdentifier('city_weekly'),
      spokenSearchCount: formatIdentifier('searchCount'),
      spokenAB2C: formatIdentifier('a-b2C'),
      spokenUtc: formatIdentifier('backupHourUtc'),
      spokenTotp: formatIdentifier('totp-changed'),
    },
    {
      spokenCityWeekly: 'City weekly',
      spokenSearchCount: 'Search count',
      spokenAB2C: 'A b2 c',
      spokenUtc: 'Backup hour UTC',
      spokenTotp: 'Two-factor changed',
    },
  )
  assert.equal(formatPoint(52.52, 13.41), '52.52, 13.41')
})
