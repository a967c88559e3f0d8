import { after, before, beforeEach, type TestContext } from 'node:test'
import { createTestClock, type TestClock } from '../../../../../test/helpers/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../test/helpers/database.ts'
import { openTestMail, smtpTransport, type TestMailOptions } from '../../../../../test/helpers/mail.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../../../test/helpers/smtp-server.ts'
import { truncate } from '../../../../../test/helpers/truncate.ts'
import { until } from '../../../../../test/helpers/until.ts'
import { insertMails, type MailTables, type OutgoingMail } from '../index.ts'

interface Row {
  key: string
  state: string
  attempts: number
  last_error: string | null
  next_attempt_at: Date
  lease_owner: string | null
  leased_until: Date | null
}

/** Sets up a test file: one database, emptied before each test, and an SMTP server and a clock for each test. */
export function createMailRoom() {
  let database: TestDatabase<MailTables>
  let server: TestSmtpServer
  let clock: TestClock
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())
  beforeEach(async (t) => {
    await truncate(database.pool, 'mail_outbox, mail_attempt, mail_part, mail_server, mail_suppression')
    clock = createTestClock()
    server = await startSmtpServer()
    ;(t as TestContext).after(() => server.close())
  })

  const rows = async (): Promise<Row[]> => (await database.pool.query<Row>('select * from mail_outbox order by key')).rows
  const states = async () => Object.fromEntries((await rows()).map(({ key, state }) => [key, state]))

  return {
    get database() {
      return database
    },
    get server() {
      return server
    },
    get clock() {
      return clock
    },
    /** Reuses the port. */
    async restartServer() {
      server = await startSmtpServer({ listenOn: server.port })
    },
    insert: (...mails: OutgoingMail[]) => insertMails(database.kysely, mails, clock.now()),
    /** Opens the mail room of one node and closes it after the test. */
    open(t: TestContext, options: Partial<TestMailOptions> = {}, parameters = '') {
      const mail = openTestMail({
        database: database as unknown as TestDatabase<unknown>,
        transport: smtpTransport(`${server.url}${parameters}`),
        clock,
        ...options,
      })
      t.after(() => mail.close())
      return mail
    },
    rows,
    row: async (): Promise<Row> => (await rows())[0] as Row,
    states,
    attempts: async () =>
      (await database.pool.query('select number, outcome, response from mail_attempt order by started_at, number')).rows.map(
        ({ number, outcome, response }) => [number, outcome, response],
      ),
    untilState: (key: string, state: string) => until(`${key} is ${state}`, async () => (await states())[key] === state),
    received: () => server.mails.map(({ to }) => to).toSorted(),
  }
}
