import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { shortenToLine, wrapText } from './plain-text.ts'

describe('oneLine', () => {
  it('removes control characters and line breaks, and cuts between characters', () => {
    assert.equal(shortenToLine(' a\r\n\tb\u0000c\u2028d '), 'a b c d')
    const cut = shortenToLine('🌧'.repeat(200))
    assert.equal([...cut].length, 150)
    assert.ok(cut.endsWith('🌧…'))
  })

  it('has at most 150 characters, and no space before the ellipsis', () => {
    assert.equal(shortenToLine('x'.repeat(150)), 'x'.repeat(150))
    assert.equal(shortenToLine('x'.repeat(151)), `${'x'.repeat(149)}…`)
    assert.equal(shortenToLine(`${'x'.repeat(148)} ${'y'.repeat(9)}`), `${'x'.repeat(148)}…`)
    assert.equal(shortenToLine('\ud83cx'), '\ufffdx')
  })
})

describe('wrapText', () => {
  it('wraps at spaces and indents the continuation lines', () => {
    const words = Array.from({ length: 30 }, () => 'word').join(' ')
    const lines = wrapText(`- ${words}\n  ${words}`).split('\n')
    assert.ok(lines.every((line) => line.length <= 76))
    assert.match(lines[0] as string, /^- word/)
    assert.match(lines[1] as string, /^ {2}word/)
    assert.equal(lines.join(' ').match(/word/g)?.length, 60)
  })

  it('has lines of up to 76 characters', () => {
    const [a, b] = ['a'.repeat(38), 'b'.repeat(37)]
    assert.equal(wrapText(`${a} ${b}`), `${a} ${b}\n`)
    assert.equal(wrapText(`${a} ${b}b`), `${a}\n${b}b\n`)
    assert.equal(wrapText(`${a} ${b} c`), `${a} ${b}\nc\n`)
    // The mark of direction is one of them.
    assert.equal(wrapText(`${a} ${b}`, 'rtl'), `${a}\n${b}\n`)
  })

  it('shows control characters as spaces', () => {
    assert.equal(wrapText('a\u0000b\u009fc\u2028d\te\rf'), 'a b c d e\nf\n')
  })

  it('keeps the indentation of a first line', () => {
    const [first, second] = wrapText(`a\n  ${'word '.repeat(20)}`)
      .split('\n')
      .slice(1)
    assert.match(first as string, /^ {2}word/)
    assert.match(second as string, /^ {2}word/)
  })

  it('adds no line that is nothing but indentation', () => {
    for (const line of ['- '.repeat(24_000), `${' '.repeat(24_000)}${'a '.repeat(12_000)}`]) {
      const wrapped = wrapText(line)
      assert.ok(wrapped.length < 2 * line.length, `${wrapped.length}`)
      assert.equal(wrapped.match(/[-a]/g)?.length, line.match(/[-a]/g)?.length)
    }
  })

  it('marks right-to-left lines, and no others', () => {
    assert.equal(
      wrapText('سلام\n\nBerlin: مطر\nhttps://weather.example/', 'rtl'),
      '\u200fسلام\n\n\u200fBerlin: مطر\nhttps://weather.example/\n',
    )
    const lines = wrapText('مطر '.repeat(60), 'rtl').split('\n')
    assert.ok(lines.every((line) => line.length <= 76))
  })

  it('does not break an address', () => {
    const address = `https://weather.example/${'a'.repeat(100)}`
    assert.equal(wrapText(`Unsubscribe: ${address}`), `Unsubscribe:\n${address}\n`)
  })

  it('collapses several empty lines into one', () => {
    assert.equal(wrapText('\n\na\n\n\n\nb\r\nc  \n'), 'a\n\nb\nc\n')
  })

  it('neither loses nor invents words', () => {
    const text = fc.array(fc.stringMatching(/^[a-z-]{1,40}$/), { maxLength: 60 })
    fc.assert(fc.property(text, (words) => wrapText(words.join(' ')).split(/\s+/).filter(Boolean).join(' ') === words.join(' ')))
  })
})
