import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readText } from '../json.ts'
import { normaliseIdentifier } from './messages.ts'

it('an identifier is compared without what other channels add to it', () => {
  const bare = (identifier: string, ...languages: readonly string[]) => normaliseIdentifier(identifier, languages)
  assert.equal(bare('urn:oid:2.49.0.0.276.DWD.1.MUL'), '2.49.0.0.276.DWD.1')
  assert.equal(bare('URN:OID:2.49'), '2.49')
  assert.equal(bare('a-EN', 'en', 'fr'), 'a')
  assert.deepEqual({ bareAFr: bare('a.fr', 'en', 'fr'), bareAFR: bare('a_FR', 'fr') }, { bareAFr: 'a', bareAFR: 'a' })
  // Nothing else that looks like it: another language, the middle of an identifier, or a part without a separator.
  for (const whole of ['a-EN', 'a.MUL.1', 'a.mul', 'xurn:oid:1', 'aEN']) assert.equal(bare(whole, 'fr', 'n'), whole)
})

it('a text of a message is trimmed and has no control characters; an empty one is none', () => {
  assert.deepEqual([' Storm\u0000 ', '', '  ', '\u0001', 5, null].map(readText), ['Storm', null, null, null, null, null])
  assert.equal(readText('x'.repeat(40_001))?.length, 40_000)
})
