import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runCampaign } from './campaign.ts'
import { DEADLINE } from './observer/observer.ts'
import { createRegister, settleBy } from './observer/writes.ts'
import { renderCampaignTable } from './report.ts'
import { makeSchedule, type ScheduleOptions } from './schedule.ts'

const OPTIONS: ScheduleOptions = {
  seed: 10,
  lengthMs: 12_000,
  operationsPerSecond: 8,
  faultEveryMs: 1_200,
  place: { nodes: 1, workers: 1, hasServer: false, hasValkey: false, hasSmallDisk: false },
}

describe('a campaign', () => {
  it('finds nothing in some seconds of traffic, faults and kills', async (t) => {
    const result = await runCampaign({
      nodes: 1,
      workers: 1,
      schedule: (place) => makeSchedule({ ...OPTIONS, place: { ...place, hasSmallDisk: false } }),
      say: () => undefined,
      onFinding: () => undefined,
    })
    for (const line of renderCampaignTable(OPTIONS.seed, result)) t.diagnostic(line)
    // Tests run side by side, on machines with little to spare: lateness is left to the long form.
    const broken = result.findings.filter(({ invariant }) => invariant !== DEADLINE)
    assert.deepEqual(broken, [], result.history.slice(-60).join('\n'))
    assert.ok(result.kills > 0 && result.observed.answered > 0 && result.writes.acknowledged > 0)
  })
})

describe('a schedule', () => {
  it('follows from its seed', () => {
    assert.deepEqual(makeSchedule(OPTIONS), makeSchedule(OPTIONS))
    assert.notDeepEqual(makeSchedule(OPTIONS).operations, makeSchedule({ ...OPTIONS, seed: 11 }).operations)
  })

  it('has the same traffic whatever breaks, and the same names for faults whatever is possible', () => {
    const whole = makeSchedule({ ...OPTIONS, place: { ...OPTIONS.place, hasSmallDisk: true } })
    const less = makeSchedule(OPTIONS)
    assert.deepEqual(makeSchedule({ ...OPTIONS, faultEveryMs: 500 }).operations, less.operations)
    assert.deepEqual(
      less.faults,
      whole.faults.filter(({ kind }) => kind !== 'disk full'),
    )
  })
})

describe('a register', () => {
  const counts = { acknowledged: 0, unanswered: 0, refused: 0 }
  const write = <T>(register: ReturnType<typeof createRegister<T>>, value: T, status: number | null): void =>
    void settleBy(register.attempt(value), status)

  it('must hold what was acknowledged last', () => {
    const register = createRegister('a', 0, counts)
    write(register, 1, 200)
    write(register, 2, 200)
    write(register, 3, 404)
    assert.deepEqual(register.allowed(), [2])
  })

  it('may hold what was sent without an answer', () => {
    const register = createRegister('a', 0, counts)
    write(register, 1, 200)
    write(register, 2, null)
    write(register, 3, 503)
    assert.deepEqual(register.allowed(), [1, 2, 3])
  })
})
