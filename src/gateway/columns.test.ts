import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodePoints, encodePoints } from './columns.ts'

const POINTS = [
  { time: '2026-07-01T12:00:00Z', temperature: 20, condition: null, snow: null },
  { time: '2026-07-01T13:00:00Z', temperature: null, condition: 'rain', snow: null },
  { time: '2026-07-01T15:00:00Z', temperature: 18, condition: 'rain', snow: null },
]
const COLUMNS = {
  starts: [29_715_120, 60, 120],
  fields: { temperature: [20, null, 18], condition: { values: ['rain'], at: [-1, 0, 0] } },
}

describe('points by columns', () => {
  it('are numbers as they are, each word once, and nothing of a field that no point has', () => {
    assert.deepEqual(encodePoints(POINTS), COLUMNS)
    assert.deepEqual(decodePoints(COLUMNS, ['temperature', 'condition', 'snow']), POINTS)
  })

  it('are none unless each begins after the one before it, within the years that are written with four digits', () => {
    const last = Date.parse('9999-12-31T23:59:00Z') / 60_000
    const isRead = (...starts: readonly unknown[]): boolean => decodePoints({ starts, fields: {} }, []) !== null
    for (const starts of [[0], [last], [1, 1], [last - 1, 1]]) assert.ok(isRead(...starts), `${starts}`)
    for (const starts of [[-1], [last + 1], [1, 0], [1, -1], [last, 1], [0.5], ['1']]) assert.ok(!isRead(...starts), `${starts}`)
  })

  it('are none if a column is longer or shorter, or a word is not among its words', () => {
    const read = (column: unknown) =>
      decodePoints({ starts: [1, 1], fields: { a: column } }, ['a'])?.map((point) => (point as { a: unknown }).a)
    assert.deepEqual(read({ values: ['x', 'y'], at: [1, -1] }), ['y', null])
    for (const column of [[1], [1, 2, 3], null, 1, { values: ['x'], at: [0] }, { values: 'x', at: [0, 0] }, { values: ['x'], at: 'ab' }])
      assert.equal(read(column), undefined)
    for (const at of [-2, 1, 0.5, '0']) assert.equal(read({ values: ['x'], at: [0, at] }), undefined)
  })
})
