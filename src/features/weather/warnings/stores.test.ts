import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { OfficialWarning } from '@isobar/weather'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { createMemoryLevel } from '../../../platform/cache/testing/memory-level.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { DAY_MS, MINUTE_MS } from '../../../time.ts'
import { type ChangedArea, takeChanges } from './change-store.ts'
import { createFeedStore, type FeedStore, type IsDue } from './feed-store.ts'
import type { ReadingContent } from './feed.ts'
import { listPointTiles } from './geometry/tiles.ts'
import { createPlaceStore } from './place-store.ts'
import { storeReading } from './reading-store.ts'
import { deleteUnusedShapes } from './shape-store.ts'
import { toArrival } from './stored-warning.ts'
import type { WarningTables } from './tables.ts'
import { buildRectangleArea, buildOfficialWarning } from './testing/warning.ts'
import { deleteNamesBefore, deleteWarningsBefore } from './warning-store.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')
const PART = { feed: 'test', part: 'all' }

describe('the stores of official warnings', () => {
  let database: TestDatabase<WarningTables & ChangeTables>
  let feeds: FeedStore
  before(async () => {
    database = await createTestDatabase<WarningTables & ChangeTables>()
    feeds = createFeedStore(database.kysely)
  })
  after(() => database.drop())
  beforeEach(() => truncate(database.pool, 'warning_feed, warning, warning_name, warning_change, warning_shape, warning_region cascade'))

  const query = async (sql: string) => (await database.pool.query({ text: sql, rowMode: 'array' })).rows
  /** Stores a reading of the part; `readings` is what its reader has seen before. */
  const read = (readings: number, warnings: readonly OfficialWarning[] | null, at = NOON, change: Partial<ReadingContent> = {}) =>
    storeReading(database.kysely, {
      ...PART,
      readings,
      at,
      nextAt: at + MINUTE_MS,
      content: warnings && {
        arrivals: warnings.map(toArrival),
        complete: true,
        simulated: false,
        state: '{"n":1}',
        leftOut: { old: 2 },
        ...change,
      },
    })
  const dueAt =
    (now: number): IsDue =>
    ({ nextAt }) =>
      nextAt <= now
  const row = async () => (await feeds.findDue(PART, dueAt(NOON + DAY_MS))) ?? assert.fail('the part is not due')

  describe('parts of a feed', () => {
    it('are due at once when they are new, the most overdue first, those that were interrupted last', async () => {
      const part = (name: string) => ({ feed: 'test', part: name })
      await feeds.register([part('a')], NOON)
      await feeds.register([part('b'), part('a')], NOON - MINUTE_MS)
      await feeds.register([part('c')], NOON - 2 * MINUTE_MS)
      await feeds.register([part('d')], NOON + 1)
      await feeds.register([], NOON)
      const due = async (now = NOON) => (await feeds.listDue(dueAt(now))).map((each) => each.part)
      assert.deepEqual(
        [await due(), await due(NOON + 1)],
        [
          ['c', 'b', 'a'],
          ['c', 'b', 'a', 'd'],
        ],
      )
      await feeds.noteBegun(part('c'), NOON)
      assert.deepEqual(await due(), ['b', 'a', 'c'])
      assert.equal((await feeds.findDue(part('c'), dueAt(NOON)))?.wasInterrupted, true)
      await feeds.noteBegun(part('c'), null)
      assert.equal((await feeds.findDue(part('c'), dueAt(NOON)))?.wasInterrupted, false)
      assert.equal(await feeds.findDue(part('d'), dueAt(NOON)), undefined)
    })

    it('that fail keep all but their failure, unless another node has read them meanwhile', async () => {
      await feeds.register([PART], NOON)
      await read(0, [buildOfficialWarning()])
      const due = await row()
      assert.deepEqual(
        { readings: due.readings, failures: due.failures, state: due.state, isFollowed: due.isFollowed },
        { readings: 1, failures: 0, state: '{"n":1}', isFollowed: true },
      )
      await feeds.noteFailure(due, 'timeout', NOON)
      await feeds.noteFailure(due, 'quota', NOON)
      const failed = await row()
      assert.deepEqual(
        { readings: failed.readings, failures: failed.failures, state: failed.state },
        { readings: 1, failures: 2, state: '{"n":1}' },
      )
      assert.equal((await feeds.listStatus(NOON))[0]?.failure, 'quota')
      await read(1, null)
      await feeds.noteFailure(failed, 'timeout', NOON)
      const [status] = await feeds.listStatus(NOON)
      assert.deepEqual({ failures: status?.failures, failure: status?.failure }, { failures: 0, failure: null })
    })
  })

  describe('a reading', () => {
    it('is stored once, by the node that was first', async () => {
      await feeds.register([PART], NOON)
      const first = await read(0, [buildOfficialWarning()])
      assert.deepEqual(
        first?.changed.map(({ key }) => key),
        ['A'],
      )
      assert.equal(await read(0, []), null)
      assert.equal((await row()).readings, 1)
      assert.deepEqual(await query('select count(*)::int from warning'), [[1]])
    })

    it('states when it was complete and what it left out; an incomplete or unchanged one keeps that', async () => {
      await feeds.register([PART], NOON)
      const status = async () => {
        const [{ readAt, completeAt, nextAt, leftOut, warnings } = assert.fail()] = await feeds.listStatus(NOON)
        return [readAt, completeAt, nextAt].map((at) => at && (at - NOON) / MINUTE_MS).concat([leftOut['old'] ?? 0, warnings])
      }
      assert.deepEqual(await status(), [null, null, 0, 0, 0])
      await read(0, [buildOfficialWarning()])
      assert.deepEqual(await status(), [0, 0, 1, 2, 1])
      await read(1, [], NOON + MINUTE_MS, { complete: false, leftOut: { old: 5 } })
      assert.deepEqual(await status(), [1, 0, 2, 5, 1])
      // Unchanged since an incomplete one, so still incomplete.
      assert.equal((await read(2, null, NOON + 2 * MINUTE_MS))?.isComplete, false)
      assert.deepEqual(await status(), [2, 0, 3, 5, 1])
      await read(3, [buildOfficialWarning()], NOON + 3 * MINUTE_MS)
      assert.equal((await read(4, null, NOON + 4 * MINUTE_MS))?.isComplete, true)
      assert.deepEqual(await status(), [4, 4, 5, 2, 1])
    })

    it('proves the absence of a warning only if it is complete, also when it is unchanged', async () => {
      const other = buildOfficialWarning({ key: 'B', messageId: 'B.1' })
      await feeds.register([PART], NOON)
      await read(0, [buildOfficialWarning(), other])
      const states = () => query('select key, state from warning order by key')
      await read(1, [other], NOON + 10 * MINUTE_MS)
      await read(2, null, NOON + 25 * MINUTE_MS)
      assert.deepEqual(await states(), [
        ['A', 'running'],
        ['B', 'running'],
      ])
      await read(3, null, NOON + 40 * MINUTE_MS)
      assert.deepEqual(await states(), [
        ['A', 'ended'],
        ['B', 'running'],
      ])
    })

    it('says to which warnings nothing can be located: then its silence proves nothing', async () => {
      const nowhere = { name: 'Nowhere', polygons: [], circles: [], codes: [] }
      await feeds.register([PART], NOON)
      const complete = async (now = NOON, since = NOON) =>
        (await feeds.listComplete(since, now)).map((each) => [each.hasLostAreas, each.hasLostWarnings])
      assert.deepEqual(await complete(), [])
      await read(0, [buildOfficialWarning()])
      assert.deepEqual(
        { complete: await complete(), completeNOON: await complete(NOON, NOON + 1) },
        { complete: [[false, false]], completeNOON: [] },
      )
      await read(1, [buildOfficialWarning({ sent: '2026-07-01T11:10:00Z', areas: [buildRectangleArea(13, 52, 14, 53), nowhere] })])
      assert.deepEqual(await complete(), [[true, false]])
      await read(2, [buildOfficialWarning(), buildOfficialWarning({ key: 'B', messageId: 'B.1', areas: [nowhere] })])
      assert.deepEqual(await complete(), [[true, true]])
      // Until they are over.
      assert.deepEqual(await complete(Date.parse('2026-07-01T20:00:00Z')), [[false, false]])
      assert.equal((await feeds.listStatus(NOON))[0]?.unlocated, 2)
    })
  })

  describe('a place', () => {
    it('has the warnings in its tiles that are still listed', async () => {
      await feeds.register([PART], NOON)
      await read(0, [
        buildOfficialWarning(),
        buildOfficialWarning({ key: 'B', messageId: 'B.1', areas: [buildRectangleArea(20, 52, 21, 53)] }),
      ])
      const listed = async (now: string, lon = 13.5) =>
        (await createPlaceStore(database.kysely).listCandidates(listPointTiles(52.5, lon), Date.parse(now))).map(
          ({ message }) => message.key,
        )
      assert.deepEqual([await listed('2026-07-01T19:59:59Z'), await listed('2026-07-01T20:00:00Z')], [['A'], []])
      assert.deepEqual([await listed('2026-07-01T12:00:00Z', 20.5), await listed('2026-07-01T12:00:00Z', 40)], [['B'], []])
    })
  })

  describe('changes', () => {
    const level = createMemoryLevel()
    const testsOf = async (shapes: readonly number[]) => new Map(shapes.map((shape) => [shape, () => true]))
    const taken = async (work?: (area: ChangedArea) => Promise<void>) => {
      const areas: ChangedArea[] = []
      await takeChanges({ db: database.kysely, level, testsOf }, work ?? (async (area) => void areas.push(area)))
      return areas.map(({ sent, inside, border }) => [new Date(sent).toISOString().slice(11, 16), inside.length > 0, border.length > 0])
    }

    it('are passed on once for each area, with the time of its first message', async () => {
      await feeds.register([PART], NOON)
      await read(0, [buildOfficialWarning(), buildOfficialWarning({ key: 'B', messageId: 'B.1', sent: '2026-07-01T11:40:00Z' })])
      await read(1, [buildOfficialWarning({ messageId: 'A.2', sent: '2026-07-01T11:50:00Z', severity: 'extreme' })], NOON + MINUTE_MS)
      assert.deepEqual(await taken(), [['11:00', true, true]])
      assert.deepEqual(await taken(), [])
      // The same again, and being missing once, is no news.
      await read(2, [buildOfficialWarning({ messageId: 'A.2', sent: '2026-07-01T11:50:00Z', severity: 'extreme' })], NOON + 2 * MINUTE_MS)
      assert.deepEqual(await taken(), [])
    })

    it('concern the places before and after', async () => {
      await feeds.register([PART], NOON)
      await read(0, [buildOfficialWarning()])
      await taken()
      await read(1, [buildOfficialWarning({ messageId: 'A.2', sent: '2026-07-01T11:50:00Z', areas: [buildRectangleArea(20, 52, 21, 53)] })])
      assert.equal((await taken()).length, 2)
    })

    it('are dated to the reading if nobody published them', async () => {
      await feeds.register([PART], NOON)
      await read(0, [buildOfficialWarning()])
      await taken()
      for (const [index, minutes] of [10, 25, 40].entries()) await read(index + 1, [], NOON + minutes * MINUTE_MS)
      assert.deepEqual(await taken(), [['12:40', true, true]])
    })

    it('are passed on again if that failed, and not while another node does', async () => {
      await feeds.register([PART], NOON)
      await read(0, [buildOfficialWarning()])
      await takeChanges({ db: database.kysely, level: { lease: async () => null }, testsOf }, () =>
        assert.fail('another node passes them on'),
      )
      await assert.rejects(
        taken(() => Promise.reject(new Error('down'))),
        /down/,
      )
      assert.equal((await taken()).length, 1)
    })
  })

  describe('what is deleted', () => {
    it('is what has not been listed for long, then its names and shapes', async () => {
      await feeds.register([PART], NOON)
      await read(0, [
        buildOfficialWarning(),
        buildOfficialWarning({ key: 'B', messageId: 'B.1', end: null, areas: [buildRectangleArea(20, 52, 21, 53)] }),
      ])
      const end = Date.parse('2026-07-01T20:00:00Z')
      assert.deepEqual([await deleteWarningsBefore(database.kysely, end), await deleteWarningsBefore(database.kysely, end + 1)], [0, 1])
      assert.deepEqual(await query('select key from warning'), [['B']])
      // The names of B are in use, however old they are.
      assert.deepEqual([await deleteNamesBefore(database.kysely, NOON), await deleteNamesBefore(database.kysely, NOON + 1)], [0, 1])
      assert.deepEqual(await query('select name from warning_name'), [['B.1']])
      assert.equal(await deleteUnusedShapes(database.kysely), 0, 'changes that were not passed on need them')
      await truncate(database.pool, 'warning_change')
      assert.equal(await deleteUnusedShapes(database.kysely), 1)
      assert.equal(await deleteUnusedShapes(database.kysely), 0)
    })
  })
})
