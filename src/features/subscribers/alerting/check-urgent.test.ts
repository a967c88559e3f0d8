import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '../../../time.ts'
import { checkUrgent, computeUrgentCutoff, type UrgentParts } from './check-urgent.ts'
import { NOW } from './testing/events.ts'
import type { UrgentCell, UrgentStore } from './urgent-store.ts'

const cellsOf = (count: number): UrgentCell[] => Array.from({ length: count }, (_, cell) => ({ cell, at: NOW - 5_000, sent: NOW - 60_000 }))
const outcome = (enqueued: number) => ({ hasPrimary: true, isWeatherRead: true, enqueued })

/** Runs over these places; `check` decides what becomes of each. */
async function run(cells: readonly UrgentCell[], check: UrgentParts['check'], stop = new AbortController()) {
  const [released, postponed, mailed, asked]: [number[], [number, number][], [number, number][], [number, number | undefined][]] = [
    [],
    [],
    [],
    [],
  ]
  const urgent: Pick<UrgentStore, 'list' | 'release' | 'postpone'> = {
    async list(before, after, limit) {
      asked.push([before - NOW, after?.cell])
      return cells.filter(({ cell }) => cell > (after?.cell ?? -1)).slice(0, limit)
    },
    release: async (checked) => void released.push(...checked.map(({ cell }) => cell)),
    postpone: async (failed, until) => void postponed.push(...failed.map(({ cell }): [number, number] => [cell, until - NOW])),
  }
  await checkUrgent({
    urgent: urgent as UrgentStore,
    clock: { now: () => NOW } as never,
    signal: stop.signal,
    check,
    onMailed: (latencyMs, mails) => void mailed.push([latencyMs, mails]),
  })
  return { released, postponed, mailed, asked }
}

describe('places where a warning has changed', () => {
  it('are due a second after it, when nothing more can be dated to the same second', () =>
    assert.equal(computeUrgentCutoff(NOW), NOW - 1_000))

  it('are checked page by page until none is left', async () => {
    const { released, asked } = await run(cellsOf(201), async () => outcome(0))
    assert.deepEqual(
      released.toSorted((a, b) => a - b),
      Array.from({ length: 201 }, (_, cell) => cell),
    )
    assert.deepEqual(asked, [
      [-1_000, undefined],
      [-1_000, 199],
      [-1_000, 200],
    ])
  })

  it('are released once checked, watched or not, and tried a minute later if the check failed', async () => {
    const { released, postponed } = await run(cellsOf(3), async (cell) => ([outcome(1), null, 'failed'] as const)[cell] ?? null)
    assert.deepEqual({ released, postponed }, { released: [0, 1], postponed: [[2, MINUTE_MS]] })
  })

  it('count the time from publication to the mails, where there were any', async () => {
    const { mailed } = await run(cellsOf(4), async (cell) => ([outcome(2), outcome(0), null, 'failed'] as const)[cell] ?? null)
    assert.deepEqual(mailed, [[60_000, 2]])
  })

  it('stay as they are when the run is stopped', async () => {
    const stop = new AbortController()
    const { released, postponed, asked } = await run(cellsOf(300), async () => (stop.abort(), outcome(0)), stop)
    assert.ok(released.length <= 6, `${released.length}`)
    assert.deepEqual({ postponed: postponed.length, asked: asked.length }, { postponed: 0, asked: 1 })
  })
})
