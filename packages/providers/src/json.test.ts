import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readEpochMs, readFields, isObject, readNumber, readObjects, parseJson, readUnixMs } from './json.ts'

const parsed = (text: string): unknown => parseJson(Buffer.from(text))
const nested = (levels: number, open = '[', close = ']'): string => open.repeat(levels) + close.repeat(levels)

describe('parseJson', () => {
  it('reads JSON, with or without a byte order mark, and nothing else', () => {
    assert.deepEqual(parsed('{"a":[1,"ü"]}'), { a: [1, 'ü'] })
    assert.deepEqual(parsed('\ufeff[null]'), [null])
    for (const text of ['', '<html></html>', '{"a":1', '{"a":1}x', 'NaN']) assert.equal(parsed(text), undefined, text)
  })

  it('reads 64 levels, of lists and of objects, however many there are beside each other', () => {
    assert.notEqual(parsed(nested(64)), undefined)
    assert.equal(parsed(nested(65)), undefined)
    const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    assert.notEqual(parsed(objects(64)), undefined)
    assert.equal(parsed(objects(65)), undefined)
    assert.equal((parsed(`[${Array(100).fill('[{}]').join()}]`) as unknown[]).length, 100)
  })

  it('takes brackets within texts for text, also after an escaped quotation mark', () => {
    const text = `\\"${'[{'.repeat(70)}\\\\`
    assert.deepEqual(parsed(`["${text}",[1]]`), [`"${'[{'.repeat(70)}\\`, [1]])
    assert.equal(parsed(`["${text}",${nested(64)}]`), undefined)
    assert.equal(parsed(`["${'['.repeat(70)}`), undefined)
  })
})

describe('a value of an answer', () => {
  const others = [null, undefined, 'x', 1, true, [], [{}]]

  it('is an object, or has no fields', () => {
    assert.deepEqual({ isObject: isObject({ a: 1 }), fieldsOf: readFields({ a: 1 }) }, { isObject: true, fieldsOf: { a: 1 } })
    for (const value of others)
      assert.deepEqual({ isObject: isObject(value), fieldsOf: readFields(value) }, { isObject: false, fieldsOf: {} })
  })

  it('is a list, of which its objects count', () => {
    assert.deepEqual(readObjects([{ a: 1 }, ...others, { b: 2 }]), [{ a: 1 }, { b: 2 }])
    assert.deepEqual(
      { objectsOf: readObjects({ 0: {} }), objectsOfUndefined: readObjects(undefined) },
      { objectsOf: [], objectsOfUndefined: [] },
    )
  })

  it('is a finite number, and no text that looks like one', () => {
    assert.deepEqual([0, -1.5, Number.NaN, Infinity, -Infinity, '1', null, true].map(readNumber), [
      0,
      -1.5,
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it('is a time in whole Unix seconds, until the year 5000', () => {
    assert.deepEqual([0, 1.9, -1.5, 1e11, 1e11 + 1, -1e11 - 1, '1', null].map(readUnixMs), [
      0,
      1_000,
      -2_000,
      1e14,
      Number.NaN,
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ])
  })

  it('is a time in ISO 8601 with an offset', () => {
    const noon = Date.parse('2026-07-01T12:00:00Z')
    for (const text of ['2026-07-01T12:00Z', '2026-07-01T12:00:00Z', '2026-07-01T14:00:00.000+02:00', '2026-07-01T06:30:00-05:30'])
      assert.equal(readEpochMs(text), noon, text)
    const none = [
      '2026-07-01T12:00:00',
      '2026-07-01',
      '2026-13-01T12:00:00Z',
      '2026-07-01T12:00:00ZZ',
      ' 2026-07-01T12:00:00Z',
      '1',
      '',
      null,
      5,
    ]
    for (const value of none) assert.equal(readEpochMs(value), null, String(value))
  })
})
