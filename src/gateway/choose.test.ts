import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
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

describe('choose, as the README says', () => {
  const table = readFileSync(new URL('README.md', import.meta.url), 'utf8').split('## What `chooseRecord` decides')[1] ?? ''
  const rows = table
    .split('\n')
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
