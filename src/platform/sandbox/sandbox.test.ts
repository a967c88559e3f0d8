import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSandbox, SandboxError } from './sandbox.ts'

const CODE = `
import { answerJobs } from '${new URL('answer-jobs.ts', import.meta.url).href}'
let jobs = 0
answerJobs((job) => {
  if (job === 'loop') for (;;);
  if (job === 'grow') { const held = []; for (;;) held.push(new Array(100_000).fill(held.length)) }
  if (job === 'throw') throw new Error('a defect')
  return ++jobs
})`
const module = new URL(`data:text/javascript,${encodeURIComponent(CODE)}`)
const open = (maxWaiting = 16) =>
  createSandbox<string, number>({ module, cpuMs: 100, memory: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 }, maxWaiting })
const fault = (name: string) => (error: unknown) => error instanceof SandboxError && error.fault === name

describe('a sandbox', () => {
  const sandbox = open()
  after(() => sandbox.close())
  const run = (job: string, urgent = false) => sandbox.run((ask) => ask(job), { urgent })

  it('ends a thread that crashes or uses too much time or memory, and starts another', async () => {
    assert.equal(await run('x'), 1)
    assert.equal(await run('x'), 2)
    for (const [job, name] of [
      ['loop', 'cpu'],
      ['grow', 'memory'],
      ['throw', 'crashed'],
    ] as const) {
      await assert.rejects(run(job), (error) => fault(name)(error) || (job === 'grow' && fault('cpu')(error)), job)
      assert.equal(await run('x'), 1)
    }
  })

  it('runs urgent jobs first, but none within the session of another', async () => {
    const order: string[] = []
    const named = (name: string, urgent: boolean) =>
      sandbox.run(
        async (ask) => {
          await ask('x')
          order.push(name)
          await ask('x')
          order.push(name)
        },
        { urgent },
      )
    await Promise.all([named('a', false), named('b', false), named('c', true)])
    assert.deepEqual(order, ['a', 'a', 'c', 'c', 'b', 'b'])
  })

  it('accepts a session at any moment while the one before ends', async () => {
    for (let turns = 0; turns < 12; turns++) {
      await run('x')
      for (let i = 0; i < turns; i++) await Promise.resolve()
      const late = new Promise((_, reject) => setTimeout(() => reject(new Error(`forgotten, ${turns} turns after`)), 60_000).unref())
      await Promise.race([run('x'), late])
    }
  })

  it('closes at any moment of a session', async () => {
    for (let i = 0; i < 60; i++) {
      const closing = open()
      if (i % 2 === 0) await closing.run((ask) => ask('x'))
      const working = closing.run(async (ask) => {
        for (;;) await ask('x')
      })
      const ended = assert.rejects(working, fault('closed'))
      await sleep(i % 2 === 0 ? i / 20 : i)
      const late = sleep(60_000, 'late', { ref: false })
      assert.notEqual(await Promise.race([Promise.all([closing.close(), ended]), late]), 'late', `the ${i}th`)
    }
  })

  it('refuses jobs beyond the queue limit', async () => {
    const small = open(1)
    after(() => small.close())
    const jobs = await Promise.allSettled(Array.from({ length: 4 }, () => small.run((ask) => ask('x'))))
    const refused = jobs.flatMap((job) => (job.status === 'rejected' ? [job.reason] : []))
    assert.ok(refused.length >= 2 && refused.every(fault('busy')))
  })

  it('rejects everything once it is closed', async () => {
    const closing = open()
    const waiting = [closing.run((ask) => ask('loop')), closing.run((ask) => ask('x'))]
    const ended = Promise.allSettled(waiting)
    await closing.close()
    for (const each of await ended) assert.ok(each.status === 'rejected' && fault('closed')(each.reason))
    await assert.rejects(
      closing.run((ask) => ask('x')),
      fault('closed'),
    )
  })
})
