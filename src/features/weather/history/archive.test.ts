import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Fetched } from '../../../gateway/sources.ts'
import type { FetchRows } from './archive-rows.ts'
import { type Archive, type ArchiveOutcome, createArchive } from './archive.ts'
import { buildTestFetch } from './testing/fetched.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')

interface Bench {
  readonly archive: Archive
  readonly batches: number[][]
  readonly counts: Partial<Record<ArchiveOutcome, number>>
  readonly troubles: string[]
  /** Decides the outcome of the next writes. */
  fail: (cells: readonly number[]) => Error | undefined
}

/** The queue over a database that fails as `fail` says. */
function bench(maxQueued?: number): Bench {
  const made: Bench = {
    batches: [],
    counts: {},
    troubles: [],
    fail: () => undefined,
    archive: createArchive({
      async write(fetches: readonly FetchRows[]) {
        const cells = fetches.map(({ observation }) => observation?.cell ?? -1)
        const error = made.fail(cells)
        if (error !== undefined) throw error
        made.batches.push(cells)
      },
      isRefusal: (error) => (error as Error).message === 'refused',
      retentionMs: () => 86_400_000,
      onCounted: (outcome, fetches) => (made.counts[outcome] = (made.counts[outcome] ?? 0) + fetches),
      onTrouble: (what) => void made.troubles.push(what),
      ...(maxQueued === undefined ? {} : { maxQueued }),
    }),
  }
  return made
}

const fetchOf = (cell: number): Fetched => buildTestFetch(NOW, { cell })

describe('the archive queue', () => {
  it('writes what arrives together in one batch, on its own', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { archive, batches, counts } = bench()
    for (const cell of [1, 2, 3]) archive.add(fetchOf(cell))
    assert.deepEqual(batches, [])
    t.mock.timers.tick(1_000)
    await archive.flush()
    assert.deepEqual(batches, [[1, 2, 3]])
    assert.deepEqual(counts, { written: 3 })
  })

  it('limits the size of a batch', async () => {
    const { archive, batches } = bench()
    for (let cell = 0; cell < 150; cell++) archive.add(fetchOf(cell))
    await archive.flush()
    assert.deepEqual(
      batches.map((batch) => batch.length),
      [64, 64, 22],
    )
    assert.deepEqual(
      batches.flat(),
      Array.from({ length: 150 }, (_, cell) => cell),
    )
  })

  it('drops the oldest when it is full, and reports it', async () => {
    const { archive, batches, counts, troubles } = bench(3)
    for (const cell of [1, 2, 3, 4, 5]) archive.add(fetchOf(cell))
    await archive.flush()
    assert.deepEqual(batches, [[3, 4, 5]])
    assert.deepEqual(counts, { dropped: 2, written: 3 })
    assert.deepEqual(troubles, ['the archive queue is full: dropped the oldest fetches'])
  })

  it('keeps what the database cannot accept now, in order, and writes it later', async () => {
    const made = bench()
    made.fail = () => new Error('the connection is gone')
    made.archive.add(fetchOf(1))
    await made.archive.flush()
    made.archive.add(fetchOf(2))
    made.fail = () => undefined
    await made.archive.flush()
    assert.deepEqual(made.batches, [[1, 2]])
    assert.deepEqual(made.counts, { written: 2 })
    assert.deepEqual(made.troubles, ['writing to the archive failed, will retry'])
  })

  it('retries on its own', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const made = bench()
    let tries = 0
    made.fail = () => (++tries < 3 ? new Error('the connection is gone') : undefined)
    made.archive.add(fetchOf(1))
    for (let i = 0; i < 20 && made.batches.length === 0; i++) {
      t.mock.timers.tick(2_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.deepEqual({ batches: made.batches, tries }, { batches: [[1]], tries: 3 })
  })

  it('does not let a refused fetch affect others', async () => {
    const made = bench()
    made.fail = (cells) => (cells.includes(2) ? new Error('refused') : undefined)
    for (const cell of [1, 2, 3]) made.archive.add(fetchOf(cell))
    await made.archive.flush()
    assert.deepEqual(made.batches, [[1], [3]])
    assert.deepEqual(made.counts, { written: 2, refused: 1 })
    assert.deepEqual(made.troubles, ['the database rejected a fetch for the archive'])
  })

  it('counts an invalid fetch as refused without throwing', async () => {
    const { archive, batches, counts } = bench()
    archive.add({ ...fetchOf(1), bundle: null as never })
    await archive.flush()
    assert.deepEqual({ batches, counts }, { batches: [], counts: { refused: 1 } })
  })

  it('writes the rest on close', async () => {
    const { archive, batches } = bench()
    archive.add(fetchOf(1))
    await archive.close(1_000)
    assert.deepEqual(batches, [[1]])
  })

  it('closes in time if the database is unavailable, and reports the loss', async () => {
    const made = bench()
    made.fail = () => new Error('the connection is gone')
    made.archive.add(fetchOf(1))
    const start = performance.now()
    await made.archive.close(300)
    assert.ok(performance.now() - start >= 250)
    assert.equal(made.troubles.at(-1), 'fetches were lost at shutdown')
    assert.deepEqual(made.batches, [])
  })
})
