import assert from 'node:assert/strict'
import { it } from 'node:test'
import { resolveTimeZone } from './time-zone.ts'

it('a zone that a browser does not know, and none, is UTC', () => {
  assert.deepEqual(['Asia/Tokyo', 'Europe/Nowhere', '', null, undefined].map(resolveTimeZone), ['Asia/Tokyo', 'UTC', 'UTC', 'UTC', 'UTC'])
})
