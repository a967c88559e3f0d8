import assert from 'node:assert/strict'
import { it } from 'node:test'
import { duration, utcTime } from './words.ts'

it('writes durations whose parts never reach the next unit', () => {
  const written = { 0: '0 ms', 999.7: '1.0 s', 4_200: '4.2 s', 59_600: '1 min 0 s', 119_700: '2 min 0 s', 185_000: '3 min 5 s' }
  for (const [ms, text] of Object.entries(written)) assert.equal(duration(Number(ms)), text)
  assert.equal(duration(3_599_900), '1 h 0 min')
})

it('labels UTC times as such', () => assert.equal(utcTime('2026-11-21T00:00:00Z'), '21 Nov 2026, 00:00 UTC'))
