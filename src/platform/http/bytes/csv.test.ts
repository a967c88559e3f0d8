import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../../test/helpers/any-character.ts'
import { writeCsvLine, writeCsvTable } from './csv.ts'

/** Parses RFC 4180: one record of text fields. */
function parseLine(line: string): string[] {
  assert.ok(line.endsWith('\r\n'))
  const fields: string[] = []
  let rest = line.slice(0, -2)
  for (;;) {
    const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|$)/.exec(rest)
    assert.ok(match, rest)
    fields.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === '') return fields
    rest = rest.slice(match[0].length)
  }
}

/** Without the apostrophes that guard formulas. */
const withoutGuards = (text: string): string => text.replaceAll("'", '')

describe('csvLine', () => {
  it('quotes what must be quoted, and leaves null empty', () => {
    assert.equal(
      writeCsvLine(['a', 1.5, true, null, '', 'b,c', 'say "x"', 'two\r\nlines']),
      'a,1.5,true,,,"b,c","say ""x""","two\r\nlines"\r\n',
    )
  })

  it('writes numbers as numbers, including negative ones', () => {
    assert.equal(writeCsvLine([-3.5, 0, 1e21]), '-3.5,0,1e+21\r\n')
  })

  it('writes no text that a spreadsheet would execute', () => {
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      '=HYPERLINK("http://x","y")',
      '＝1+1',
      '＋1',
      '－1',
      '＠SUM(A1)',
      ' =1',
      '\u200b=1',
      '\ufeff＝1',
    ]
    for (const text of texts) {
      const [field = ''] = parseLine(writeCsvLine([text]))
      assert.ok(field.startsWith("'"), text)
      assert.equal(withoutGuards(field), text)
    }
  })

  it('can be parsed back to what was written', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter, maxLength: 20 }), { minLength: 1, maxLength: 6 }), (texts) => {
        const read = parseLine(writeCsvLine(texts))
        assert.deepEqual(read.map(withoutGuards), texts.map(withoutGuards))
        for (const field of read) assert.doesNotMatch(field, /^[=+\-@;\t\r\n]/)
      }),
    )
  })

  it('has no formula for a spreadsheet that splits at other delimiters, or takes quotes for text', () => {
    const piece = fc.constantFrom('=', '+', '-', '@', '＝', ';', '\t', '\n', '\r\n', ' ', '"', 'a', '\u200b')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        for (const cell of writeCsvLine(['x', pieces.join('')])
          .slice(2)
          .split(/[;\t\r\n]/))
          assert.doesNotMatch(cell, /^"?[\s\p{Cc}\p{Cf}]*[=+\-@＝]/u, JSON.stringify(pieces.join('')))
      }),
    )
    assert.equal(writeCsvLine(['a;=1', 'b\t@x', 'rain; -5 °C']), `"a;'=1","b\t'@x","rain; '-5 °C"\r\n`)
  })
})

describe('csvOf', () => {
  it('writes the named columns in their order, in chunks', async () => {
    async function* entries() {
      for (let i = 0; i < 5_000; i++) yield { b: i, a: 'x', c: 'left out' }
    }
    const pieces = await Array.fromAsync(writeCsvTable(['a', 'b', 'd'], entries()))
    const lines = pieces.join('').split('\r\n')
    assert.deepEqual([lines[0], lines[1], lines[5_000], lines[5_001], lines.length], ['a,b,d', 'x,0,', 'x,4999,', '', 5_002])
    assert.ok(pieces.length > 1)
  })

  it('has no empty piece at its end', async () => {
    const rows = (async function* () {
      yield { a: 'x'.repeat(20_000) }
    })()
    assert.deepEqual(
      (await Array.fromAsync(writeCsvTable(['a'], rows))).map(({ length }) => length),
      ['a\r\n'.length + 20_000 + '\r\n'.length],
    )
  })

  it('is only a header if there are no rows', async () => {
    assert.deepEqual(await Array.fromAsync(writeCsvTable(['a', 'b'], (async function* () {})())), ['a,b\r\n'])
  })
})
