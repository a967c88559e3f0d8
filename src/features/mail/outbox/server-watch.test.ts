import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { outgoing, SENDER } from '../../../../test/helpers/mail.ts'
import { until } from '../../../../test/helpers/until.ts'
import { createFileTransport } from '../../../platform/mail/file-transport.ts'
import { createOutboxStore } from './outbox-store.ts'
import { createServerWatch } from './server-watch.ts'
import { createMailRoom } from './testing/mail-room.ts'

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
    assert.equal(await without.mayTake(), true, 'no node has ever had a mail server')
    assert.equal(await watch('smtp').mayTake(), true)
    assert.equal(await without.mayTake(), false)
    clock.advance({ hours: 23, minutes: 59 })
    assert.equal(await without.mayTake(), false)
    assert.deepEqual(errors, ['leaving mails to it'])
    clock.advance({ minutes: 1 })
    assert.equal(await without.mayTake(), true, 'a day later')
  })

  it('records the server again after a minute, not at each poll', async () => {
    const store = createOutboxStore(room.database.kysely)
    const { clock } = room
    const recorded: number[] = []
    const outbox = { ...store, recordMailServer: async (now: number) => void recorded.push(now) }
    const watch = createServerWatch({ outbox, transport: { kind: 'smtp' }, clock, onError: () => undefined })
    for (let i = 0; i < 4; i++) {
      await watch.mayTake()
      clock.advance({ seconds: 30 })
    }
    assert.equal(recorded.length, 2)
  })
})
