import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildClockFields } from './answer.ts'

it('the abbreviation of a time zone is its offset at the time, with minutes where it has some', () => {
  const now = Date.parse('2026-07-01T12:00:00Z')
  const table = {
    UTC: 'GMT',
    'Europe/Berlin': 'GMT+2',
    'America/New_York': 'GMT-4',
    'Asia/Kolkata': 'GMT+5:30',
    'America/St_Johns': 'GMT-2:30',
    'Pacific/Chatham': 'GMT+12:45',
  }
  for (const [zone, expected] of Object.entries(table)) assert.equal(buildClockFields(zone, now).timezoneAbbreviation, expected, zone)
  assert.deepEqual(buildClockFields('Europe/Berlin', Date.parse('2026-01-01T12:00:00Z')), {
    timezone: 'Europe/Berlin',
    utcOffsetSeconds: 3_600,
    timezoneAbbreviation: 'GMT+1',
  })
})
