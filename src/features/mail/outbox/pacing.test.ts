import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { outgoing, SENDER } from '../../../../test/helpers/mail.ts'
import { until } from '../../../../test/helpers/until.ts'
import { createFileTransport } from '../../../platform/mail/file-transport.ts'
import { createOutboxStore } from './outbox-store.ts'
import { createPause, createThrottle, createServerWatch } from './pacing.ts'
import { createMailRoom } from './testing/mail-room.ts'

const NEVER = new AbortController().signal

/** Time that passes only while sleeping. */
function simulatedTime() {
  let nowMs = 5_000
  return {
    monotonicMs: () => nowMs,
    sleep: async (ms: number) => void (nowMs += ms),
    pass: (ms: number) => void (nowMs += ms),
  }
}

describe('the throttle', () => {
  it('lets one second’s worth through at once, then keeps to its rate', async () => {
    const time = simulatedTime()
    const throttle = createThrottle({ perSecond: () => 20, ...time })
    const seconds = new Map<number, number>()
    for (let i = 0; i < 120; i++) {
      await throttle.take(NEVER)
      const second = Math.floor((time.monotonicMs() - 5_000) / 1_000)
      seconds.set(second, (seconds.get(second) ?? 0) + 1)
    }
    assert.equal(time.monotonicMs(), 5_000 + 100 * 50)
    assert.deepEqual([...seconds.values()].slice(1, 5), [20, 20, 20, 20])
  })

  it('saves up no more than a second', async () => {
    const time = simulatedTime()
    const throttle = createThrottle({ perSecond: () => 10, ...time })
    await throttle.take(NEVER)
    time.pass(3_600_000)
    const before = time.monotonicMs()
    for (let i = 0; i < 30; i++) await throttle.take(NEVER)
    assert.equal(time.monotonicMs() - before, 2_000)
  })

  it('supports less than one a second, follows a changed rate, and can be off', async () => {
    const time = simulatedTime()
    let rate: number | null = 0.5
    const throttle = createThrottle({ perSecond: () => rate, ...time })
    for (let i = 0; i < 3; i++) await throttle.take(NEVER)
    assert.equal(time.monotonicMs(), 5_000 + 2 * 2_000)
    rate = null
    for (let i = 0; i < 1_000; i++) await throttle.take(NEVER)
    assert.equal(time.monotonicMs(), 5_000 + 2 * 2_000)
  })

  it('serves concurrent waiters in order', async () => {
    const waits: number[] = []
    const throttle = createThrottle({ perSecond: () => 1, monotonicMs: () => 0, sleep: async (ms) => void waits.push(ms) })
    await Promise.all(Array.from({ length: 4 }, () => throttle.take(NEVER)))
    assert.deepEqual(waits, [1_000, 2_000, 3_000])
  })
})

describe('the pause', () => {
  it('doubles up to a minute and starts over after a success', () => {
    const time = simulatedTime()
    const pause = createPause(time.monotonicMs)
    const lengths: number[] = []
    for (let i = 0; i < 11; i++) {
      assert.ok(pause.begin())
      assert.ok(!pause.begin(), 'mails in flight together start one pause')
      lengths.push(pause.remainingMs() / 1_000)
      time.pass(pause.remainingMs())
    }
    assert.deepEqual(lengths, [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60])
    pause.end()
    assert.equal(pause.remainingMs(), 0)
    pause.begin()
    assert.equal(pause.remainingMs(), 1_000)
  })
})

const room = createMailRoom()

/** A node without a mail server: writes mails to files. */
async function openWithoutServer(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'isobar-mails-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  const mail = room.open(t, { transport: createFileTransport({ directory, from: SENDER }) })
  return { mail, files: async () => (await readdir(directory)).length }
}

describe('a node without a mail server', () => {
  it('writes mails to files where no node has one', async (t) => {
    await room.insert(outgoing('a@example.org'))
    const { files } = await openWithoutServer(t)
    await room.untilState('test a@example.org', 'sent')
    assert.equal(await files(), 1)
  })

  it('leaves every mail to the node that has one', async (t) => {
    const sending = room.open(t)
    await until('the server is on record', async () => (await room.database.pool.query('select from mail_server')).rowCount === 1)
    const { mail, files } = await openWithoutServer(t)
    for (let i = 0; i < 20; i++) {
      await room.insert(outgoing(`${i}@example.org`))
      mail.wake()
      sending.wake()
    }
    await until('all are sent', () => room.server.mails.length === 20)
    assert.equal(await files(), 0)
  })

  it('still leaves them while that node is away for less than a day, and reports it once', async () => {
    const outbox = createOutboxStore(room.database.kysely)
    const { clock } = room
    const errors: string[] = []
    const watch = (kind: 'smtp' | 'files') =>
      createServerWatch({ outbox, transport: { kind }, clock, onError: (_error, what) => void errors.push(what) })
    const without = watch('files')
    assert.equal(await without.maySend(), true, 'no node has ever had a mail server')
    assert.equal(await watch('smtp').maySend(), true)
    assert.equal(await without.maySend(), false)
    clock.advance({ hours: 23, minutes: 59 })
    assert.equal(await without.maySend(), false)
    assert.deepEqual(errors, ['leaving mails to it'])
    clock.advance({ minutes: 1 })
    assert.equal(await without.maySend(), true, 'a day later')
  })

  it('records the server again after a minute, not at each poll', async () => {
    const store = createOutboxStore(room.database.kysely)
    const { clock } = room
    const recorded: number[] = []
    const outbox = { ...store, recordMailServer: async (now: number) => void recorded.push(now) }
    const watch = createServerWatch({ outbox, transport: { kind: 'smtp' }, clock, onError: () => undefined })
    for (let i = 0; i < 4; i++) {
      await watch.maySend()
      clock.advance({ seconds: 30 })
    }
    assert.equal(recorded.length, 2)
  })
})
