import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findLocalInstant, OFFICE_ZONE, ZONES } from './zone.ts'

it('a local time is the instant at which the clocks of its zone show it, also on the days on which they are changed', () => {
  for (const [local, zone, instant] of [
    ['2026-11-21T00:00:00', 'UTC', '2026-11-21T00:00:00Z'],
    ['2026-11-21T09:00', 'Europe/Berlin', '2026-11-21T08:00:00Z'],
    ['2026-07-01T00:00', 'America/New_York', '2026-07-01T04:00:00Z'],
    ['2026-03-29T00:00', 'Europe/Berlin', '2026-03-28T23:00:00Z'],
    ['2026-03-29T04:00', 'Europe/Berlin', '2026-03-29T02:00:00Z'],
    ['2026-10-26T00:00', 'Europe/Berlin', '2026-10-25T23:00:00Z'],
    ['2026-11-21T00:00', 'Asia/Kathmandu', '2026-11-20T18:15:00Z'],
  ] as const)
    assert.equal(new Date(findLocalInstant(local, zone)).toISOString(), instant.replace('Z', '.000Z'), `${local} ${zone}`)
  assert.ok(Number.isNaN(findLocalInstant('tomorrow', 'UTC')))
})

it('is UTC where nothing was chosen', () => {
  assert.equal(OFFICE_ZONE, 'UTC')
  assert.equal(ZONES[0], 'UTC')
  assert.equal(new Set(ZONES).size, ZONES.length)
})
