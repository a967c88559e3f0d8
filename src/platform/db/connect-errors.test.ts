import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { afterwards } from '../../../test/helpers/embedded.ts'
import { describeConnectError, isDatabaseAway, readConnectionPassword, describeStartError, describeConnection } from './connect-errors.ts'

describe('database error codes', () => {
  const raise = async (pool: TestDatabase<unknown>['pool'], state: string): Promise<unknown> =>
    pool.query(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$`).catch((error: unknown) => error)

  it('count as an unavailable database if they concern the server, but not if they concern the statement', async (t) => {
    const database = await createTestDatabase({ migrations: false, maxConnections: 3 })
    afterwards(t, () => database.drop())
    const { pool } = database
    const itself = ['08006', '25006', '25P03', '53000', '53100', '53200', '53300', '53400', '57014', '57P01', '57P02', '57P03', '58030']
    const statement = ['22003', '23505', '25P02', '40001', '40P01', '42501', '42P01', 'P0001', 'XX000']
    const states = [...itself, ...statement]
    const away = await Promise.all(states.map((state) => raise(pool, state)))
    assert.deepEqual(
      states.filter((_, at) => isDatabaseAway(away[at])),
      itself,
    )
  })
})

describe('the error of a failed connection', () => {
  const URL = 'postgresql://ada:s%2Fcret@db.example:6432/weather'
  const textOf = ({ message = '', ...fields }: { message?: string; code?: string }, url = URL) =>
    describeConnectError(Object.assign(new Error(message), fields), describeConnection(url), readConnectionPassword(url)).message
  const cannot = (reason: string, shown = 'ada@db.example:6432/weather') => `The database ${shown} cannot be used: ${reason}`

  it('says in one line what to do about each known cause', () => {
    const causes: [Parameters<typeof textOf>[0], string][] = [
      [{ code: 'ECONNREFUSED' }, 'connection refused'],
      [{ code: 'ENOTFOUND' }, 'the host name db.example is unknown'],
      [{ code: 'EAI_AGAIN' }, 'the host name db.example could not be looked up'],
      [{ code: 'ETIMEDOUT' }, 'the server did not respond in time'],
      [{ message: 'timeout expired' }, 'the server did not respond in time'],
      [{ message: 'Connection terminated unexpectedly' }, 'the server closed the connection'],
      [{ code: '28P01', message: 'no' }, 'wrong password for user ada'],
      [{ message: 'SASL: client password must be a string' }, 'user ada needs a password'],
      [{ code: '28000', message: 'no pg_hba.conf entry' }, 'user ada is not allowed to connect'],
      [
        { code: '28000', message: 'no pg_hba.conf entry, no encryption' },
        "user ada is not allowed to connect without TLS: add sslmode=verify-full to DATABASE_URL, and sslrootcert=FILE with the certificate of the server's authority if it has one of its own; sslmode=no-verify encrypts without checking who answers",
      ],
      [{ code: 'CERT_HAS_EXPIRED' }, 'its certificate has expired'],
      [{ message: 'The server does not support SSL connections' }, 'the server offers no TLS: remove sslmode from DATABASE_URL'],
      [{ code: '3D000' }, 'the database weather does not exist'],
      [{ code: '25006' }, 'the server is read-only, as a standby is'],
      [
        { code: '42501', message: 'permission denied for schema public' },
        'permission denied for schema public: GRANT USAGE, CREATE ON SCHEMA public TO ada',
      ],
      [
        { code: '42501', message: 'permission denied for database weather' },
        'permission denied for database weather: GRANT CONNECT, TEMPORARY ON DATABASE weather TO ada',
      ],
      [
        { code: '42501', message: 'must be owner of table x' },
        'must be owner of table x: user ada must own the tables, so give it those of their present owner (REASSIGN OWNED BY … TO ada)',
      ],
    ]
    for (const [error, reason] of causes) assert.equal(textOf(error), cannot(reason))
  })

  it('quotes names that SQL would not take as they are', () => {
    const url = URL.replace('ada', 'Ada%22B').replace('/weather', '/my-weather')
    assert.match(
      textOf({ code: '42501', message: 'permission denied for database my-weather' }, url),
      /ON DATABASE "my-weather" TO "Ada""B"$/,
    )
  })

  it('shows an unknown one as it is, without the password', () => {
    assert.equal(textOf({ message: 'the s/cret is s/cret' }), cannot('the *** is ***'))
    assert.equal(textOf({ message: 'odd' }, 'postgresql://ada@db.example/weather'), cannot('odd', 'ada@db.example:5432/weather'))
  })

  it('names the server as the URL does, with what is left out', () => {
    const shown = (url: string) => describeConnection(url).shown
    assert.equal(shown('postgres:///weather'), 'localhost:5432/weather')
    assert.equal(shown('postgresql:///weather?host=/run/postgresql&port=6000'), '/run/postgresql:6000/weather')
    assert.equal(
      describeConnection({ host: '/run/pg', port: 5432, user: 'ada', database: 'weather' } as never).shown,
      'ada@/run/pg:5432/weather',
    )
  })

  it('shows nothing of a URL that may have a part of the password elsewhere', () => {
    for (const url of [
      'db.example/weather',
      'mysql://ada:secret@db/x',
      'postgresql:ada',
      URL.replace('%2F', '/'),
      URL.replace('%2F', '#'),
      URL.replace('%2F', '%'),
    ])
      assert.throws(
        () => describeConnection(url),
        (error: Error) => error.message.startsWith('DATABASE_URL must look like') && !/cret/.test(error.message),
        url,
      )
  })

  it('is made of errors of the database only', () => {
    const defect = new TypeError('x is not a function')
    assert.equal(describeStartError(defect, URL), defect)
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
    assert.equal((describeStartError(refused, URL) as Error).message, cannot('connection refused'))
  })
})
