import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toSingleLine, withoutControls } from './control-characters.ts'

describe('a text of somebody else', () => {
  it('keeps its lines and tabs, and loses all that a terminal, a header or a log would obey', () => {
    assert.equal(withoutControls('a\tb\nc\r\nd\re'), 'a\tb\nc\nd\ne')
    assert.equal(withoutControls('\u001b[31mred\u0007 \u0000\u0085x\u2028y\u2029z\u007f'), ' [31mred    x y z ')
    assert.equal(withoutControls('\ufeffabc\u202ecba\u2066d\u2069'), 'abccbad')
    assert.equal(withoutControls('Größe: 5 °C – 雨'), 'Größe: 5 °C – 雨')
  })

  it('is one trimmed line as a name', () => {
    assert.equal(toSingleLine(' Wind\r\n\twarning\n\nnow\u0007 '), 'Wind warning now')
  })
})
