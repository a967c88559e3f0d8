import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProviderFailure } from '@isobar/providers/port'
import { toOutcome, hedgeAttempts, waitUntilLate, type Outcome, awaitResultOrLate } from './race.ts'

const never = new Promise<never>(() => {})
const down = new ProviderFailure('unavailable', 'down')
const absent = new ProviderFailure('not_found', 'nothing there')
const gone = new ProviderFailure('network', 'gone')

function run(
  first: Promise<string>,
  second?: () => Promise<string>,
  afterMs = 10_000,
  third?: () => Promise<string>,
): { outcome: Promise<Outcome<string>>; asked: () => number } {
  let asked = 0
  const timers = new AbortController()
  const counted = (start: () => Promise<string>) => () => ((asked += 1), start())
  const attempts = [() => first, ...[second, third].flatMap((start) => (start === undefined ? [] : [counted(start)]))]
  const outcome = hedgeAttempts(attempts, afterMs, timers.signal).finally(() => timers.abort())
  return { outcome, asked: () => asked }
}

describe('hedged', () => {
  it('answers with the first attempt without starting the second', async () => {
    const { outcome, asked } = run(Promise.resolve('primary'), async () => 'second')
    assert.deepEqual(await outcome, { kind: 'fulfilled', value: 'primary' })
    assert.equal(asked(), 0)
  })

  it('starts the second as soon as the first has failed', async () => {
    const { outcome } = run(Promise.reject(down), async () => 'second')
    assert.deepEqual(await outcome, { kind: 'fulfilled', value: 'second' })
  })

  it('starts the second if the first is slow, and takes whichever answers first', async () => {
    const { outcome, asked } = run(never, async () => 'second', 5)
    assert.deepEqual(await outcome, { kind: 'fulfilled', value: 'second' })
    assert.equal(asked(), 1)
  })

  it('keeps waiting for a slow first if the second fails', async () => {
    const slow = new Promise<string>((resolve) => setTimeout(() => resolve('primary'), 40))
    assert.deepEqual(await run(slow, () => Promise.reject(gone), 5).outcome, { kind: 'fulfilled', value: 'primary' })
  })

  it('reports the failure of the first if both fail, whichever failed first', async () => {
    assert.deepEqual(await run(Promise.reject(down), () => Promise.reject(gone)).outcome, { kind: 'failed', failure: down })
    const slow = new Promise<string>((_, reject) => setTimeout(() => reject(down), 30))
    assert.deepEqual(await run(slow, () => Promise.reject(gone), 5).outcome, { kind: 'failed', failure: down })
  })

  it('starts none twice: a slow one that fails at last does not start the next again', async () => {
    const slow = new Promise<string>((_, reject) => setTimeout(() => reject(down), 20))
    const { promise: late, resolve } = Promise.withResolvers<string>()
    const { outcome, asked } = run(slow, () => late, 5)
    await slow.catch(() => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    resolve('second')
    assert.deepEqual({ outcome: await outcome, asked: asked() }, { outcome: { kind: 'fulfilled', value: 'second' }, asked: 1 })
  })

  it('goes on if the first has nothing there and covers only a part of the world, and reports that only if all have nothing', async () => {
    const after = (second: Promise<string>) =>
      hedgeAttempts([() => Promise.reject(absent), () => second], 10_000, new AbortController().signal, false)
    assert.deepEqual(await after(Promise.resolve('second')), { kind: 'fulfilled', value: 'second' })
    assert.deepEqual(await after(Promise.reject(down)), { kind: 'failed', failure: down })
    assert.deepEqual(await after(Promise.reject(absent)), { kind: 'failed', failure: absent })
  })

  it('goes on to the third when the first two have failed, or when they are slow', async () => {
    const failing = run(
      Promise.reject(down),
      () => Promise.reject(gone),
      10_000,
      async () => 'third',
    )
    assert.deepEqual(
      { outcome: await failing.outcome, asked: failing.asked() },
      { outcome: { kind: 'fulfilled', value: 'third' }, asked: 2 },
    )
    const slow = run(
      never,
      () => never,
      5,
      async () => 'third',
    )
    assert.deepEqual({ outcome: await slow.outcome, asked: slow.asked() }, { outcome: { kind: 'fulfilled', value: 'third' }, asked: 2 })
    const all = run(
      Promise.reject(down),
      () => Promise.reject(gone),
      5,
      () => Promise.reject(gone),
    )
    assert.deepEqual(await all.outcome, { kind: 'failed', failure: down })
  })

  it('takes "nothing there" from the first only', async () => {
    assert.deepEqual(await run(Promise.reject(down), () => Promise.reject(absent)).outcome, { kind: 'failed', failure: down })
  })

  it('starts nothing once it is aborted', async () => {
    const timers = new AbortController()
    let asked = 0
    const slow = new Promise<string>((_, reject) => setTimeout(() => reject(down), 10))
    void hedgeAttempts([() => slow, async () => ((asked += 1), 'second')], 10_000, timers.signal)
    timers.abort()
    await slow.catch(() => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(asked, 0)
  })

  it('accepts "no weather there" as an answer, before and after the second has started', async () => {
    const early = run(Promise.reject(absent), async () => 'second')
    assert.deepEqual(await early.outcome, { kind: 'failed', failure: absent })
    assert.equal(early.asked(), 0)
    const slow = new Promise<string>((_, reject) => setTimeout(() => reject(absent), 30))
    assert.deepEqual(await run(slow, () => new Promise<string>((resolve) => setTimeout(() => resolve('second'), 200)), 5).outcome, {
      kind: 'failed',
      failure: absent,
    })
  })
})

describe('lateAfter', () => {
  it('never resolves once aborted', async () => {
    const timers = new AbortController()
    const late = waitUntilLate(5, timers.signal)
    timers.abort()
    const ended = await Promise.race([late, new Promise((resolve) => setTimeout(() => resolve('still waiting'), 30))])
    assert.equal(ended, 'still waiting')
  })
})

describe('within', () => {
  it('is what the work resolves to, or late', async () => {
    assert.deepEqual(await awaitResultOrLate(10_000, toOutcome(Promise.resolve('done'))), { kind: 'fulfilled', value: 'done' })
    assert.deepEqual(await awaitResultOrLate(10_000, toOutcome(Promise.reject(down))), { kind: 'failed', failure: down })
    assert.deepEqual(await awaitResultOrLate(5, toOutcome(never)), { kind: 'late' })
  })
})
