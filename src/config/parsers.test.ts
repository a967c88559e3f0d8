import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  parseCorsOrigins,
  parseHostPatterns,
  parseEmailAddress,
  parseFraction,
  parseHeaderList,
  parseHeaderText,
  buildIntegerParser,
  buildOneOfParser,
  parsePassword,
  parsePrintableText,
  parseProviderIds,
  parsePublisherId,
  parseSlotId,
  buildSomeOfParser,
  parseAccessToken,
  parseToggle,
  parseTrustProxy,
  parseVisibleText,
} from './parsers.ts'
import { Fault } from './reader.ts'

const x = (length: number) => 'x'.repeat(length)

/** Of each parser: texts and their values, at the edges of what is allowed, and texts that it refuses. */
const TABLE: readonly (readonly [
  what: string,
  parse: (text: string) => unknown,
  taken: readonly (readonly [text: string, value: unknown])[],
  refused: readonly string[],
])[] = [
  [
    'a whole number',
    buildIntegerParser(2, 10),
    [
      ['2', 2],
      ['10', 10],
      ['007', 7],
    ],
    ['1', '11', '', '2.0', '+3', '0x3', ' 3', '0000000000003'],
  ],
  [
    'a toggle',
    parseToggle,
    [
      ['1', true],
      ['True', true],
      ['ON', true],
      ['0', false],
      ['FALSE', false],
      ['off', false],
    ],
    ['yes', '2', ''],
  ],
  ['one of several', buildOneOfParser(['a', 'b']), [['b', 'b']], ['B', 'c', '']],
  [
    'some of several',
    buildSomeOfParser(['a', 'b', 'c']),
    [
      ['c, a,c', ['a', 'c']],
      ['b', ['b']],
    ],
    ['a,d', 'a,', 'A'],
  ],
  [
    'a key',
    parseVisibleText,
    [
      ['!~', '!~'],
      [x(512), x(512)],
    ],
    ['', 'a b', 'ä', x(513), 'a\n'],
  ],
  ['a token', parseAccessToken, [[x(16), x(16)]], [x(15), `${x(16)} `]],
  [
    'text for a header',
    parseHeaderText,
    [
      ['a b', 'a b'],
      [x(200), x(200)],
    ],
    ['', x(201), 'ä', 'a\r\nb'],
  ],
  [
    'a path',
    parsePrintableText,
    [
      ['/tmp/ä', '/tmp/ä'],
      ['', ''],
      [x(4_096), x(4_096)],
    ],
    [x(4_097), 'a\tb'],
  ],
  ['an email address', parseEmailAddress, [[' ops@example.org ', 'ops@example.org']], ['ops', 'ops@', 'a b@example.org']],
  [
    'a password',
    parsePassword,
    [
      [x(10), x(10)],
      [x(200), x(200)],
    ],
    [x(9), x(201), `${x(10)}\n`],
  ],
  [
    'a fraction',
    parseFraction,
    [
      ['0', 0],
      ['1', 1],
      ['.5', 0.5],
      ['0.25', 0.25],
      ['1.0', 1],
    ],
    ['1.01', '2', '-0.5', '1.', '', '0,5', '5e-1'],
  ],
  [
    'headers',
    parseHeaderList,
    [
      ['x-key=a=b, x-other=c d', { 'x-key': 'a=b', 'x-other': 'c d' }],
      ['X_1=y', { X_1: 'y' }],
    ],
    ['', 'x', 'x=', '=y', 'a b=c', 'x=ä', 'x=y,'],
  ],
  [
    'trusted proxies',
    parseTrustProxy,
    [
      ['1', 1],
      ['10', 10],
      ['10.0.0.0/32, ::1', ['10.0.0.0/32', '::1']],
      ['fd00::/128', ['fd00::/128']],
      ['10.0.0.0/0', ['10.0.0.0/0']],
    ],
    ['0', '11', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '10.0.0.0/8/8', 'proxy', '10.0.0.1,', ''],
  ],
  [
    'origins',
    parseCorsOrigins,
    [
      ['*', ['*']],
      ['https://a.example, http://b.example:8080', ['https://a.example', 'http://b.example:8080']],
    ],
    ['https://a.example/', 'https://a.example/x', 'ftp://a.example', 'a.example', 'https://a.example:443', ''],
  ],
  [
    'hosts',
    parseHostPatterns,
    [
      ['*', ['*']],
      ['A.example, *.push.example', ['a.example', '*.push.example']],
      ['127.0.0.1', ['127.0.0.1']],
    ],
    ['https://a.example', 'a.*', '**', 'a example', 'a.example,', ''],
  ],
  [
    'providers',
    parseProviderIds,
    [
      ['openweather', ['openweather']],
      ['b, a-1', ['b', 'a-1']],
    ],
    ['', 'a,a', 'A', 'a-', '-a', 'a--b', 'a,'],
  ],
  [
    'an ad unit',
    parseSlotId,
    [
      ['1234', '1234'],
      ['1'.repeat(20), '1'.repeat(20)],
    ],
    ['123', '1'.repeat(21), '12a4', 'x1234'],
  ],
  [
    'a publisher',
    parsePublisherId,
    [
      ['ca-pub-1234567890', 'ca-pub-1234567890'],
      [`ca-pub-${'1'.repeat(20)}`, `ca-pub-${'1'.repeat(20)}`],
    ],
    ['pub-1234567890', 'ca-pub-123456789', `ca-pub-${'1'.repeat(21)}`, 'ca-pub-1234567890x'],
  ],
]

for (const [what, parse, taken, refused] of TABLE)
  describe(`the parser of ${what}`, () => {
    for (const [text, value] of taken) it(`takes ${JSON.stringify(text.slice(0, 30))}`, () => assert.deepEqual(parse(text), value))
    for (const text of refused) it(`refuses ${JSON.stringify(text.slice(0, 30))}`, () => void assert.throws(() => parse(text), Fault))
  })
