import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { METRICS, readEarnings } from './report-rows.ts'

const header = (name: string) => ({ name, ...(name === 'ESTIMATED_EARNINGS' ? { type: 'METRIC_CURRENCY', currencyCode: 'CHF' } : {}) })
const headers = ['DATE', 'AD_UNIT_ID', ...METRICS].map(header)
const row = (...values: (string | undefined)[]) => ({ cells: values.map((value) => (value === undefined ? {} : { value })) })

describe('the rows of a report', () => {
  it('are read by column name, in any order', () => {
    const turned = {
      headers: headers.toReversed(),
      rows: [{ cells: row('2026-07-01', 'ca-pub-1:22', '1.23', '4', '5', '6', '7').cells.toReversed() }],
    }
    assert.deepEqual(readEarnings(turned, 'slot'), {
      currency: 'CHF',
      rows: [{ day: '2026-07-01', dimension: 'slot', key: '22', earnings: '1.23', pageViews: 4, adRequests: 5, impressions: 6, clicks: 7 }],
    })
  })

  it('may be empty', () => {
    assert.deepEqual(readEarnings({ headers, totalMatchedRows: '0' }, 'slot'), { currency: 'CHF', rows: [] })
  })

  it('are added up if two names mean one slot; empty cells count as zero', () => {
    const rows = [
      row('2026-07-01', 'ca-pub-1:2', '0.10', '1', '1', '1', '1'),
      row('2026-07-01', 'ca-pub-3:2', '0.20'),
      row('2026-07-01', undefined, '1'),
    ]
    const read = readEarnings({ headers, rows }, 'slot')?.rows ?? []
    assert.deepEqual(
      read.map(({ key, earnings, clicks }) => [key, Number(earnings), clicks]),
      [
        ['2', 0.3, 1],
        ['unknown', 1, 0],
      ],
    )
  })

  it('are refused if one is unreadable, a column is missing, or the list is truncated', () => {
    const good = row('2026-07-01', 'a', '1', '1', '1', '1', '1')
    for (const rows of [
      [row('1 July', 'a', '1')],
      [row('2026-07-01', 'a', '1,5')],
      [row('2026-07-01', 'a', '1', '-1')],
      [row('2026-07-01', 'a', 'NaN')],
      [{}],
      [null],
      'rows',
    ]) {
      assert.equal(readEarnings({ headers, rows }, 'slot'), null, JSON.stringify(rows))
    }
    assert.equal(readEarnings({ headers: headers.slice(1), rows: [good] }, 'slot'), null)
    assert.equal(readEarnings({ headers, rows: [good] }, 'country'), null)
    assert.equal(readEarnings({ headers, rows: [good], totalMatchedRows: '2' }, 'slot'), null)
    assert.equal(readEarnings({}, 'slot'), null)
  })
})
