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

  it('take amounts of 13 and 9 digits, also negative ones, counts of 15 digits and keys of 100 characters', () => {
    const earningsOf = (...values: string[]) => readEarnings({ headers, rows: [row('2026-07-01', ...values)] }, 'slot')?.rows[0]
    assert.deepEqual(earningsOf('a:b', '-1234567890123.123456789', '1', '22', '333', '123456789012345'), {
      day: '2026-07-01',
      dimension: 'slot',
      key: 'b',
      earnings: '-1234567890123.123456789',
      pageViews: 1,
      adRequests: 22,
      impressions: 333,
      clicks: 123_456_789_012_345,
    })
    assert.equal(earningsOf('x'.repeat(100), '1')?.key.length, 100)
    for (const values of [
      ['a', '12345678901234'],
      ['a', '1.1234567890'],
      ['a', '1.'],
      ['a', '1', '1234567890123456'],
      ['a', '1', '1', '1', '1', '1x'],
      ['x'.repeat(101), '1'],
    ])
      assert.equal(earningsOf(...values), undefined, values.join())
  })

  it('name the currency if it is one, and countries whole', () => {
    const columns = ['DATE', 'COUNTRY_CODE', ...METRICS]
    const read = (currencyCode: unknown) =>
      readEarnings(
        { headers: columns.map((name) => ({ name, currencyCode })), rows: [row('2026-07-01', 'a:b', '1')], totalMatchedRows: '1' },
        'country',
      )
    assert.deepEqual(
      { currency: read('EUR')?.currency, key: read('EUR')?.rows[0]?.key, dimension: read('EUR')?.rows[0]?.dimension },
      { currency: 'EUR', key: 'a:b', dimension: 'country' },
    )
    for (const wrong of ['eur', 'EURO', 'EU', 'x EUR', 7, undefined]) assert.equal(read(wrong)?.currency, null)
  })

  it('of different days or slots stay apart; those of one are added up in every column', () => {
    const rows = [
      row('2026-07-01', 'a:2', '0.10', '1', '2', '3', '4'),
      row('2026-07-02', 'a:2', '1', '1', '1', '1', '1'),
      row('2026-07-01', 'b:2', '0.2', '10', '20', '30', '40'),
    ]
    assert.deepEqual(
      readEarnings({ headers, rows }, 'slot')?.rows.map((each) => [
        each.day,
        each.earnings,
        each.pageViews,
        each.adRequests,
        each.impressions,
      ]),
      [
        ['2026-07-01', '0.300000', 11, 22, 33],
        ['2026-07-02', '1', 1, 1, 1],
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
      [row('x2026-07-01', 'a', '1')],
      [row('2026-07-011', 'a', '1')],
      [row('2026-07-01', 'a', 'x1')],
      [good, null],
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
