import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { CampaignResult } from './campaign.ts'
import { makeSchedule, type Schedule } from './schedule.ts'
import { shrink } from './shrink.ts'

it('a failing schedule is shrunk to the events that make it fail', async (t) => {
  const place = { nodes: 1, workers: 1, hasServer: false, hasValkey: false, hasSmallDisk: false }
  const seedOptions = { seed: 1, operationsPerSecond: 5, faultEveryMs: 1_000 }
  const whole = makeSchedule({ ...seedOptions, lengthMs: 20_000, place })
  const needed = [whole.faults[2]?.id, whole.operations[9]?.id]
  const resultOf = (schedule: Schedule): CampaignResult => {
    const ids = new Set([...schedule.faults, ...schedule.operations].map(({ id }) => id))
    const finding = { invariant: 'it holds', what: '', event: null, atMs: 8_000 }
    const findings = needed.every((id) => ids.has(id as string)) ? [finding] : []
    return { schedule, findings, history: ['what was done'] } as unknown as CampaignResult
  }
  let smallest = whole
  const lines: string[] = []
  t.mock.method(console, 'log', (line: string) => void lines.push(line))
  await shrink(
    resultOf(whole),
    async (narrow) => {
      const result = resultOf(narrow(whole))
      if (result.findings.length > 0) smallest = result.schedule
      return result
    },
    {
      ...seedOptions,
      seconds: 20,
      nodes: 1,
      workers: 1,
      untilMs: undefined,
      only: undefined,
      shrink: true,
      json: undefined,
      log: undefined,
      outages: false,
      awaySeconds: 10,
      pauseSeconds: 20,
    },
  )
  assert.deepEqual(
    smallest.faults.map(({ id }) => id),
    [needed[0]],
  )
  assert.ok(smallest.operations.length < whole.operations.length / 8 && smallest.lengthMs < whole.lengthMs)
  assert.match(lines.at(-1) ?? '', new RegExp(`--seed 1 .*--until 11000 --only ${needed[0]},`))
})
