import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildDailySchedule, buildIntervalSchedule, isCutOff, isJobDue, computeLastTick } from './schedule.ts'

const at = (instant: string): number => Date.parse(instant)
const run = (status: 'running' | 'completed' | 'partial' | 'failed' | 'interrupted', started: string, finished?: string) => ({
  status,
  startedAt: at(started),
  finishedAt: finished === undefined ? null : at(finished),
})

describe('the last tick', () => {
  for (const [schedule, now, tick] of [
    [buildDailySchedule(6), '2026-07-01T06:00:00Z', '2026-07-01T06:00:00Z'],
    [buildDailySchedule(6), '2026-07-01T05:59:59.500Z', '2026-07-01T06:00:00Z'],
    [buildDailySchedule(6), '2026-07-01T05:59:58Z', '2026-06-30T06:00:00Z'],
    [buildDailySchedule(0), '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    [buildDailySchedule(23), '2026-03-01T12:00:00Z', '2026-02-28T23:00:00Z'],
    [buildIntervalSchedule(15), '2026-07-01T06:14:30Z', '2026-07-01T06:00:00Z'],
    [buildIntervalSchedule(15), '2026-07-01T06:15:00Z', '2026-07-01T06:15:00Z'],
  ] as const)
    it(`of ${JSON.stringify(schedule)} at ${now} was ${tick}`, () => {
      assert.equal(computeLastTick(schedule, at(now)), at(tick))
    })
})

describe('a job is due', () => {
  const cases: readonly (readonly [name: string, due: boolean, now: string, ...runs: ReturnType<typeof run>[]])[] = [
    ['if it has not run since the tick', true, '06:00:00'],
    ['not if it has run since the tick', false, '23:00:00', run('completed', '2026-07-01T06:00:00Z', '2026-07-01T06:00:05Z')],
    [
      'not if it has run, and a manual retry failed',
      false,
      '23:00:00',
      run('failed', '2026-07-01T08:00:00Z', '2026-07-01T08:00:05Z'),
      run('completed', '2026-07-01T06:00:00Z', '2026-07-01T06:00:05Z'),
    ],
    ['not immediately after a run was cut off', false, '06:00:50', run('interrupted', '2026-07-01T06:00:00Z', '2026-07-01T06:00:05Z')],
    ['soon after a run was cut off', true, '06:01:00', run('interrupted', '2026-07-01T06:00:00Z', '2026-07-01T06:00:05Z')],
    ['at once after a long run was cut off', true, '06:20:01', run('interrupted', '2026-07-01T06:00:00Z', '2026-07-01T06:20:00Z')],
    [
      'soon after a run started that is still marked as running: the lock tells whether it is',
      true,
      '06:01:00',
      run('running', '2026-07-01T06:00:00Z'),
    ],
    ['some minutes after a failure', true, '06:10:05', run('failed', '2026-07-01T06:00:00Z', '2026-07-01T06:00:05Z')],
    ['not some seconds after a failure', false, '06:09:05', run('failed', '2026-07-01T06:00:00Z', '2026-07-01T06:00:05Z')],
    ['an hour after a partial run', true, '07:00:05', run('partial', '2026-07-01T06:00:00Z', '2026-07-01T06:00:05Z')],
    [
      'later after each further attempt',
      false,
      '06:29:00',
      run('failed', '2026-07-01T06:10:05Z', '2026-07-01T06:10:10Z'),
      run('failed', '2026-07-01T06:00:00Z', '2026-07-01T06:00:05Z'),
    ],
  ]
  for (const [name, due, now, ...runs] of cases) it(name, () => assert.equal(isJobDue(runs, at(`2026-07-01T${now}Z`)), due))

  it('at least every six hours, however often it was cut off', () => {
    const runs = Array.from({ length: 20 }, () => run('interrupted', '2026-07-01T06:00:00Z', '2026-07-01T06:00:00Z'))
    assert.equal(isJobDue(runs, at('2026-07-01T11:59:00Z')), false)
    assert.equal(isJobDue(runs, at('2026-07-01T12:00:00Z')), true)
  })
})

describe('a job without a schedule is started again', () => {
  const cut = (started: string, status: 'running' | 'interrupted' = 'interrupted') =>
    run(status, `2026-07-01T${started}Z`, `2026-07-01T${started}Z`)
  const done = run('completed', '2026-07-01T05:00:00Z', '2026-07-01T05:00:05Z')
  const failed = run('failed', '2026-07-01T05:00:00Z', '2026-07-01T05:00:05Z')
  const cases: readonly (readonly [name: string, again: boolean, now: string, ...runs: ReturnType<typeof run>[]])[] = [
    ['not if it never ran', false, '06:00:00'],
    ['not if it is done or has failed', false, '23:00:00', done],
    ['not if it has failed', false, '23:00:00', failed, cut('04:00:00')],
    ['a minute after a run that was cut off', true, '06:01:00', cut('06:00:00'), done],
    ['not sooner', false, '06:00:59', cut('06:00:00'), done],
    ['also if the run is still marked as running', true, '06:01:00', cut('06:00:00', 'running'), failed],
    ['later after each further one', false, '06:02:30', cut('06:01:00'), cut('06:00:00'), done],
    ['two minutes after the second', true, '06:03:00', cut('06:01:00'), cut('06:00:00'), done],
  ]
  for (const [name, again, now, ...runs] of cases) it(name, () => assert.equal(isCutOff(runs, at(`2026-07-01T${now}Z`)), again))
})
