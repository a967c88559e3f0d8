import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestClock } from '../../../../../test/helpers/clock.ts'
import { DAY_MS, toUtcDay } from '../../../../time.ts'
import { ALL_PLACES } from './model.ts'
import { createVerification, verifyForecasts, type VerificationParts } from './task.ts'

/** A comparison over stores that note what they are asked for; days are open unless `done`. */
function comparing({
  now = '2026-07-10T14:00:00Z',
  retentionDays = 3,
  done = [] as string[],
  cells = [] as number[],
  stale = [] as number[],
  progress = ALL_PLACES as number | null,
} = {}) {
  const asked: string[] = []
  const note = (text: string): void => void asked.push(text)
  const left = [...stale]
  const parts = {
    cases: {
      async listCells(day: number, after: number, limit: number) {
        note(`cells of ${toUtcDay(day)} after ${after}`)
        return cells
          .filter((cell) => cell > after)
          .slice(0, limit)
          .map((cell) => ({ cell, timezone: 'UTC', simulated: false }))
      },
      listHours: async () => [],
      listAirHours: async () => [],
      listAirAnalyses: async () => assert.fail('without a forecast there is nothing to compare'),
      listDays: async () => [],
      listReadings: async () => assert.fail('without a forecast there is nothing to compare'),
    },
    sums: {
      listOpen: async (days: readonly string[]) => days.filter((day) => !done.includes(day)),
      progressOf: async () => progress,
      async writeCells(_day: string, written: readonly { readonly cell: number }[]) {
        note(`wrote ${written.length} up to ${written.at(-1)?.cell}`)
      },
      finishDay: async (day: string) => note(`done: ${day}`),
      deleteBefore: async (day: string) => note(`deleted before ${day}`),
      firstDay: async () => null,
      async listSums(cell: number, from: string) {
        note(`sums of ${cell} from ${from}`)
        return []
      },
      async countPlaces(from: string) {
        note(`places from ${from}`)
        return 1
      },
    },
    // The archive is older than its retention.
    partitions: { firstDay: async () => 0 },
    stationOf: async () => null,
    results: {
      async listStale(oldDay: string) {
        note(`scores up to ${oldDay}`)
        return left.splice(0)
      },
      write: async (cell: number, result: unknown) => note(`scored ${cell}: ${String(result)}`),
    },
    clock: createTestClock(now),
    retentionMs: () => retentionDays * DAY_MS,
    primaryAt: () => 'first',
    learner: {
      read: async () => ({ learn: () => null, write: async () => undefined, publish: async () => undefined }),
      flush: async () => undefined,
    },
  } as unknown as VerificationParts
  return { parts, asked }
}

describe('the comparison of forecasts with what came', () => {
  const days = async (options: Parameters<typeof comparing>[0]) => {
    const { parts, asked } = comparing(options)
    assert.equal(await verifyForecasts(parts), true)
    return asked.filter((text) => text.startsWith('done')).map((text) => text.slice(6))
  }

  it('takes the days that have ended everywhere, newest first, back to the archive’s retention', async () => {
    assert.deepEqual(await days({}), ['2026-07-09', '2026-07-08'])
    // Where the date changes last, the 9th ends at noon of the 10th in UTC; two hours are added.
    assert.deepEqual(await days({ now: '2026-07-10T13:59:59Z' }), ['2026-07-08'])
    assert.deepEqual(await days({ now: '2026-07-10T14:00:00Z', retentionDays: 1 }), [])
  })

  it('skips the days that are done, and renews all scores if it had missed some', async () => {
    const scored = async (done: string[]) => {
      const { parts, asked } = comparing({ done })
      await verifyForecasts(parts)
      return asked.filter((text) => text.startsWith('scores') || text.startsWith('done'))
    }
    assert.deepEqual(await scored(['2026-07-08']), ['done: 2026-07-09', 'scores up to 2026-07-02'])
    assert.deepEqual(await scored(['2026-07-09']), ['done: 2026-07-08', 'scores up to 2026-07-09'])
    assert.deepEqual(await scored(['2026-07-09', '2026-07-08']), ['scores up to 2026-07-02'])
  })

  it('publishes scores meanwhile when many days were missed', async () => {
    const { parts, asked } = comparing({ retentionDays: 65 })
    await verifyForecasts(parts)
    const at = asked.flatMap((text, index) =>
      text.startsWith('scores') ? [asked.slice(0, index).filter((each) => each.startsWith('done')).length] : [],
    )
    // 64 days: with 60 and 30 left, and in the end.
    assert.deepEqual(at, [4, 34, 64])
  })

  it('goes through the cells in steps of a thousand, from where it was interrupted', async () => {
    const steps = async (count: number, progress: number | null = ALL_PLACES) => {
      const { parts, asked } = comparing({ retentionDays: 2, cells: Array.from({ length: count }, (_, index) => index + 1), progress })
      await verifyForecasts(parts)
      return asked.filter((text) => text.startsWith('cells')).map((text) => Number(text.split(' ').at(-1)))
    }
    assert.deepEqual(await steps(999), [-1])
    assert.deepEqual(await steps(1_000), [-1, 1_000])
    assert.deepEqual(await steps(1_500, 400), [400, 1_400])
  })

  it('writes them a hundred at a time', async () => {
    const { parts, asked } = comparing({ retentionDays: 2, cells: Array.from({ length: 250 }, (_, index) => index + 1) })
    await verifyForecasts(parts)
    assert.deepEqual(
      asked.filter((text) => text.startsWith('wrote')),
      ['wrote 100 up to 100', 'wrote 100 up to 200', 'wrote 50 up to 250'],
    )
  })

  it('scores a year, for all places with their number, and deletes what is past retention', async () => {
    const { parts, asked } = comparing({ retentionDays: 2, stale: [ALL_PLACES, 5] })
    await verifyForecasts(parts)
    assert.deepEqual(asked.slice(-8), [
      'deleted before 2026-07-08',
      'scores up to 2026-07-02',
      'sums of -1 from 2025-07-10',
      'places from 2025-07-10',
      'scored -1: null',
      'sums of 5 from 2025-07-10',
      'scored 5: null',
      'scores up to 2026-07-02',
    ])
  })

  it('runs on one node at a time, which gives the lease back, also after a failure', async () => {
    const { parts, asked } = comparing()
    assert.equal(await createVerification(parts, { lease: async () => null })(), false)
    assert.deepEqual(asked, [])
    let released = 0
    const lease = async () => ({ isHeld: () => true, release: async () => void (released += 1) }) as never
    await createVerification(parts, { lease })()
    assert.ok(asked.length > 0)
    const failing = { ...parts, sums: { ...parts.sums, listOpen: () => Promise.reject(new Error('down')) } }
    await assert.rejects(createVerification(failing, { lease })(), /down/)
    assert.equal(released, 2)
  })
})
