import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseInstant } from '@isobar/weather'
import fc from 'fast-check'
import { readCapDocument } from './document.ts'
import { toMemory } from './memory.ts'
import { toCapMessage } from './message.ts'
import { wrapJsonObject } from './node.ts'
import { writeCapDocument, writeCapInfo, writeNamedValue, NOW, PLAIN } from './testing/messages.ts'
import { readCapWarnings } from './warnings.ts'

/** Asserts what must hold for any input: instants that can be parsed again, at least one text, no duplicate key. */
function assertSound(read: ReturnType<typeof readCapWarnings>): void {
  const keys = read.warnings.map(({ key }) => key)
  assert.equal(new Set(keys).size, keys.length)
  for (const { sent, start, end, expires, texts } of read.warnings) {
    for (const instant of [sent, start, end, expires]) if (instant !== null) assert.ok(Number.isFinite(parseInstant(instant)), instant)
    assert.ok(texts.length > 0)
  }
  assert.deepEqual(toMemory(JSON.parse(JSON.stringify(read.memory))), read.memory)
}

describe('any input', () => {
  const whole = Buffer.from(
    writeCapDocument({
      references: ['m0'],
      infos: [writeCapInfo({}, 'A1', writeNamedValue('awareness_level', '2; yellow; x')), writeCapInfo({ language: 'fr' })],
    }),
  )

  it('a document with corrupted bytes gives valid warnings or none', () => {
    const change = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const bytes = Buffer.from(whole)
        for (const [at, byte] of changes) bytes[at] = byte
        const message = readCapDocument(bytes, null)
        if (message !== null) assertSound(readCapWarnings([message], toMemory(null), PLAIN, NOW))
      }),
      { numRuns: 500 },
    )
  })

  it('a truncated document gives none', () => {
    fc.assert(fc.property(fc.nat(whole.length - 1), (length) => assert.equal(readCapDocument(whole.subarray(0, length), null), null)))
  })

  it('JSON of any shape gives valid warnings or none', () => {
    const names = [
      'identifier',
      'sender',
      'sent',
      'status',
      'msgType',
      'info',
      'area',
      'polygon',
      'geocode',
      'value',
      'valueName',
      'event',
      'expires',
      'onset',
    ]
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('Actual', 'Alert', '2026-07-01T08:00:00Z', '9999-12-31T23:59:59Z', '1,2 3,4 5,6', '', null, 7),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names), tie('tree'), { maxKeys: 6 }),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), tree, { maxKeys: 8 }), (object) => {
        const head = { identifier: 'm1', sender: 'office', sent: '2026-07-01T08:00:00Z', status: 'Actual', msgType: 'Alert', ...object }
        const message = toCapMessage(wrapJsonObject(head), null)
        if (message !== null) assertSound(readCapWarnings([message], toMemory(null), PLAIN, NOW))
      }),
      { numRuns: 500 },
    )
  })

  it('messages that refer to each other in any way give valid warnings, the same in any order', () => {
    const number = fc.integer({ min: 0, max: 5 })
    const message = fc.record({
      id: number,
      refers: fc.array(number, { maxLength: 3 }),
      hour: fc.integer({ min: 0, max: 3 }),
      msgType: fc.constantFrom('Alert', 'Update', 'Cancel'),
    })
    const all = fc.uniqueArray(message, { selector: ({ id }) => id, maxLength: 6 })
    fc.assert(
      fc.property(all, fc.array(all, { maxLength: 3 }), (first, later) => {
        let memory = toMemory(null)
        for (const each of [first, ...later]) {
          const messages = each.flatMap(({ id, refers, hour, msgType }) => {
            const text = writeCapDocument({
              id: `m${id}`,
              msgType,
              sent: `2026-07-01T0${hour}:00:00Z`,
              references: refers.map((other) => `m${other}`),
            })
            return readCapDocument(Buffer.from(text), null) ?? []
          })
          const read = readCapWarnings(messages, memory, PLAIN, NOW)
          assertSound(read)
          const keyed = (warnings: typeof read.warnings) => new Map(warnings.map(({ key, messageId }) => [key, messageId]))
          assert.deepEqual(keyed(readCapWarnings(messages.toReversed(), memory, PLAIN, NOW).warnings), keyed(read.warnings))
          assert.deepEqual(keyed(readCapWarnings(messages, read.memory, PLAIN, NOW).warnings), keyed(read.warnings))
          memory = read.memory
        }
      }),
      { numRuns: 500 },
    )
  })
})
