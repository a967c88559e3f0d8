import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildFreshnessWindows, gradeFreshnessInWindow } from '@isobar/weather'
import fc from 'fast-check'
import { MINUTE_MS } from '../time.ts'
import { computeRecordAge as ageForPeople, type Candidate, type Choice, chooseRecord, type Demand, type Situation } from './choose.ts'
import { type Caller, POLICIES } from './policy.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const WINDOW = buildFreshnessWindows().current
const ALL = ['a', 'b', 'c']
const AGES: Readonly<Record<string, number>> = { fresh: 6, acceptable: 60, emergency: 180 }

const record = (source: string, ageMinutes: number, change: Partial<Candidate> = {}): Candidate => ({
  source,
  fetchedAt: NOW - ageMinutes * MINUTE_MS,
  available: true,
  ...change,
})

/**
 * What `choose` decides. The sources are `a`, the primary, `b` and `c`. `shown` is the record that people are shown, `other` the newest
 * of the rest; `newer`: the caller wants newer data than shown; `else`: served if no source can answer.
 */
const TABLE = `
| caller | shown | other | newer | sources | choice |
|---|---|---|---|---|---|
| person | fresh | – | no | all | serve shown |
| person | fresh | fresh | no | all | serve shown |
| person | fresh | – | yes | all | wait for a, else shown |
| person | acceptable | – | no | all | serve shown, refresh a |
| person | acceptable | fresh | no | all | serve shown, refresh a |
| person | acceptable | – | no | b, c | serve shown, refresh b |
| person | acceptable | fresh | yes | all | wait for a, else shown |
| person | acceptable | – | no | none | serve shown |
| person | emergency | – | no | all | wait for all, else shown |
| person | emergency | fresh | no | all | wait for all, else other |
| person | emergency | – | no | none | refuse: undelivered, with shown |
| person | – | – | no | all | wait for all |
| person | – | fresh | no | all | wait for all, else other |
| person | – | emergency | no | a | wait for a, else other |
| person | – | – | no | none | refuse: undelivered |
| person, a has nothing there | – | – | no | all | refuse: absent |
| person, a has nothing there | acceptable | – | no | all | serve shown, refresh a |
| person, a has nothing there | emergency | – | no | all | wait for all, else shown |
| person, a has nothing there | – | fresh | no | all | refuse: absent |
| person, renewed a minute ago | fresh | – | yes | all | serve shown |
| prefetch | acceptable | – | no | all | serve shown, refresh a |
| prefetch | – | – | no | all | wait for all |
| refresh | emergency | – | no | all | wait for all, else shown |
| crawler | fresh | – | no | all | serve shown |
| crawler | acceptable | – | yes | all | serve shown |
| crawler | emergency | fresh | no | all | serve other |
| crawler | – | emergency | no | all | serve other |
| crawler | – | – | no | all | wait for b, c |
| crawler | – | – | no | b, c | wait for b, c |
| crawler | – | – | no | a | refuse: uncalled |
| job | fresh | – | no | all | serve shown |
| job | acceptable | – | no | all | serve shown |
| job | acceptable | – | yes | all | wait for a, else shown |
| job, renewed a minute ago | fresh | – | yes | all | wait for a, else shown |
| job | emergency | fresh | no | all | wait for all, else other |
| job without calls | fresh | – | no | all | serve shown |
| job without calls | acceptable | – | yes | all | refuse: deferred, with shown |
| job without calls | emergency | – | no | all | refuse: deferred, with shown |
| job without calls | – | – | no | all | refuse: deferred |
| job without calls | – | – | no | none | refuse: undelivered |
`

describe('choose, by its table', () => {
  const rows = TABLE.split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| caller'))
    .map((line) => line.split('|').map((each) => each.trim()))
  it('has rows', () => assert.ok(rows.length >= 35))
  for (const [, who = '', shown = '', other = '', newer = '', names = '', expected] of rows)
    it(`${who}: ${shown}, ${other}, newer: ${newer}, ${names} → ${expected}`, () => {
      const [caller = '', ...conditions] = who.split(/, | without /)
      const sources = names === 'none' ? [] : names === 'all' ? ALL : names.split(', ')
      const first = sources[0] ?? 'a'
      const records = [
        ...(shown === '–' ? [] : [record(first, AGES[shown] ?? NaN, { admittedAt: NOW - (AGES[shown] ?? NaN) * MINUTE_MS })]),
        ...(other === '–' ? [] : [record('z', (AGES[other] ?? NaN) - 1)]),
      ]
      const situation: Situation<Candidate> = {
        records,
        window: WINDOW,
        sources,
        primary: 'a',
        isAbsent: conditions.includes('a has nothing there'),
        renewedAt: conditions.includes('renewed a minute ago') ? NOW - MINUTE_MS : 0,
      }
      const demand: Demand = { caller: caller as Caller, maxAgeMs: newer === 'yes' ? 0 : undefined, mayCall: !conditions.includes('calls') }
      assert.equal(inWords(chooseRecord(situation, demand, NOW), first), expected)
    })
})

function inWords(choice: Choice<Candidate>, first: string): string {
  const named = (each: Candidate | undefined): string => (each?.source === first ? 'shown' : 'other')
  switch (choice.kind) {
    case 'serve':
      return `serve ${named(choice.record)}${choice.refresh === undefined ? '' : `, refresh ${choice.refresh}`}`
    case 'wait':
      return `wait for ${choice.sources.length === ALL.length ? 'all' : choice.sources.join(', ')}${choice.reserve === undefined ? '' : `, else ${named(choice.reserve)}`}`
    case 'refuse':
      return `refuse: ${choice.reason}${choice.record === undefined ? '' : `, with ${named(choice.record)}`}`
  }
}

describe('choose, in any situation', () => {
  const SOURCES = ['a', 'b', 'c']
  const ages = fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined })
  const known = fc.record({ age: ages, admittedAge: ages, available: fc.boolean() })
  const situations = fc.record({
    records: fc.tuple(known, known, known).map((each) =>
      each.flatMap(({ age, admittedAge, available }, index) => {
        if (age === undefined) return []
        const admitted = admittedAge === undefined ? {} : { admittedAt: NOW - Math.max(age, admittedAge) * MINUTE_MS }
        return [record(SOURCES[index] ?? '', age, { available, ...admitted })]
      }),
    ),
    window: fc.constant(WINDOW),
    sources: fc.subarray(SOURCES),
    primary: fc.constant('a'),
    isAbsent: fc.boolean(),
    renewedAt: fc.integer({ min: 0, max: 500 }).map((age) => NOW - age * MINUTE_MS),
  })
  const demands = fc.record({
    caller: fc.constantFrom(...(Object.keys(POLICIES) as Caller[])),
    maxAgeMs: fc.option(
      fc.integer({ min: 0, max: 500 }).map((age) => age * MINUTE_MS),
      { nil: undefined },
    ),
    mayCall: fc.boolean(),
  })
  const holds = (property: (situation: Situation<Candidate>, demand: Demand, choice: Choice<Candidate>) => void): void =>
    fc.assert(
      fc.property(situations, demands, (situation, demand) => property(situation, demand, chooseRecord(situation, demand, NOW))),
      { numRuns: 3_000 },
    )
  const servedOf = (choice: Choice<Candidate>): Candidate | undefined => (choice.kind === 'wait' ? choice.reserve : choice.record)
  const freshness = ({ fetchedAt }: Candidate) => gradeFreshnessInWindow(WINDOW, NOW - fetchedAt)
  /** The age for people. */
  const ageOf = ({ source, fetchedAt, admittedAt = -Infinity }: Candidate, { sources }: Situation<Candidate>) =>
    NOW - (source === sources[0] ? fetchedAt : admittedAt)

  it('never serves anything that has expired', () =>
    holds((_, __, choice) => {
      const served = servedOf(choice)
      assert.ok(served === undefined || freshness(served) !== 'expired')
    }))

  it('never calls where no call is allowed, nor a source that cannot be called', () =>
    holds(({ sources }, { mayCall, caller }, choice) => {
      const called =
        choice.kind === 'wait' ? choice.sources : choice.kind === 'serve' && choice.refresh !== undefined ? [choice.refresh] : []
      assert.ok(called.every((source) => sources.includes(source)))
      if (choice.kind === 'wait') assert.ok(mayCall)
      if (caller === 'crawler') assert.ok(!called.includes('a'))
      if (caller === 'preview') assert.deepEqual(called, [])
    }))

  it('asks the sources in their order, from the first that the caller may call', () =>
    holds(({ sources }, { caller }, choice) => {
      if (choice.kind !== 'wait') return
      const callable = caller === 'crawler' ? sources.filter((source) => source !== 'a') : sources
      assert.deepEqual(choice.sources, callable.slice(0, choice.sources.length))
    }))

  it('shows a person without waiting only what the first source sent, or what was admitted, and no older than wanted', () =>
    holds((situation, { caller, maxAgeMs = Infinity }, choice) => {
      if (POLICIES[caller].accepts === 'anything' || choice.kind !== 'serve') return
      const age = ageOf(choice.record, situation)
      assert.ok(age < Infinity)
      const isRecent = NOW - situation.renewedAt < POLICIES[caller].minRefreshMs
      assert.ok(age <= maxAgeMs || isRecent)
      if (caller !== 'job') assert.ok(age < WINDOW.staleSeconds * 1_000)
    }))

  it('is the same for a person whatever cheaper callers have fetched from other sources', () =>
    holds((situation, demand, choice) => {
      if (demand.caller !== 'person' || choice.kind !== 'serve') return
      const seen = choice.record
      const records = situation.records.map((each) =>
        each === seen || each.source === situation.sources[0] ? each : { ...each, fetchedAt: NOW },
      )
      assert.deepEqual(chooseRecord({ ...situation, records }, demand, NOW), choice)
    }))

  it('leaves nobody without an answer while anything lives', () =>
    holds((situation, { mayCall, caller }, choice) => {
      const isAnything = situation.records.some((each) => freshness(each) !== 'expired')
      if (!isAnything || situation.isAbsent || !mayCall || situation.sources.length === 0) return
      if (choice.kind === 'refuse') assert.fail(`${caller}: ${choice.reason}`)
      assert.notEqual(servedOf(choice), undefined)
    }))

  it('prefers a record with a series to a newer one without', () => {
    const records = [record('a', 200), record('b', 190, { available: false }), record('c', 195, { available: false })]
    const situation = { records, window: WINDOW, sources: SOURCES, primary: 'a', isAbsent: false, renewedAt: 0 }
    for (const each of [situation, { ...situation, records: records.toReversed() }])
      assert.equal(servedOf(chooseRecord(each, { caller: 'person', mayCall: true }, NOW))?.source, 'a')
  })

  it('takes the earlier source of two that are equally new', () => {
    const records = [record('b', 200), record('c', 200)]
    const situation = { records, window: WINDOW, sources: SOURCES, primary: 'a', isAbsent: false, renewedAt: 0 }
    assert.equal(servedOf(chooseRecord(situation, { caller: 'person', mayCall: true }, NOW))?.source, 'b')
  })

  it('takes data of the future, after the clock was set back, for new', () => {
    assert.equal(ageForPeople({ source: 'a', fetchedAt: NOW + 1_000, available: true }, 'a', NOW), 0)
    assert.equal(ageForPeople({ source: 'b', fetchedAt: NOW, available: true }, 'a', NOW), Infinity)
  })

  it('takes data that is exactly as old as allowed', () => {
    const situation = { records: [record('a', 6)], window: WINDOW, sources: SOURCES, primary: 'a', isAbsent: false, renewedAt: 0 }
    const choiceAt = (maxAgeMs: number) => chooseRecord(situation, { caller: 'person', maxAgeMs, mayCall: true }, NOW).kind
    assert.deepEqual([choiceAt(6 * MINUTE_MS), choiceAt(6 * MINUTE_MS - 1)], ['serve', 'wait'])
  })
})
