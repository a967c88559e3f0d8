import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS } from '@isobar/weather'
import { limitMemory, NOTHING_KNOWN, type Remembered, type Run, toMemory } from './memory.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const message = (id: string, agoMs = 0, key = id): Remembered => ({ id, groups: [{ key, areas: [] }], seenMs: NOW - agoMs })
const run = (key: string, agoMs = 0, subject = 's'): Run => ({ key, subject, startMs: NOW - DAY_MS, endMs: NOW - agoMs })

describe('the memory of a feed', () => {
  it('is read as it was written', () => {
    const memory = { messages: [message('m')], runs: [run('r')] }
    assert.deepEqual(toMemory(JSON.parse(JSON.stringify(memory))), memory)
  })

  it('leaves out entries that another version wrote, and nothing else', () => {
    const { id: _id, ...withoutId } = message('m')
    const broken = [
      withoutId,
      { ...message('a'), seenMs: 'now' },
      { ...message('b'), groups: [] },
      { ...message('c'), groups: [{ key: 1, areas: [] }] },
    ]
    const brokenRuns = ['key', 'subject', 'startMs', 'endMs'].map((field) => ({ ...run('r'), [field]: null }))
    assert.deepEqual(toMemory({ messages: [...broken, message('good'), 5], runs: [...brokenRuns, run('good')] }), {
      messages: [message('good')],
      runs: [run('good')],
    })
    assert.deepEqual(toMemory({ messages: [{ ...message('d'), groups: [{ key: 'x', areas: 'A1' }] }] }), NOTHING_KNOWN)
    for (const other of [null, [], 'memory', {}]) assert.deepEqual(toMemory(other), NOTHING_KNOWN)
  })

  it('ends five days after a message was last seen, or after a warning ended', () => {
    const [last, gone] = [5 * DAY_MS - 1, 5 * DAY_MS]
    const left = limitMemory([message('m', last), message('n', gone)], [run('r', last), run('s', gone)], NOW)
    assert.deepEqual(left, { messages: [message('m', last)], runs: [run('r', last)] })
  })

  it('has each message and each warning once, as given first, and the newest of too many', () => {
    const { messages, runs } = limitMemory(
      [message('m', 0, 'first'), message('m', 1, 'second')],
      [run('r', 0, 'first'), run('r', 1, 'second')],
      NOW,
    )
    assert.deepEqual({ messages, runs }, { messages: [message('m', 0, 'first')], runs: [run('r', 0, 'first')] })
    const many = Array.from({ length: 20_001 }, (_, i) => message(`m${i}`, i))
    const newest = limitMemory(many.toReversed(), [], NOW).messages
    assert.deepEqual(
      { newest: newest.length, firstNewestId: newest[0]?.id, lastNewestId: newest.at(-1)?.id },
      { newest: 20_000, firstNewestId: 'm0', lastNewestId: 'm19999' },
    )
  })
})
