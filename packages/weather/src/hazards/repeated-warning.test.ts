import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canReplaceWarning, isRepeatedWarning, type LocatedWarning, type RepeatableWarning } from './repeated-warning.ts'

const text = (event: string) => ({ language: 'en', event, headline: null, description: '', instruction: null })
const EARLIER: RepeatableWarning = {
  messageId: 'A.1',
  replaces: [],
  sent: '2026-07-01T11:00:00Z',
  start: '2026-07-01T12:00:00Z',
  end: '2026-07-01T20:00:00Z',
  expires: null,
  ended: false,
  sender: 'ops@weather.example',
  senderName: 'Weather Service',
  severity: 'severe',
  severitySource: 'stated',
  urgency: 'expected',
  certainty: 'likely',
  level: { name: 'orange', color: null },
  tags: [],
  texts: [text('Storm')],
}
const LATER: RepeatableWarning = { ...EARLIER, messageId: 'A.2', sent: '2026-07-01T11:30:00Z' }
const NAMELESS = { sender: undefined } as unknown as Partial<RepeatableWarning>
const PARTS = ['DE1', 'DE2']

interface Pair {
  readonly later?: Partial<RepeatableWarning>
  readonly earlier?: Partial<RepeatableWarning>
  readonly parts?: readonly string[]
}
const locate = ({ later = {}, earlier = {}, parts = PARTS }: Pair): [LocatedWarning, LocatedWarning] => [
  { warning: { ...LATER, ...later }, parts },
  { warning: { ...EARLIER, ...earlier }, parts: PARTS },
]

const repeats: readonly (readonly [what: string, pair: Pair])[] = [
  ['the same content', {}],
  ['more areas', { parts: ['DE0', ...PARTS] }],
  ['a later end', { later: { end: '2026-07-01T21:00:00Z' } }],
  ['no end', { later: { end: null } }],
  ['a later start, in the same hours', { later: { start: '2026-07-01T19:59:00Z' } }],
  ['another name of the same sender', { later: { senderName: 'The service' } }],
  ['the same name, for a format without senders', { later: NAMELESS }],
  ['no level at all', { later: { level: null }, earlier: { level: null } }],
  ['another colour of the level', { later: { level: { name: 'orange', color: '#fb8c00' } } }],
  ['further texts', { later: { texts: [text('Gale'), text('Storm')] } }],
]
const others: readonly (readonly [what: string, pair: Pair])[] = [
  ['an earlier message', { later: { sent: '2026-07-01T10:59:00Z' } }],
  ['one of the same moment', { later: { sent: EARLIER.sent } }],
  ['fewer areas', { parts: ['DE1'] }],
  ['an earlier end', { later: { end: '2026-07-01T19:00:00Z' } }],
  ['an earlier expiry', { later: { end: null, expires: '2026-07-01T19:00:00Z' } }],
  ['hours that begin when the others end', { later: { start: '2026-07-01T20:00:00Z', end: '2026-07-01T23:00:00Z' } }],
  ['another sender', { later: { sender: 'other@weather.example' } }],
  ['another name, for a format without senders', { later: { ...NAMELESS, senderName: 'Another' } }],
  ['another level', { later: { level: { name: 'red', color: null } } }],
  ['a level beside none', { earlier: { level: null } }],
  ['another severity', { later: { severity: 'extreme' } }],
  ['another subject', { later: { texts: [text('Snow')] } }],
  ['the end of the warning', { later: { ended: true } }],
  ['a warning after the end', { earlier: { ended: true } }],
  ['an event of another number', { later: { isNumbered: true } }],
  ['an event after a numbered one', { earlier: { isNumbered: true } }],
]

describe('a warning under a new identifier', () => {
  for (const [what, pair] of repeats) it(`repeats another one: ${what}`, () => assert.ok(isRepeatedWarning(...locate(pair))))
  for (const [what, pair] of others) it(`is a warning of its own: ${what}`, () => assert.ok(!isRepeatedWarning(...locate(pair))))
})

it('a warning can replace another one of its subject, whoever sent it, in all of its areas', () => {
  assert.ok(canReplaceWarning(...locate({ later: { sender: 'other@weather.example', severity: 'minor' } })))
  assert.ok(!canReplaceWarning(...locate({ parts: ['DE2'] })))
  assert.ok(!canReplaceWarning(...locate({ later: { texts: [text('Snow')] } })))
})
