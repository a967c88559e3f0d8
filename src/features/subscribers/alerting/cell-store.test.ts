import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import type { SubscriptionTables } from '../subscriptions/index.ts'
import { createCellStore } from './cell-store.ts'
import type { ChannelTables } from './channel.ts'
import type { AlertingTables } from './tables.ts'
import { NOW } from './testing/events.ts'

type Tables = AlertingTables & SubscriptionTables & ChannelTables

const MINUTE = 60_000

let database: TestDatabase<Tables>
before(async () => {
  database = await createTestDatabase<Tables>()
})
after(() => database.drop())
beforeEach(() => truncate(database.pool, 'alert_cell'))

const time = (minutes: number): Date => new Date(NOW + minutes * MINUTE)

describe('the queue of places', () => {
  const store = () => createCellStore(database.kysely)
  const put = (cell: number, minutes: number) => database.pool.query('insert into alert_cell values ($1, $2, $2)', [cell, time(minutes)])

  it('begins with the place that has waited longest; what a run has marked is behind it', async () => {
    for (const [cell, minutes] of [
      [3, 0],
      [1, 5],
      [2, 0],
    ] as const)
      await put(cell, minutes)
    const run = randomUUID()
    const cells = async (after: Parameters<ReturnType<typeof store>['listWaiting']>[1] = null, limit = 9) =>
      (await store().listWaiting(run, after, limit)).map(({ cell }) => cell)
    assert.deepEqual(
      [await cells(), await cells(null, 2)],
      [
        [2, 3, 1],
        [2, 3],
      ],
    )
    assert.deepEqual(await cells({ cell: 2, primaryAt: NOW }), [3, 1])
    await store().markCells(
      run,
      [
        { cell: 2, isWatched: true, isWeatherRead: true },
        { cell: 3, isWatched: false, isWeatherRead: false },
      ],
      NOW + 9 * MINUTE,
    )
    assert.deepEqual(await cells(), [1])
    const { rows } = await database.pool.query('select cell, primary_at, checked_at from alert_cell order by cell')
    assert.deepEqual(rows.slice(1), [
      { cell: 2, primary_at: time(9), checked_at: time(9) },
      { cell: 3, primary_at: time(0), checked_at: time(0) },
    ])
    await store().deleteCellsBefore(NOW + MINUTE)
    assert.deepEqual(
      (await database.pool.query('select cell from alert_cell order by cell')).rows.map(({ cell }) => cell),
      [1, 2],
    )
  })
})
