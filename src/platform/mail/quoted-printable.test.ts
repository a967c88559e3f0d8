import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { encodeQuotedPrintable } from './quoted-printable.ts'

const decoded = (text: string): string => {
  const bytes = text.replaceAll('=\r\n', '').replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

describe('quoted-printable', () => {
  it('encodes only what it must, and leaves the rest readable', () => {
    const texts = {
      'Rain, 12 °C': 'Rain, 12 =C2=B0C',
      'a = b': 'a =3D b',
      'ends in space \nand tab\t': 'ends in space=20\r\nand tab=09',
      'one\rtwo\r\nthree\n': 'one\r\ntwo\r\nthree\r\n',
      '.\n..x\n': '=2E\r\n=2E.x\r\n',
      '\u0000\u007f\ud800': '=00=7F=EF=BF=BD',
      '': '',
    }
    for (const [text, encoded] of Object.entries(texts)) assert.equal(encodeQuotedPrintable(text).toString('latin1'), encoded)
  })

  it('breaks long lines, never within a character, and never before a bare dot', () => {
    for (let length = 70; length < 80; length++) {
      for (const tail of ['ü'.repeat(40), '.'.repeat(90), ' . '.repeat(40)]) {
        const lines = encodeQuotedPrintable('x'.repeat(length) + tail)
          .toString('latin1')
          .split('\r\n')
        assert.ok(
          lines.every((line) => line.length <= 76 && !line.startsWith('.') && /^(?:[^=]|=[\dA-F]{2})*=?$/.test(line)),
          tail,
        )
      }
    }
  })

  it('decodes to what was written', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(fc.constantFrom(' ', '\t', '\n', '.', '=', '_', 'a'), fc.string()), maxLength: 400 }),
        (text) => {
          const encoded = encodeQuotedPrintable(text).toString('latin1')
          assert.ok(encoded.split('\r\n').every((line) => line.length <= 76 && /^[\x20-\x7e\t]*$/.test(line) && !/^\.|[ \t]$/.test(line)))
          assert.ok(!encoded.includes('=_'))
          assert.equal(decoded(encoded), text.toWellFormed().replaceAll(/\r\n?|\n/g, '\r\n'))
        },
      ),
    )
  })
})
