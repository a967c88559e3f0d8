import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { computeLogit } from '@isobar/weather/blend'
import { createRandom } from '../../../../packages/weather/src/blend/testing/synthetic.ts'
import { decodeCellBlend, encodeCellBlend } from '../../../gateway/cell-blend.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { type BlendDay, listBlendCases } from './cases.ts'
import { type FrozenHour, encodeFrozenHours } from './frozen-hours.ts'
import type { BlendIssue } from './issue-store.ts'
import { buildCellBlend, learnBlendDay } from './learning.ts'
import type { BlendPlace } from './place-store.ts'

const START = Date.parse('2026-03-01T00:00:00Z')

/** How likely it is to rain in an hour, and how much falls: the same whoever asks. */
const chanceAt = (ms: number) => 0.25 + 0.2 * Math.sin(ms / HOUR_MS)
const amountAt = (ms: number) => (createRandom(ms / HOUR_MS).uniform() < chanceAt(ms) ? 1.2 : 0)

interface Making extends Partial<BlendIssue> {
  /** What the first source states, given the chance that there is. */
  readonly state?: (chance: number) => number | null
  /** Whether the blend has issued its chance. */
  readonly isIssued?: boolean
}

/** An issue of every third hour of two days: the first source states twice the chance that there is, the second nothing; the blend says what it is. */
function buildIssue(issuedAt: number, { state = (chance) => 2 * chance, isIssued = true, ...changes }: Making = {}): BlendIssue {
  const hours = Array.from({ length: 16 }, (_, index): FrozenHour => {
    const offsetHours = 1 + 3 * index
    const chance = chanceAt(issuedAt + offsetHours * HOUR_MS)
    const issued = { value: 10, sigma: 1, disagreement: 0.2, confidence: 0.9, corrected: [10, 10], weights: [0.5, 0.5] }
    const stated = state(chance)
    const rain = isIssued && stated !== null ? { chance, logit: computeLogit(chance), chances: [chance, null] } : null
    return { offsetHours, hourClass: index % 8, raw: [11, 9], issued, stated: [stated, null], rain }
  })
  const numbers = encodeFrozenHours(hours, 2)
  return { cell: 7, slot: issuedAt, issuedAt, source: 'first', simulated: false, sources: ['first', 'second'], numbers, ...changes }
}

const dayOf = (day: number, changes: Partial<BlendDay> = {}): BlendDay => ({
  cell: 7,
  day: START + day * DAY_MS,
  simulated: false,
  truth: { source: 'stations', station: 'Airport' },
  temperatureAt: () => 10,
  amountAt,
  ...changes,
})

/** Learns days in the given order, each from the issues of the day before and its own. */
function learnDays(days: readonly number[], known: BlendPlace | null = null, making: Making = {}, changes: Partial<BlendDay> = {}) {
  let place = known
  let last = null
  for (const day of days) {
    const issues = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5].map((back) => buildIssue(START + (day + back) * DAY_MS, making))
    const ofDay = dayOf(day, changes)
    last = learnBlendDay(place, listBlendCases(issues, ofDay), ofDay, START + (day + 2) * DAY_MS)
    place = last?.place ?? place
  }
  return last ?? assert.fail('nothing learned')
}

const range = (count: number, from = 0) => Array.from({ length: count }, (_, day) => day + from)

/** What 60 % of the first source means, and from how many cases of each source that is known; cases weigh a little less after hours. */
function readFirst(learned: ReturnType<typeof learnDays>) {
  const { coefficients } = buildCellBlend(learned, START)
  const ofDay = coefficients.events.get('hourOfRain 1')
  const { intercept = NaN, slope = NaN } = ofDay?.calibrations[0] ?? {}
  return { meant: 1 / (1 + Math.exp(-intercept - slope * computeLogit(0.6))), n: ofDay?.n.map(Math.round) ?? [] }
}

describe('what is learned of rain at a place', () => {
  it('is what a chance means: a source that is too sure is calibrated', () => {
    const { meant, n } = readFirst(learnDays(range(120)))
    assert.ok(Math.abs(meant - 0.3) < 0.06, `${meant}`)
    assert.equal(n[1], 0)
  })

  it('counts each hour and band once, however many issues had forecast it', () => {
    const { n } = readFirst(learnDays([0]))
    // Every third hour of the day, from the issue of the day before that was from 6 to 24 hours ahead; none has two.
    assert.deepEqual(n, [8, 0])
  })

  it('is nothing where the amount is not measured, or where no chance was stated; temperatures are learned then', () => {
    for (const learned of [learnDays(range(3), null, {}, { amountAt: () => null }), learnDays(range(3), null, { state: () => null })]) {
      assert.equal(buildCellBlend(learned, START).coefficients.events.size, 0)
      assert.deepEqual(learned.place.chance, { errors: [], isProved: false, since: null })
      assert.equal(learned.place.errors.length, 3)
    }
  })

  it('is learned where the temperature is not measured', () => {
    const learned = learnDays(range(2), null, {}, { temperatureAt: () => null })
    assert.deepEqual([learned.place.days, learned.place.errors, learned.place.chance.errors.length], [2, [], 2])
    assert.equal(readFirst(learned).n[0], 2 * 8)
  })

  it('is nothing of issues of before chances were frozen, which teach temperatures as ever', () => {
    // Of two sources and one hour: −3, then the hour, its values, its corrected values and its weights.
    const before = (issuedAt: number) => {
      const numbers = new Float32Array([-3, 10, 3, 10, 1, 0.2, 0.9, 11, 9, 10, 10, 0.5, 0.5])
      return buildIssue(issuedAt, { numbers: Buffer.from(numbers.buffer) })
    }
    const learned = learnBlendDay(null, listBlendCases([before(START)], dayOf(0)), dayOf(0), START) ?? assert.fail('it has a case')
    assert.deepEqual([learned.place.errors.length, learned.place.chance.errors], [1, []])
    assert.equal(buildCellBlend(learned, START).coefficients.events.size, 0)
    // Of the same hour and band, an issue that froze chances teaches rain, the first one temperatures.
    const issues = [before(START), buildIssue(START + HOUR_MS * 3)]
    const both = learnBlendDay(null, listBlendCases(issues, dayOf(0)), dayOf(0), START) ?? assert.fail('it has cases')
    assert.ok((both.place.chance.errors[0]?.n ?? 0) > 0)
  })

  it('goes on where a place had learned temperatures alone', () => {
    const former = learnDays(range(5), null, {}, { amountAt: () => null }).place
    const later = learnDays(range(5, 5), former)
    const whole = learnDays(range(5, 5), learnDays(range(5)).place)
    assert.deepEqual([later.place.days, later.place.errors], [10, whole.place.errors])
    assert.equal(later.place.chance.errors.length, 5)
    assert.ok(later.place.sums.length > former.sums.length)
  })

  it('is the same in any order of days', () => {
    const [inOrder, newestFirst] = [learnDays(range(6)), learnDays(range(6).toReversed())]
    const numbers = ({ place }: ReturnType<typeof learnDays>) => new Float32Array(new Uint8Array(place.sums).buffer)
    for (const [at, each] of numbers(inOrder).entries())
      assert.ok(Math.abs(each - (numbers(newestFirst)[at] ?? NaN)) <= 1e-3 * Math.max(1, Math.abs(each)), `number ${at}`)
    assert.deepEqual(inOrder.place.chance.errors, newestFirst.place.chance.errors)
  })
})

describe('the proof of the chance of rain', () => {
  it('is its own: by Brier score, on the hours that both gave a chance for, against the first source alone', () => {
    const learned = learnDays(range(60))
    const { chance, isProved } = learned.place
    assert.deepEqual([chance.isProved, isProved], [true, true])
    const { difference, high, n } = learned.chanceSkill
    assert.ok((difference ?? 0) < -0.02 && (high ?? 1) < 0 && n > 60 * 8, JSON.stringify(learned.chanceSkill))
    // Temperatures are not measured, or the blend issues no chance: the other is proved alone.
    assert.deepEqual(proofs(learnDays(range(60), null, {}, { temperatureAt: () => null })), [false, true])
    assert.deepEqual(proofs(learnDays(range(60), null, { isIssued: false })), [true, false])
    assert.deepEqual(proofs(learnDays(range(60), null, { state: (chance) => chance })), [true, false])
    assert.deepEqual(proofs(learnDays(range(29))), [false, false])
  })

  it('begins anew where another source comes first', () => {
    const { place } = learnDays(range(40))
    assert.equal(place.chance.isProved, true)
    const other = learnDays([40], place, { source: 'second' })
    assert.deepEqual([other.place.first, other.place.chance.isProved, other.place.chance.errors], ['second', false, []])
    assert.equal(other.place.chance.since, START + 42 * DAY_MS)
  })

  function proofs({ place }: ReturnType<typeof learnDays>) {
    return [place.isProved, place.chance.isProved]
  }
})

describe('what travels with a place’s records', () => {
  const learned = learnDays(range(40))
  const blend = buildCellBlend(learned, START + 41 * DAY_MS)
  const stored = encodeCellBlend(blend) ?? assert.fail('it has every band')

  it('says the same of rain after it was stored', () => {
    const again = decodeCellBlend(stored) ?? assert.fail('it can be read')
    assert.deepEqual([again.chance, again.facts], [blend.chance, blend.facts])
    assert.equal(again.coefficients.events.size, 6)
    assert.ok(stored.length < 4_500, `${stored.length} bytes`)
  })

  it('is read without rain if it is of before that was blended, and refused if its rain is anything else', () => {
    const { chance, coefficients, ...rest } = JSON.parse(String(stored))
    const { hourOfRain: _, ...former } = coefficients
    const read = (value: unknown) => decodeCellBlend(Buffer.from(JSON.stringify(value)))
    const before = read({ ...rest, coefficients: former }) ?? assert.fail('it can be read')
    assert.deepEqual([before.chance.isProved, before.chance.skill.days, before.coefficients.events.size], [false, 0, 0])
    assert.deepEqual(before.facts, blend.facts)
    for (const changed of [
      { chance: 1 },
      { chance: { ...chance, isProved: 'yes' } },
      { chance: { ...chance, since: 'now' } },
      { chance: { ...chance, skill: {} } },
      { coefficients: { ...former, hourOfRain: [] } },
    ])
      assert.equal(read({ ...rest, chance, coefficients, ...changed }), null, JSON.stringify(changed))
  })
})
