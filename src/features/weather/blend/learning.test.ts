import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRandom } from '../../../../packages/weather/src/blend/testing/synthetic.ts'
import { decodeCellBlend, encodeCellBlend } from '../../../gateway/cell-blend.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { type BlendDay, findLeadBand, listBlendCases, selectFirstOfBands } from './cases.ts'
import { type FrozenHour, encodeFrozenHours } from './frozen-hours.ts'
import type { BlendIssue } from './issue-store.ts'
import { buildCellBlend, learnBlendDay, USABLE_DAYS } from './learning.ts'
import type { BlendPlace } from './place-store.ts'

const START = Date.parse('2026-03-01T00:00:00Z')
const CELL = 7
const truthAt = (ms: number) => 10 + 6 * Math.sin(ms / DAY_MS) + 3 * Math.sin(ms / HOUR_MS)

/** An issue of two sources, the first two too high, for every third hour of the next days; The blend said the truth and `off`; null: nothing. */
function buildIssue(issuedAt: number, off: number | null = 0.5, changes: Partial<BlendIssue> = {}): BlendIssue {
  const { normal } = createRandom(issuedAt / HOUR_MS)
  const hours = Array.from({ length: 20 }, (_, index): FrozenHour => {
    const offsetHours = 1 + 3 * index
    const truth = truthAt(Math.floor(issuedAt / HOUR_MS) * HOUR_MS + offsetHours * HOUR_MS)
    const raw = [truth + 2 + 0.3 * normal(), truth + 0.3 * normal()]
    const issued =
      off === null
        ? null
        : { value: truth + off, sigma: 1, disagreement: 0.2, confidence: 0.9, corrected: [truth + off, truth + off], weights: [0.5, 0.5] }
    return { offsetHours, hourClass: index % 8, raw, issued, stated: [null, null], rain: null }
  })
  const sources = ['first', 'second']
  return {
    cell: CELL,
    slot: issuedAt,
    issuedAt,
    source: 'first',
    simulated: false,
    sources,
    numbers: encodeFrozenHours(hours, 2),
    ...changes,
  }
}

const dayOf = (day: number, changes: Partial<BlendDay> = {}): BlendDay => ({
  cell: CELL,
  day: START + day * DAY_MS,
  simulated: false,
  truth: { source: 'stations', station: 'Airport' },
  temperatureAt: truthAt,
  amountAt: () => null,
  ...changes,
})

/** Learns days in the given order, each from the issues of the day before it and its own. */
function learnDays(days: readonly number[], known: BlendPlace | null = null, off: number | null = 0.5) {
  let place = known
  let last = null
  for (const day of days) {
    const issues = [-1, -0.5, 0, 0.5].map((back) => buildIssue(START + (day + back) * DAY_MS, off))
    last = learnBlendDay(place, listBlendCases(issues, dayOf(day)), dayOf(day), START + (day + 2) * DAY_MS)
    place = last?.place ?? place
  }
  return last ?? assert.fail('nothing learned')
}

const range = (count: number) => Array.from({ length: count }, (_, day) => day)

describe('the cases of a day', () => {
  it('are its hours that were ahead and were measured, of the same world', () => {
    const issues = [buildIssue(START), buildIssue(START + 12 * HOUR_MS), buildIssue(START, 0.5, { simulated: true })]
    const cases = listBlendCases(issues, dayOf(0))
    assert.deepEqual(
      [...new Set(cases.map(({ leadHours }) => leadHours))].toSorted((a, b) => a - b),
      [1, 4, 7, 10, 13, 16, 19, 22],
    )
    assert.equal(cases.length, 12)
    assert.deepEqual(listBlendCases(issues, dayOf(0, { temperatureAt: () => null })), [])
    assert.deepEqual(listBlendCases([buildIssue(START, 0.5, { numbers: Buffer.from('hostile') })], dayOf(0)), [])
  })

  it('count once for each hour and band, by the first issue', () => {
    const issues = [buildIssue(START), buildIssue(START + 3 * HOUR_MS)]
    const chosen = selectFirstOfBands(listBlendCases(issues, dayOf(0)), findLeadBand)
    const at10 = chosen.filter(({ validAt }) => validAt === START + 10 * HOUR_MS)
    assert.deepEqual(
      at10.map(({ leadHours, issue }) => [leadHours, issue.issuedAt]),
      [[10, START]],
    )
    assert.deepEqual([findLeadBand(1), findLeadBand(1.5), findLeadBand(168), findLeadBand(169)], [1, 3, 168, null])
  })
})

describe('what is learned of a place', () => {
  it('is what its sources are wrong by', () => {
    const { place, memory, chanceSkill } = learnDays(range(40))
    assert.deepEqual([place.days, place.lastDay, place.sources], [40, '2026-04-09', ['first', 'second']])
    const { coefficients } = buildCellBlend(
      { place, memory, chanceSkill, skill: { days: 40, n: 1, difference: 0, low: 0, high: 0, isProved: false } },
      0,
    )
    const [first, second] = coefficients.quantities.get('temperature 1')?.biases ?? []
    const at = (bias: typeof first) => (bias?.intercepts[4] ?? NaN) + (bias?.slope ?? NaN) * 10
    assert.ok(Math.abs(at(first) - 2) < 0.35 && Math.abs(at(second)) < 0.35, `${at(first)} ${at(second)}`)
  })

  it('is the same in any order of days, and after a restart between any two', () => {
    const [inOrder, newestFirst] = [learnDays(range(6)), learnDays(range(6).toReversed())]
    const numbers = ({ place }: ReturnType<typeof learnDays>) => new Float32Array(new Uint8Array(place.sums).buffer)
    for (const [at, each] of numbers(inOrder).entries())
      assert.ok(Math.abs(each - (numbers(newestFirst)[at] ?? NaN)) <= 1e-3 * Math.max(1, Math.abs(each)), `number ${at}`)
    assert.deepEqual([inOrder.place.errors, inOrder.place.lastDay], [newestFirst.place.errors, newestFirst.place.lastDay])
  })

  it('is nothing of a day without cases', () => {
    assert.equal(learnBlendDay(null, [], dayOf(0), START), null)
  })

  it('is begun anew if what is stored cannot be read, or is of the other world', () => {
    const { place } = learnDays(range(5))
    const hostile = Buffer.from(place.sums)
    hostile.writeFloatLE(NaN, 40)
    for (const known of [
      { ...place, sums: hostile },
      { ...place, sums: place.sums.subarray(1) },
      { ...place, simulated: true },
    ])
      assert.equal(learnDays([5], known).place.days, 1)
    assert.equal(learnDays([5], place).place.days, 6)
  })

  it('is proved where its errors are smaller than those of the first source, and not by being issued no more', () => {
    const proved = learnDays(range(35))
    assert.equal(proved.place.isProved, true)
    assert.equal(proved.place.since, START + 31 * DAY_MS)
    const worse = learnDays(
      range(60).map((day) => day + 35),
      proved.place,
      4,
    )
    assert.equal(worse.place.isProved, false)
    assert.ok((worse.place.since ?? 0) > START + 36 * DAY_MS)
    assert.equal(learnDays(range(40), null, null).place.isProved, false)
  })
})

describe('what is proved', () => {
  it('is proved against the first source alone: where another one comes first, it begins anew', () => {
    const { place } = learnDays(range(35))
    assert.deepEqual([place.first, place.isProved, place.errors.length], ['first', true, 35])
    const cases = (day: number, source: string) =>
      listBlendCases(
        [-1, 0].map((back) => buildIssue(START + (day + back) * DAY_MS, 0.5, { source })),
        dayOf(day),
      )
    const other = learnBlendDay(place, cases(35, 'second'), dayOf(35), START)?.place ?? assert.fail()
    assert.deepEqual([other.first, other.isProved, other.errors.length, other.days], ['second', false, 1, 36])
    // A day that is learned late does not bring the former one back.
    const late = learnBlendDay(other, cases(34, 'first'), dayOf(34), START)?.place ?? assert.fail()
    assert.deepEqual([late.first, late.errors.length], ['second', 1])
  })
})

describe('what travels with a place’s records', () => {
  const learned = learnDays(range(40))
  const blend = buildCellBlend(learned, START + 41 * DAY_MS)

  it('says the same after it was stored, and ends some days after the last that was measured', () => {
    const stored = encodeCellBlend(blend) ?? assert.fail('it has every band')
    const again = decodeCellBlend(stored) ?? assert.fail('it can be read')
    assert.deepEqual(again.facts, blend.facts)
    assert.deepEqual([again.at, again.isProved, again.simulated], [START + 41 * DAY_MS, true, false])
    assert.equal(again.until, START + (40 + USABLE_DAYS) * DAY_MS)
    assert.ok(stored.length < 4_000, `${stored.length} bytes`)
  })

  it('is refused if it is anything else', () => {
    const stored = JSON.parse(String(encodeCellBlend(blend)))
    const isRead = (value: unknown) => decodeCellBlend(Buffer.from(JSON.stringify(value))) !== null
    assert.equal(isRead(stored), true)
    for (const changed of [
      { shape: 2 },
      { at: 'now' },
      { until: null },
      { isProved: 1 },
      { facts: {} },
      { coefficients: { sources: ['a'] } },
    ])
      assert.equal(isRead({ ...stored, ...changed }), false, JSON.stringify(changed))
    for (const bytes of ['', '{', 'null', '[]', `"${'x'.repeat(100_000)}"`]) assert.equal(decodeCellBlend(Buffer.from(bytes)), null)
  })
})
