import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DigestPlacePart } from './emails/weekly-digest/data.ts'
import { createPlaceParts, type PlacePartsOptions } from './parts.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')

describe('the places of a run', () => {
  const PART = { days: [] } as unknown as DigestPlacePart
  function partsOf({
    written = [] as number[],
    without = [] as number[],
    cached = [] as number[],
    ...change
  }: Partial<PlacePartsOptions> & Record<string, unknown> = {}) {
    const log: string[] = []
    const known = new Set((written as number[]).map((cell) => `digest:2026-07-01:${cell}`))
    let [atOnce, most] = [0, 0]
    const parts = createPlaceParts({
      store: {
        listParts: async (ids) => new Set(ids.filter((id) => known.has(id))),
        insertParts: async (added) => {
          log.push(`insert ${added.size}`)
          for (const id of added.keys()) known.add(id)
        },
      },
      gatherer: {
        async gather({ id }) {
          most = Math.max(most, ++atOnce)
          await sleep(1)
          atOnce -= 1
          log.push(`gather ${id}`)
          return (without as number[]).includes(id) ? null : PART
        },
        peek: async (cells) => new Map(cells.flatMap(({ id }) => ((cached as number[]).includes(id) ? [[id, PART] as const] : []))),
      },
      day: '2026-07-01',
      now: NOW,
      dryRun: false,
      signal: new AbortController().signal,
      ...change,
    })
    return { parts, log, most: () => most }
  }

  it('are gathered once, unless they were on that day, and written 48 at a time', async () => {
    const { parts, log, most } = partsOf({ written: [3] })
    const cells = Array.from({ length: 50 }, (_, cell) => cell)
    await parts.ensure([...cells, ...cells])
    assert.deepEqual(
      log.filter((line) => line.startsWith('insert')),
      ['insert 48', 'insert 1'],
    )
    assert.deepEqual([log.length, log.includes('gather 3'), parts.places, parts.unavailable, most()], [51, false, 50, 0, 12])
    await parts.ensure(cells)
    assert.equal(log.length, 51)
    assert.deepEqual([parts.of(3), parts.of(0), parts.of(99)], ['digest:2026-07-01:3', 'digest:2026-07-01:0', undefined])
  })

  it('without weather are counted and not written', async () => {
    const { parts, log } = partsOf({ without: [1] })
    await parts.ensure([1])
    assert.deepEqual([parts.of(1), parts.places, parts.unavailable, log], [null, 1, 1, ['gather 1']])
  })

  it('are left undecided by a run that stops', async () => {
    const stop = new AbortController()
    const { parts } = partsOf({ without: [1], signal: stop.signal })
    const ensured = parts.ensure([1])
    stop.abort()
    await ensured
    assert.deepEqual([parts.of(1), parts.places], [undefined, 0])
  })

  it('in a dry run are assumed to have weather; nothing is gathered or written', async () => {
    const { parts, log } = partsOf({ dryRun: true, cached: [7] })
    await parts.ensure([1, 1, 2])
    await parts.ensure([2])
    assert.deepEqual([parts.of(1), parts.places, log], ['digest:2026-07-01:1', 2, []])
    assert.deepEqual([...(await parts.ensureCached([7]))], [[7, 'digest:2026-07-01:7']])
    assert.deepEqual(log, [])
  })

  it('that have cached data are found without a call', async () => {
    const { parts, log } = partsOf({ cached: [7, 8], written: [3], without: [1] })
    await parts.ensure([1])
    assert.deepEqual([...(await parts.ensureCached([1, 3, 7, 9])).keys()], [3, 7])
    assert.deepEqual({ log, places: parts.places }, { log: ['gather 1', 'insert 1'], places: 3 })
    assert.deepEqual([...(await parts.ensureCached([7, 8])).keys()], [7, 8])
  })
})
