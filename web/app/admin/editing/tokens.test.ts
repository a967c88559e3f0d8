import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiFailure } from '../../api/ask.ts'
import { listPartFaults, type Syntax, tokeniseSource } from './tokens.ts'

const kinds = (source: string, syntax: Syntax) =>
  tokeniseSource(source, syntax).flatMap(({ kind, text }) => (kind === null ? [] : [`${kind} ${text}`]))

describe('tokens of a source', () => {
  const MJML = '<mj-text color="#123">{{ name }} {% if a %}\n<!-- {{ not }} --></mj-text>'

  it('cover all of it, in order', () => {
    for (const syntax of ['mjml', 'html', 'liquid', 'markdown'] as const) {
      for (const source of [MJML, '', '\n', '# a\n**b** `c` [d](e)\n', '{{ open', '<']) {
        const tokens = tokeniseSource(source, syntax)
        assert.equal(tokens.map(({ text }) => text).join(''), source)
        for (const { at, text } of tokens) assert.equal(source.slice(at, at + text.length), text)
      }
    }
  })

  it('distinguish Liquid, tags, strings and comments', () => {
    assert.deepEqual(kinds(MJML, 'mjml'), [
      'tag <mj-text',
      'string "#123"',
      'tag >',
      'liquid {{ name }}',
      'liquid {% if a %}',
      'comment <!-- {{ not }} -->',
      'tag </mj-text',
      'tag >',
    ])
    assert.deepEqual(kinds('# a\nx # b\n**c**', 'markdown'), ['heading # a', 'strong **c**'])
  })

  it('are a single one if a source is very long', () => {
    assert.equal(tokeniseSource('<a>'.repeat(30_000), 'html').length, 1)
  })
})

describe('errors of a part', () => {
  const details = [
    { path: 'mjml', message: 'line 3: undefined variable: nome' },
    { path: 'text', message: 'line 1: x' },
    { path: 'mjml', message: 'must NOT have more than 200000 characters' },
  ]
  const failure = new ApiFailure({ status: 400, headers: {}, body: { error: 'invalid_request', message: '', details } })

  it('have their lines, and are listed once if two answers contain the same', () => {
    assert.deepEqual(listPartFaults('mjml', failure, undefined, failure), [
      { line: 3, message: 'undefined variable: nome' },
      { line: null, message: 'must NOT have more than 200000 characters' },
    ])
    assert.deepEqual(listPartFaults('subject', failure), [])
  })
})
