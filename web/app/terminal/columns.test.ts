import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countColumns, fitTerminalText, joinParts, padTerminalText, joinBlocks, renderTerminalTable, wrapTerminalText } from './columns.ts'

describe('columns', () => {
  it('are counted as a terminal shows them: two for wide characters, none for marks and isolates', () => {
    assert.deepEqual(
      ['', 'Rain', 'Zürich', 'Zu\u0308rich', '小雨', '\u206814 °C\u2069', '\u{1f327}', '━▃'].map(countColumns),
      [0, 4, 6, 6, 4, 5, 2, 2],
    )
  })

  it('are kept to: a longer text is cut with an ellipsis, which wide characters do not exceed', () => {
    assert.deepEqual(
      [fitTerminalText('Light rain', 10), fitTerminalText('Light rain', 7), fitTerminalText('弱い雨が降る', 6)],
      ['Light rain', 'Light…', '弱い…'],
    )
    assert.deepEqual(
      [padTerminalText('4°', 4), padTerminalText('4°', 4, true), padTerminalText('小雨', 5, true)],
      ['4°  ', '  4°', ' 小雨'],
    )
  })

  it('are kept to by sentences, which break at spaces, and by words without any', () => {
    assert.deepEqual(wrapTerminalText('Rain until 17:00, another 2 mm.', 12), ['Rain until', '17:00,', 'another 2', 'mm.'])
    assert.deepEqual(wrapTerminalText('終日、雨が降るでしょう。', 10), ['終日、雨が', '降るでしょ', 'う。'])
    assert.deepEqual(wrapTerminalText('', 10), [])
  })

  it('are kept to by lists, which break between their parts where possible', () => {
    assert.deepEqual(joinParts(['Wind 5 km/h', 'Cloud 44%', 'UV 3'], ' · ', 24), ['Wind 5 km/h · Cloud 44%', 'UV 3'])
    assert.deepEqual(joinParts(['a part longer than that', 'b'], ' · ', 12), ['a part', 'longer than', 'that · b'])
    assert.deepEqual(joinParts([], ' · ', 12), [])
  })
})

describe('a table', () => {
  const row = (name: string, words: string, value: string) => [
    { text: name },
    { text: words, isFlexible: true },
    { text: value, isRight: true },
  ]
  const rows = [row('Today', 'Mostly cloudy', '4°'), row('Sunday', 'Rain', '−12°')]

  it('aligns its columns, without spaces at the end', () => {
    assert.deepEqual(renderTerminalTable(rows, 40), ['Today   Mostly cloudy    4°', 'Sunday  Rain           −12°'])
    assert.deepEqual(renderTerminalTable([[{ text: 'a' }, { text: '' }]], 40), ['a'])
    assert.deepEqual(renderTerminalTable([], 40), [])
  })

  it('lets one column give way, then leaves out what does not fit', () => {
    assert.deepEqual(renderTerminalTable(rows, 22), ['Today   Mostly…     4°', 'Sunday  Rain      −12°'])
    assert.deepEqual(renderTerminalTable(rows, 14), ['Today   Mos…', 'Sunday  Rain'])
  })

  it('is painted after its columns have been counted', () => {
    assert.deepEqual(renderTerminalTable([[{ text: '4°', isRight: true, paint: (text) => `<${text}>` }], [{ text: '−12°' }]], 9), [
      '<  4°>',
      '−12°',
    ])
  })

  it('stands beside another, whatever the colours', () => {
    const left = ['\u001b[1mToday\u001b[0m', 'a']
    assert.deepEqual(joinBlocks(left, ['Tomorrow', 'b', 'c'], 8), ['\u001b[1mToday\u001b[0m     Tomorrow', 'a         b', '          c'])
    assert.deepEqual(joinBlocks(['a', 'b'], ['c'], 3), ['a    c', 'b'])
  })
})
