import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toKnownZone } from './use-zone.ts'

it('a zone that a browser does not know, and none, is UTC', () => {
  assert.deepEqual(['Asia/Tokyo', 'Europe/Nowhere', '', null, undefined].map(toKnownZone), ['Asia/Tokyo', 'UTC', 'UTC', 'UTC', 'UTC'])
})
