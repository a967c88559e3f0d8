import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { DAY_MS } from '../../../time.ts'
import { createReportService } from './service.ts'
import { createReportStore, erasePersonReports, exportPersonReports, type Report } from './store.ts'
import type { ReportTables } from './tables.ts'

const ADDRESS = 'jo_doe@example.org'

describe('the reports of a person', () => {
  let database: TestDatabase<ReportTables>
  before(async () => {
    database = await createTestDatabase<ReportTables>()
    const store = createReportStore(database.kysely)
    const put = (lat: number, change: Partial<Report>) =>
      store.insertReport({
        id: randomUUID(),
        receivedAt: Date.parse('2026-07-01T12:00:00Z') - lat * 1_000,
        lat,
        lon: 0,
        cellId: 1,
        scope: 'current',
        field: 'other',
        observedValue: null,
        units: null,
        comment: null,
        client: 'hash',
        shown: [],
        ...change,
      })
    await put(1, { comment: `Wrong, write to ${ADDRESS.toUpperCase()}!` })
    await put(2, { observedValue: ADDRESS, comment: 'no name' })
    // An underscore is no placeholder.
    await put(3, { comment: 'joXdoe@example.org', observedValue: 5 })
  })
  after(() => database.drop())

  it('are those that name the address, oldest first', async () => {
    const found = await exportPersonReports(database.kysely, ADDRESS)
    assert.deepEqual(
      found.map(({ lat, observedValue }) => [lat, observedValue]),
      [
        [2, ADDRESS],
        [1, null],
      ],
    )
  })

  it('lose all text and their client when they are erased, and no others do', async () => {
    assert.equal(await database.kysely.transaction().execute((trx) => erasePersonReports(trx, ADDRESS)), 2)
    const rows = await database.kysely.selectFrom('inaccurate_report').selectAll().orderBy('lat').execute()
    assert.deepEqual(
      rows.map(({ lat, comment, observed_value, client }) => [lat, comment, observed_value, client]),
      [
        [1, null, null, null],
        [2, null, null, null],
        [3, 'joXdoe@example.org', 5, 'hash'],
      ],
    )
    assert.deepEqual(await exportPersonReports(database.kysely, ADDRESS), [])
  })
})

it('reports are kept for four hundred days, and fifty thousand of them', async () => {
  const limits: number[] = []
  const now = Date.parse('2026-07-01T12:00:00Z')
  const reports = createReportService({
    gateway: { peek: async () => assert.fail() },
    store: { insertReport: async () => undefined, deleteBeyond: async (...beyond) => void limits.push(...beyond) },
    clientIdHash: (id) => id,
    clock: { now: () => now },
  })
  await reports.trim()
  assert.deepEqual(limits, [now - 400 * DAY_MS, 50_000])
})
