import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OfficialWarning } from '@isobar/weather'
import { MINUTE_MS } from '../../../time.ts'
import { applyReading, repeatReading } from './apply-reading.ts'
import { toArrival, type StoredWarning } from './stored-warning.ts'
import { createPart, NOON } from './testing/part.ts'
import { buildOfficialWarning } from './testing/warning.ts'
import type { Known } from './warning-of-message.ts'

const first = buildOfficialWarning()
const update = buildOfficialWarning({ messageId: 'A.2', replaces: ['A.1'], sent: '2026-07-01T11:30:00Z', end: '2026-07-01T22:00:00Z' })
const cancel = buildOfficialWarning({ messageId: 'A.3', replaces: ['A.2', 'A.1'], sent: '2026-07-01T12:30:00Z', ended: true })

describe('a chain of messages', () => {
  it('is one warning with the content of its newest message', () => {
    const part = createPart()
    part.read([first])
    part.read([update])
    assert.deepEqual(part.states(), { A: 'running' })
    assert.equal(part.known.warnings.get('A')?.message.end, update.end)
    part.read([cancel])
    assert.deepEqual(part.states(), { A: 'ended' })
  })
  it('keeps its key when later messages have others', () => {
    const part = createPart()
    part.read([first])
    part.read([{ ...update, key: 'B' }])
    // Without references, too: key B is known by now.
    part.read([buildOfficialWarning({ key: 'B', messageId: 'B.9', sent: '2026-07-01T12:10:00Z' })])
    part.read([{ ...cancel, key: 'C', replaces: ['B.9'] }])
    assert.deepEqual(part.states(), { A: 'ended' })
  })
  it('ignores late and repeated messages, in any order', () => {
    const part = createPart()
    part.read([cancel, update, first])
    assert.deepEqual(part.states(), { A: 'ended' })
    for (const late of [first, update, { ...first, key: 'Z' }]) assert.equal(part.read([late]).outdated, 1)
    assert.deepEqual(part.states(), { A: 'ended' })
  })
  it('ignores an older message that nothing refers to', () => {
    const part = createPart()
    part.read([{ ...update, replaces: [] }])
    assert.equal(part.read([first]).outdated, 1)
    assert.equal(part.known.warnings.get('A')?.message.messageId, 'A.2')
    // One of the same second says the same thing anew, but does not undo an end.
    const { sent } = update
    assert.equal(part.read([{ ...first, messageId: 'A.2b', sent }]).outdated, 0)
    part.read([{ ...first, messageId: 'A.2c', sent, ended: true }])
    assert.equal(part.read([{ ...first, messageId: 'A.2d', sent }]).outdated, 1)
    assert.deepEqual(part.states(), { A: 'ended' })
  })
  it('whose end arrives first is not started by older messages', () => {
    const part = createPart()
    part.read([cancel])
    part.read([first, { ...update, key: 'B' }])
    assert.deepEqual(part.states(), {})
  })
  it('resumes when the issuer takes the warning up again', () => {
    const part = createPart()
    part.read([first])
    part.read([cancel])
    part.read([buildOfficialWarning({ messageId: 'A.4', replaces: ['A.3'], sent: '2026-07-01T12:40:00Z' })])
    assert.deepEqual(part.states(), { A: 'running' })
  })
  it('may be circular, or refer to itself or to unknown messages', () => {
    const part = createPart()
    part.read([{ ...first, replaces: ['A.1', 'A.2', 'X'] }, update])
    part.read([{ ...first, replaces: ['A.1', 'A.2', 'X'] }, update])
    assert.deepEqual(part.states(), { A: 'running' })
    assert.equal(part.known.warnings.get('A')?.message.messageId, 'A.2')
  })
  it('that merges two warnings is no all-clear for either', () => {
    const part = createPart()
    const other = buildOfficialWarning({ key: 'B', messageId: 'B.1' })
    part.read([first, other])
    part.read([buildOfficialWarning({ key: 'C', messageId: 'C.1', replaces: ['A.1', 'B.1'], sent: '2026-07-01T12:15:00Z' })])
    assert.deepEqual(part.states(), { A: 'running', B: 'replaced' })
    part.read([buildOfficialWarning({ key: 'D', messageId: 'D.1', replaces: ['C.1'], sent: '2026-07-01T12:25:00Z', ended: true })])
    assert.deepEqual(part.states(), { A: 'ended', B: 'replaced' })
  })
  it('whose messages each state two warnings is two, even when one of them ends', () => {
    const part = createPart()
    const both = (change: Partial<OfficialWarning>) => [buildOfficialWarning(change), buildOfficialWarning({ ...change, key: 'A.part' })]
    for (let i = 0; i < 2; i++) part.read(both({}))
    assert.deepEqual(part.states(), { A: 'running', 'A.part': 'running' })
    const again = { messageId: 'A.2', replaces: ['A.1'], sent: '2026-07-01T12:05:00Z' }
    for (let i = 0; i < 2; i++) part.read(both(again))
    assert.deepEqual(part.states(), { A: 'running', 'A.part': 'running' })
    const [one, other] = both({ messageId: 'A.3', replaces: ['A.2', 'A.1'], sent: '2026-07-01T12:35:00Z' }) as [
      OfficialWarning,
      OfficialWarning,
    ]
    for (let i = 0; i < 2; i++) part.read([{ ...one, ended: true }, other])
    assert.deepEqual(part.states(), { A: 'ended', 'A.part': 'running' })
  })
  it('becomes two if an update splits it', () => {
    const part = createPart()
    part.read([first])
    part.read([update, { ...update, key: 'A.part' }])
    assert.deepEqual(part.states(), { A: 'running', 'A.part': 'running' })
  })
  it('becomes two if an update splits it into warnings with new keys', () => {
    const part = createPart()
    part.read([first])
    for (let i = 0; i < 2; i++)
      part.read([
        { ...update, key: 'B' },
        { ...update, key: 'B.part' },
      ])
    assert.deepEqual(part.states(), { A: 'running', 'B.part': 'running' })
  })
  it('is not begun anew by a message that was replaced, even when the warning itself was deleted', () => {
    const part = createPart()
    part.read([first])
    const { names } = part.read([update])
    assert.deepEqual(names.get('A.1'), { key: 'A', replacedSent: Date.parse(update.sent) })
    part.forget('A')
    const { outdated, changed } = part.read([{ ...first, key: 'Z' }])
    assert.deepEqual({ outdated, changed }, { outdated: 1, changed: [] })
  })
  it('changes nothing when it is read again', () => {
    const part = createPart()
    part.read([first, update])
    const { changed, names, isComplete } = part.read([first, update])
    assert.deepEqual({ changed, names: names.size, isComplete }, { changed: [], names: 0, isComplete: true })
    assert.deepEqual(repeatReading(part.known.warnings.values(), part.now()), [])
  })
  it('is marked as simulated, or no longer, by its latest reading', () => {
    const reading = (simulated: boolean) => ({ arrivals: [toArrival(first)], complete: true, simulated })
    const [before] = applyReading({ warnings: new Map(), names: new Map() }, reading(true), NOON).changed
    assert.equal(before?.simulated, true)
    const known: Known = { warnings: new Map([['A', before as StoredWarning]]), names: new Map() }
    assert.deepEqual(applyReading(known, reading(true), NOON).changed, [])
    const [after] = applyReading(known, reading(false), NOON + MINUTE_MS).changed
    // It has been running since the first reading.
    assert.deepEqual({ simulated: after?.simulated, stateAt: after?.stateAt }, { simulated: false, stateAt: NOON })
  })
  it('that ends two warnings ends both', () => {
    const part = createPart()
    part.read([first, buildOfficialWarning({ key: 'B', messageId: 'B.1' })])
    part.read([buildOfficialWarning({ key: 'D', messageId: 'D.1', replaces: ['A.1', 'B.1'], sent: '2026-07-01T12:25:00Z', ended: true })])
    assert.deepEqual(part.states(), { A: 'ended', B: 'ended' })
  })
  it('keeps the start that was known first', () => {
    const part = createPart()
    part.read([first])
    part.read([{ ...update, start: '2026-07-01T14:00:00Z' }])
    assert.equal(part.known.warnings.get('A')?.message.start, first.start)
  })
})

describe('a warning that a reading leaves out', () => {
  const rest = buildOfficialWarning({ key: 'Z', messageId: 'Z.1' })
  it('is over after three complete readings over half an hour, unchanged ones included', () => {
    const part = createPart()
    part.read([first, rest])
    part.read([rest])
    part.repeat(10)
    part.read([rest], { afterMinutes: 19 })
    assert.deepEqual(part.states(), { A: 'running', Z: 'running' })
    part.repeat(1)
    assert.deepEqual(part.states(), { A: 'ended', Z: 'running' })
    part.read([first, rest])
    assert.deepEqual(part.states(), { A: 'running', Z: 'running' })
  })
  it('is not over after incomplete readings, nor after complete ones too far apart', () => {
    const part = createPart()
    part.read([first, rest])
    for (let i = 0; i < 9; i++) {
      part.read([rest], { complete: false })
      part.repeat()
    }
    part.read([rest])
    part.read([rest], { afterMinutes: 90 })
    part.read([first, rest])
    assert.deepEqual(part.states(), { A: 'running', Z: 'running' })
    part.read([rest])
    part.read([rest], { afterMinutes: 90 })
    assert.deepEqual(part.states(), { A: 'running', Z: 'running' })
  })
  it('is not over if one of the readings has an older message of it: the host lags behind', () => {
    for (const again of ['read', 'repeat'] as const) {
      const part = createPart()
      part.read([first, rest])
      part.read([update, rest])
      part.read([rest])
      part.read([rest], { afterMinutes: 20 })
      part.read([first, rest])
      if (again === 'read') part.read([rest])
      else part.repeat(10)
      assert.deepEqual(part.states(), { A: 'running', Z: 'running' })
    }
  })
  it('runs to its end once its message has expired', () => {
    const part = createPart()
    part.read([{ ...first, expires: '2026-07-01T12:15:00Z' }, rest])
    for (let i = 0; i < 9; i++) part.read([rest])
    assert.deepEqual(part.states(), { A: 'running', Z: 'running' })
  })
  it('is over if the list was short', () => {
    const part = createPart()
    part.read([first])
    for (let i = 0; i < 4; i++) part.read([])
    assert.deepEqual(part.states(), { A: 'ended' })
  })
  it('is not over if a long list becomes empty', () => {
    const part = createPart()
    const many = Array.from({ length: 5 }, (_, i) => buildOfficialWarning({ key: `W${i}`, messageId: `W${i}.1` }))
    part.read(many)
    for (let i = 0; i < 9; i++) assert.equal(part.read([]).isComplete, false)
    assert.deepEqual(new Set(Object.values(part.states())), new Set(['running']))
  })
  it('is over if others of a long list are still there, or were over before it became empty', () => {
    const many = Array.from({ length: 5 }, (_, i) => buildOfficialWarning({ key: `W${i}`, messageId: `W${i}.1` }))
    const shortened = createPart()
    shortened.read([...many, rest])
    for (let i = 0; i < 4; i++) assert.equal(shortened.read([rest]).isComplete, true)
    assert.deepEqual(new Set(many.map(({ key }) => shortened.states()[key])), new Set(['ended']))
    const emptied = createPart()
    emptied.read(many)
    emptied.read(
      many.map((warning, i) => (i === 0 ? { ...warning, messageId: 'W0.2', sent: '2026-07-01T12:15:00Z', ended: true } : warning)),
    )
    for (let i = 0; i < 4; i++) assert.equal(emptied.read([]).isComplete, true)
    const past = createPart()
    past.read(many.map((warning, i) => (i === 0 ? { ...warning, end: '2026-07-01T12:15:00Z' } : warning)))
    assert.equal(past.read([]).isComplete, true)
  })
})
