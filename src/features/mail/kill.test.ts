import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '../../../test/helpers/database.ts'
import { until } from '../../../test/helpers/until.ts'
import { outgoing } from '../../../test/helpers/mail.ts'
import { startSmtpServer } from '../../../test/helpers/smtp-server.ts'
import { insertMails, type MailTables } from './index.ts'

const PROGRAM = fileURLToPath(new URL('../../../test/helpers/mail-process.ts', import.meta.url))
const MAILS = 2_000
const KILLS = 5
const CONNECTIONS = 5
const LEASE_MS = 1_500

it(`sends ${MAILS} mails through ${KILLS} times kill -9, none lost and none twice but those in flight`, async (t) => {
  const database = await createTestDatabase<MailTables>()
  const server = await startSmtpServer()
  let child: ChildProcess | undefined
  t.after(async () => {
    child?.kill('SIGKILL')
    await server.close()
    await database.drop()
  })
  const addresses = Array.from({ length: MAILS }, (_, i) => `u${i}@example.org`)
  await insertMails(
    database.kysely,
    addresses.map((address) => outgoing(address)),
    Date.now(),
  )
  const start = async (): Promise<ChildProcess> => {
    const args = [PROGRAM, database.connectionString, `${server.url}?connections=${CONNECTIONS}`, String(LEASE_MS)]
    const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(started.stdout, 'data')
    return started
  }

  for (let kill = 1; kill <= KILLS; kill++) {
    child = await start()
    const enough = server.mails.length + 250
    await until('some more are there', () => server.mails.length >= enough, 60_000)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  child = await start()
  await until(
    'all are marked',
    async () => (await database.pool.query(`select from mail_outbox where state = 'waiting' limit 1`)).rowCount === 0,
    120_000,
  )
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])

  const idsByAddress = Map.groupBy(server.mails, ({ to }) => to)
  assert.deepEqual([...idsByAddress.keys()].toSorted(), addresses.toSorted())
  for (const [address, mails] of idsByAddress) assert.equal(new Set(mails.map(({ messageId }) => messageId)).size, 1, address)
  const repeated = server.mails.length - MAILS
  t.diagnostic(`${repeated} mails were repeated`)
  assert.ok(repeated <= KILLS * CONNECTIONS, `${repeated} mails were repeated`)
})
