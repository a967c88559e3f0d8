import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../../test/helpers/any-character.ts'
import { writeCalendarComponent, writeDayProperty, foldCalendarLines, writeInstantProperty, writeTextProperty } from './icalendar.ts'

describe('iCalendar (RFC 5545)', () => {
  it('escapes text: backslashes, semicolons, commas and line breaks; without control characters but tabs', () => {
    assert.equal(writeTextProperty('SUMMARY', 'a\\b;c,d\r\ne\rf\ng'), 'SUMMARY:a\\\\b\\;c\\,d\\ne\\nf\\ng')
    assert.equal(writeTextProperty('SUMMARY', 'a\u0000b\u0008c\td\u001fe\u007ff\u0085\ud800'), 'SUMMARY:abc\tdef\u0085\ufffd')
  })

  it('writes instants in UTC and days as such, and nests components', () => {
    const start = writeInstantProperty('DTSTART', Date.parse('2026-11-21T06:05:09.700Z'))
    assert.deepEqual(
      writeCalendarComponent('VCALENDAR', ...writeCalendarComponent('VEVENT', start, writeDayProperty('DTEND', '2026-11-22'))),
      ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'DTSTART:20261121T060509Z', 'DTEND;VALUE=DATE:20261122', 'END:VEVENT', 'END:VCALENDAR'],
    )
  })

  it('folds lines to 75 octets, never within a character, and loses nothing', () => {
    assert.equal(foldCalendarLines(['A'.repeat(75), 'B']), `${'A'.repeat(75)}\r\nB\r\n`)
    assert.equal(foldCalendarLines(['A'.repeat(76)]), `${'A'.repeat(75)}\r\n A\r\n`)
    const text = fc.string({ unit: anyCharacter, maxLength: 300 }).map((chars) => chars.toWellFormed().replaceAll(/[\r\n]/g, ''))
    fc.assert(
      fc.property(text, (line) => {
        const folded = foldCalendarLines([line])
        for (const part of folded.split('\r\n')) assert.ok(Buffer.byteLength(part) <= 75)
        assert.equal(folded.replaceAll('\r\n ', '').slice(0, -2), line)
      }),
    )
  })
})
