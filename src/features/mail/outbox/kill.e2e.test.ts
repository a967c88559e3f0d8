import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '../../../../test/helpers/database.ts'
import { outgoing } from '../../../../test/helpers/mail.ts'
import { startSmtpServer } from '../../../../test/helpers/smtp-server.ts'
import { until } from '../../../../test/helpers/until.ts'
import { insertMails, type MailTables } from './index.ts'

const PROGRAM = fileURLToPath(new URL('../../../../test/helpers/mail-process.ts', import.meta.url))

interface Kills {
  readonly mails: number
  readonly kills: number
  /** Mails received between a start and the kill. */
  readonly between: number
  readonly connections: number
  readonly perSecond: number | null
  readonly leaseMs: number
}

/** Kills the sending process repeatedly. Every mail must arrive, under one Message-ID, and each kill may repeat at most the mails in flight. */
async function assertSurvives(t: TestContext, { mails, kills, between, connections, perSecond, leaseMs }: Kills): Promise<void> {
  const database = await createTestDatabase<MailTables>()
  const server = await startSmtpServer()
  let child: ChildProcess | undefined
  t.after(async () => {
    child?.kill('SIGKILL')
    await server.close()
    await database.drop()
  })
  const addresses = Array.from({ length: mails }, (_, i) => `u${i}@example.org`)
  await insertMails(
    database.kysely,
    addresses.map((address) => outgoing(address)),
    Date.now(),
  )
  const start = async (): Promise<ChildProcess> => {
    const args = [PROGRAM, database.connectionString, `${server.url}?connections=${connections}`, String(leaseMs), String(perSecond ?? '')]
    const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(started.stdout, 'data')
    return started
  }

  for (let kill = 1; kill <= kills; kill++) {
    child = await start()
    const enough = server.mails.length + between
    await until('some more mails have arrived', () => server.mails.length >= enough)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  child = await start()
  await until(
    'all mails are settled',
    async () => (await database.pool.query(`select from mail_outbox where state = 'waiting' limit 1`)).rowCount === 0,
  )
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])

  const idsByAddress = Map.groupBy(server.mails, ({ to }) => to)
  assert.deepEqual([...idsByAddress.keys()].toSorted(), addresses.toSorted())
  for (const [address, received] of idsByAddress) assert.equal(new Set(received.map(({ messageId }) => messageId)).size, 1, address)
  const repeated = server.mails.length - mails
  t.diagnostic(`${repeated} mails were repeated`)
  assert.ok(repeated <= kills * connections, `${repeated} mails were repeated`)
}

describe('kill -9 of the sending process', () => {
  it('five times among 2,000 mails: loses none, and repeats only those in flight', (t) =>
    assertSurvives(t, { mails: 2_000, kills: 5, between: 250, connections: 5, perSecond: null, leaseMs: 5_000 }))
  // The leases of the dead process outlast the unleased mails, so the last process finds little at first and the rest much later.
  it('four times among 300 digests, throttled, over one connection: at most one repeat for each kill', (t) =>
    assertSurvives(t, { mails: 300, kills: 4, between: 20, connections: 1, perSecond: 20, leaseMs: 10_000 }))
})
