import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import type { ScopeRecord } from './record.ts'
import { parseSupplementedData, isWhole, chooseSupply } from './supply.ts'
import { buildScopeRecord } from './testing/records.ts'

const NOW = Date.parse('2026-01-01T12:00:00Z')
const WINDOW = { freshSeconds: 1_800, staleSeconds: 21_600, emergencySeconds: 86_400 }
const [FRESH, ACCEPTABLE, EMERGENCY] = [5 * MINUTE_MS, HOUR_MS, 7 * HOUR_MS]

const record = (source: string, change: Partial<ScopeRecord<'hourly'>> = {}, ageMs = FRESH) =>
  buildScopeRecord('hourly', source, { fetchedAt: NOW - ageMs, ...change })
const A = record('a', { lacks: ['uvIndex', 'visibility'] })
const able = (...ids: string[]) => ids.map((id) => ({ id }))
const supply = (
  known: readonly ScopeRecord<'hourly'>[],
  sources: Parameters<typeof chooseSupply>[2] = able('a', 'b', 'c'),
  quiet: readonly string[] = [],
  shown = A,
) => chooseSupply(shown, known, sources, WINDOW, ({ id }) => quiet.includes(id), NOW)
const parts = ({ supplements, wanted }: ReturnType<typeof supply>) => [
  supplements.map(({ record: { source }, groups }) => [source, ...groups]),
  wanted,
]

describe('supplyOf', () => {
  it('asks nobody for a record that lacks nothing', () => {
    const whole = record('a')
    assert.equal(isWhole(whole), true)
    assert.deepEqual(supply([whole], undefined, [], whole), { record: whole, supplements: [], wanted: undefined })
  })

  it('takes each group from the first source that has it, as a whole', () => {
    const [b, c] = [record('b', { lacks: ['uvIndex'] }), record('c')]
    assert.deepEqual(parts(supply([A, b, c])), [
      [
        ['c', 'uvIndex'],
        ['b', 'visibility'],
      ],
      undefined,
    ])
    assert.deepEqual(parts(supply([A, record('b'), c])), [[['b', 'uvIndex', 'visibility']], undefined])
  })

  it('asks the first source that may have what is missing, and shows the next one meanwhile', () => {
    assert.deepEqual(parts(supply([A])), [[], 'b'])
    assert.deepEqual(parts(supply([A, record('c')])), [[['c', 'uvIndex', 'visibility']], 'b'])
  })

  it('fills holes with whole hours of the next source that has them, and says which', () => {
    const [noon, one, two] = ['2026-01-01T12:00:00Z', '2026-01-01T13:00:00Z', '2026-01-01T14:00:00Z']
    const hours = (...temperatures: readonly (number | null)[]) =>
      Buffer.from(
        JSON.stringify({
          available: true,
          points: temperatures.map((temperature, index) => ({
            time: [noon, one, two][index],
            temperature,
            condition: 'rain',
            precipitation: 1,
          })),
        }),
      )
    const shown = record('a', { holes: [noon, one], json: hours(null, null, 3) })
    const [b, c] = [record('b', { json: hours(null, null, 8) }), record('c', { json: hours(null, 9, 9) })]
    assert.equal(isWhole(shown), false)
    const supplied = supply([shown, b, c], undefined, [], shown)
    assert.deepEqual(supplied, { record: shown, supplements: [{ record: c, groups: [], points: [one] }], wanted: undefined })
    assert.deepEqual(
      parseSupplementedData(shown, supplied.supplements).points.map(({ temperature }) => temperature),
      [null, 9, 3],
    )
    assert.equal(supply([shown], undefined, [], shown).wanted, 'b')
  })

  it('does not ask sources that never have it, that are quiet, or that are not asked at the place', () => {
    assert.deepEqual(parts(supply([A], [{ id: 'a' }, { id: 'b', lacks: ['uvIndex', 'visibility'] }, { id: 'c' }])), [[], 'c'])
    // One of the two is worth a call.
    assert.deepEqual(parts(supply([A], [{ id: 'a' }, { id: 'b', lacks: ['uvIndex'] }])), [[], 'b'])
    assert.deepEqual(parts(supply([A], able('a', 'b', 'c'), ['b'])), [[], 'c'])
    assert.deepEqual(parts(supply([A], able('a', 'b'), ['b'])), [[], undefined])
    assert.deepEqual(parts(supply([A, record('c')], able('a', 'b'), ['b'])), [[], undefined])
  })

  it('renews what is not fresh, and shows nothing that would be an emergency', () => {
    assert.deepEqual(parts(supply([A, record('b', {}, ACCEPTABLE)])), [[['b', 'uvIndex', 'visibility']], 'b'])
    assert.deepEqual(parts(supply([A, record('b', {}, EMERGENCY)])), [[], 'b'])
    assert.deepEqual(parts(supply([A, record('b', {}, EMERGENCY)], able('a', 'b'), ['b'])), [[], undefined])
  })

  it('believes for a while that a source lacks something', () => {
    const lacking = (ageMs: number) => supply([A, record('b', { lacks: ['uvIndex', 'visibility'] }, ageMs)], able('a', 'b'))
    assert.deepEqual(parts(lacking(FRESH)), [[], undefined])
    assert.deepEqual(parts(lacking(ACCEPTABLE)), [[], undefined])
    assert.deepEqual(parts(lacking(EMERGENCY)), [[], 'b'])
  })

  it('never mixes simulated data with real data, and does not ask for more of it', () =>
    assert.deepEqual(parts(supply([A, record('b', { simulated: true })], able('a', 'b'))), [[], undefined]))

  it('shows a simulated series where there is no other: nothing is mixed', () => {
    const [none, simulated] = [record('a', { available: false }), record('b', { simulated: true })]
    assert.equal(supply([none, simulated], able('a', 'b'), [], none).record, simulated)
  })

  it('shows the next series where the first has none', () => {
    const none = record('a', { available: false })
    const b = record('b')
    assert.deepEqual(supply([none, b], undefined, [], none), { record: b, supplements: [], wanted: undefined })
    assert.deepEqual(supply([none, record('b', { available: false })], able('a', 'b'), [], none), {
      record: none,
      supplements: [],
      wanted: undefined,
    })
    assert.equal(supply([none], [{ id: 'a' }, { id: 'b', lacks: ['hourly'] }, { id: 'c' }], [], none).wanted, 'c')
  })
})

it('the data with supplements has their fields, and the shown record its own', () => {
  const at = (values: object) =>
    Buffer.from(JSON.stringify({ available: true, points: [{ time: '2026-01-01T12:00:00Z', temperature: 1, uvIndex: null, ...values }] }))
  const shown = record('a', { lacks: ['uvIndex'], json: at({}) })
  const other = record('b', { json: at({ temperature: 9, uvIndex: 3 }) })
  const [point] = parseSupplementedData(shown, [{ record: other, groups: ['uvIndex'] }]).points
  assert.deepEqual({ temperature: point?.temperature, uvIndex: point?.uvIndex }, { temperature: 1, uvIndex: 3 })
})
