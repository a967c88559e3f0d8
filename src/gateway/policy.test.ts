import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { type CallContext, isOver, refreshContext } from './call-context.ts'
import { type Caller, toCallerBehind, isBackground } from './policy.ts'

const CELL = toCell(52.52, 13.41)

describe('a caller', () => {
  const table: readonly (readonly [caller: Caller, behind: Caller, isBackground: boolean])[] = [
    ['person', 'refresh', false],
    ['refresh', 'refresh', true],
    ['prefetch', 'prefetch', true],
    ['crawler', 'prefetch', false],
    ['preview', 'prefetch', false],
    ['job', 'job', true],
  ]
  for (const [caller, behind, background] of table)
    it(`${caller}: work behind its answer is ${behind}’s; ${background ? 'nobody waits' : 'somebody waits'} for its calls`, () => {
      assert.deepEqual(
        { callerBehind: toCallerBehind(caller), isBackground: isBackground(caller) },
        { callerBehind: behind, isBackground: background },
      )
    })
})

describe('calls behind an answer', () => {
  const person = { cause: 'request', trigger: 'city_detail', requestId: 'r', client: 'c', caller: 'person' } as const

  it('are charged to the client that caused them, and are no part of the request', () => {
    assert.deepEqual(refreshContext(CELL, person, 'hourly'), {
      cause: 'refresh',
      trigger: 'city_detail',
      scope: 'hourly',
      requestId: 'r',
      cellId: CELL.id,
      client: 'c',
      caller: 'refresh',
      spend: { calls: 0, closed: false },
    })
    assert.equal('scope' in refreshContext(CELL, person), false)
  })

  it('stay a job’s if a job caused them; those of nobody are the cheapest', () => {
    const of = (cause: 'job' | 'request') => refreshContext(CELL, { cause, trigger: null, requestId: null })
    assert.deepEqual(
      { cause: of('job').cause, caller: of('job').caller, client: of('job').client },
      { cause: 'job', caller: 'job', client: null },
    )
    assert.deepEqual({ cause: of('request').cause, caller: of('request').caller }, { cause: 'refresh', caller: 'prefetch' })
  })

  it('are over once the request is answered, if they were to replace a failed call', () => {
    const is = (purpose: CallContext['purpose'], closed: boolean) =>
      isOver({ ...refreshContext(CELL, person), ...(purpose && { purpose }), spend: { calls: 0, closed } })
    assert.deepEqual([is('fallback', true), is('fallback', false), is(undefined, true), is('probe', true)], [true, false, false, false])
  })
})
