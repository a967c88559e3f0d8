import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import type { ChangedArea } from '../../weather/warnings/index.ts'
import type { AlertingTables } from './tables.ts'
import { NOW } from './testing/events.ts'
import { createUrgentStore } from './urgent-store.ts'

const MINUTE = 60_000
const BERLIN = toCell(52.52, 13.41).id

let database: TestDatabase<AlertingTables>
before(async () => {
  database = await createTestDatabase<AlertingTables>()
})
after(() => database.drop())
beforeEach(() => truncate(database.pool, 'alert_cell, alert_pressing'))

describe('urgent places', () => {
  const store = () => createUrgentStore(database.kysely)
  const tileOf = async (cell: number): Promise<number> =>
    (await database.pool.query('select warning_tile($1) as tile', [cell])).rows[0].tile
  async function mark(inside: readonly number[], border: readonly number[] = [], change: Partial<ChangedArea> = {}, minutes = 0) {
    const ranges = async (cells: readonly number[]) =>
      Promise.all(cells.map(async (cell) => [await tileOf(cell), await tileOf(cell)] as const))
    const area = { inside: await ranges(inside), border: await ranges(border), holds: () => true, sent: NOW, ...change }
    await store().mark(area as ChangedArea, NOW + minutes * MINUTE)
  }
  const list = (before = Infinity, after: Parameters<ReturnType<typeof store>['list']>[1] = null, limit = 9) =>
    store().list(Math.min(before, NOW + 99 * MINUTE), after, limit)
  const cells = async () => (await list()).map(({ cell }) => cell)
  const [OSLO, LIMA, ROME] = [toCell(59.91, 10.75).id, toCell(-12.05, -77.04).id, toCell(41.9, 12.5).id]
  beforeEach(async () => {
    for (const cell of [OSLO, LIMA, ROME]) await database.pool.query('insert into alert_cell values ($1, $2, $2)', [cell, new Date(NOW)])
  })

  it('are the watched ones within an area, at its border those that it contains', async () => {
    await mark([OSLO, BERLIN], [LIMA, ROME], { holds: (lat) => lat < 0 })
    assert.deepEqual(new Set(await cells()), new Set([OSLO, LIMA]))
  })

  it('are urgent since the last change, and count from the first message not yet handled', async () => {
    await mark([OSLO], [], { sent: NOW - MINUTE })
    await mark([OSLO], [], { sent: NOW - 2 * MINUTE }, 1)
    await mark([OSLO], [], { sent: NOW }, 2)
    assert.deepEqual(await list(), [{ cell: OSLO, at: NOW + 2 * MINUTE, sent: NOW - 2 * MINUTE }])
  })

  it('come longest urgent first, from an instant on, page by page', async () => {
    await mark([OSLO], [], {}, 1)
    await mark([ROME, LIMA])
    const first = Math.min(ROME, LIMA)
    const second = Math.max(ROME, LIMA)
    assert.deepEqual(await cells(), [first, second, OSLO])
    assert.deepEqual(
      (await list(NOW)).map(({ cell }) => cell),
      [first, second],
    )
    assert.deepEqual(
      (await list(Infinity, { cell: first, at: NOW, sent: NOW }, 1)).map(({ cell }) => cell),
      [second],
    )
    assert.deepEqual([await store().isAny(NOW - 1), await store().isAny(NOW)], [false, true])
  })

  it('are released unless a warning changed there since, and postponed after a failure', async () => {
    await mark([OSLO, ROME])
    const checked = await list()
    await mark([OSLO], [], {}, 1)
    await store().release(checked)
    assert.deepEqual(await cells(), [OSLO])
    await store().postpone(await list(), NOW + 9 * MINUTE)
    assert.deepEqual(
      (await list()).map(({ at }) => at),
      [NOW + 9 * MINUTE],
    )
    await store().release([])
    await store().postpone([], NOW)
    assert.deepEqual(await cells(), [OSLO])
  })
})
