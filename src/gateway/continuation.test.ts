import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { findContinuations } from './continuation.ts'
import { buildScopeRecord } from './testing/records.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const WINDOW = { freshSeconds: 1_800, staleSeconds: 21_600, emergencySeconds: 86_400 }

function series(source: string, hours: number, { ageHours = 0, available = true, simulated = false, days = 0 } = {}) {
  const end = NOW + hours * HOUR_MS
  const extent = { hours: end, steps: end, days: days === 0 ? 0 : NOW + days * DAY_MS }
  return buildScopeRecord('extended', source, { fetchedAt: NOW - ageHours * HOUR_MS, extent, available, simulated })
}
const able = (...sources: readonly (readonly [id: string, forecastDays: number])[]) =>
  sources.map(([id, forecastDays]) => ({ id, forecastDays }))
const ALL = able(['a', 2], ['b', 10], ['c', 16])

function ask(known: readonly ReturnType<typeof series>[], untilHours: number, sources = ALL, quiet: readonly string[] = []) {
  const [shown, ...others] = known
  const { supplements, wanted } = findContinuations(
    shown ?? assert.fail(),
    others,
    sources,
    { hours: NOW + untilHours * HOUR_MS },
    {
      window: WINDOW,
      isQuiet: ({ id }) => quiet.includes(id),
      now: NOW,
    },
  )
  return { supplied: supplements.map(({ record }) => record.source), wanted }
}

describe('what continues an extended series', () => {
  it('is nothing where it reaches as far as is asked for', () => {
    assert.deepEqual(ask([series('a', 48)], 48), { supplied: [], wanted: undefined })
  })

  it('is the next source that reaches further, and the one after it for the rest', () => {
    const all = [series('a', 48), series('b', 240), series('c', 384)]
    assert.deepEqual(ask(all, 100), { supplied: ['b'], wanted: undefined })
    assert.deepEqual(ask(all, 300), { supplied: ['b', 'c'], wanted: undefined })
  })

  it('is asked for where it is not known, or too old', () => {
    assert.deepEqual(ask([series('a', 48)], 100), { supplied: [], wanted: 'b' })
    assert.deepEqual(ask([series('a', 48), series('b', 240, { ageHours: 7 })], 100), { supplied: [], wanted: 'b' })
    assert.deepEqual(ask([series('a', 48), series('b', 240)], 300), { supplied: ['b'], wanted: 'c' })
  })

  it('is not asked for where it is left alone, has nothing, or cannot reach further', () => {
    assert.deepEqual(ask([series('a', 48)], 100, ALL, ['b', 'c']), { supplied: [], wanted: undefined })
    assert.deepEqual(ask([series('a', 48), series('b', 0, { available: false })], 100, ALL, ['c']), { supplied: [], wanted: undefined })
    assert.deepEqual(ask([series('c', 380)], 384, able(['c', 16], ['b', 10])), { supplied: [], wanted: undefined })
  })

  it('is never simulated beside what is not', () => {
    assert.deepEqual(ask([series('a', 48), series('b', 240, { simulated: true })], 100, ALL, ['c']), { supplied: [], wanted: undefined })
  })

  it('is known for days, too', () => {
    const known = [series('a', 48, { days: 8 }), series('b', 240, { days: 10 })]
    const { supplements } = findContinuations(
      known[0] ?? assert.fail(),
      known,
      ALL,
      { days: NOW + 9 * DAY_MS },
      {
        window: WINDOW,
        isQuiet: () => true,
        now: NOW,
      },
    )
    assert.deepEqual(
      supplements.map(({ record }) => record.source),
      ['b'],
    )
  })

  it('reaches as far as any source does, each of which reaches further than those before it', () => {
    const extent = fc.integer({ min: 0, max: 384 })
    fc.assert(
      fc.property(fc.array(extent, { minLength: 1, maxLength: 5 }), extent, (hours, asked) => {
        const known = hours.map((each, index) => series(`s${index}`, each))
        const { supplied, wanted } = ask(known, asked, able(...hours.map((_, index) => [`s${index}`, 16] as const)))
        assert.equal(wanted, undefined)
        const reached = [hours[0] ?? 0, ...supplied.map((id) => hours[Number(id.slice(1))] ?? 0)]
        assert.deepEqual(
          reached,
          [...new Set(reached)].toSorted((a, b) => a - b),
        )
        assert.ok(Math.max(...reached) >= Math.min(asked, Math.max(...hours)))
      }),
    )
  })
})
