import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { recordingLog } from '../../../test/helpers/embedded.ts'
import { closedAtEnd } from '../../../test/helpers/ending.ts'
import { testServerUrl } from '../../../test/helpers/postgres.ts'
import { formatDriverUrl } from './connection-url.ts'
import { openDatabase } from './database.ts'

const SSL_REQUEST = 80877103
/** An authority of the server's own, as managed databases have, and certificates of it. */
interface Authority {
  readonly file: string
  /** Signs a certificate for a host name. */
  sign(name: string): { readonly key: Buffer; readonly cert: Buffer }
}

function createAuthority(directory: string): Authority {
  const at = (name: string) => join(directory, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-x509', ...ec, '-keyout', at('ca.key'), '-out', at('ca.crt'), '-days', '2', '-subj', '/CN=authority of the test')
  return {
    file: at('ca.crt'),
    sign(name) {
      writeFileSync(at('names'), `subjectAltName=DNS:${name}\n`)
      openssl('req', ...ec, '-keyout', at(`${name}.key`), '-out', at('csr'), '-subj', `/CN=${name}`)
      const signed = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('names'), '-days', '2']
      openssl('x509', '-req', '-in', at('csr'), '-out', at(`${name}.crt`), ...signed)
      return { key: readFileSync(at(`${name}.key`)), cert: readFileSync(at(`${name}.crt`)) }
    },
  }
}

/** The run's PostgreSQL behind TLS; without it, a client is refused as `hostssl` refuses it. Resolves to the port. */
async function listenWithTls(name: string, authority: Authority): Promise<number> {
  const { key, cert } = authority.sign(name)
  const behind = new URL(await testServerUrl())
  const path = `${behind.searchParams.get('host')}/.s.PGSQL.${behind.searchParams.get('port')}`
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (first: Buffer) => {
      if (first.readInt32BE(4) !== SSL_REQUEST) {
        const fields = ['SFATAL', 'C28000', 'Mno pg_hba.conf entry for host "127.0.0.1", no encryption', '']
        const body = Buffer.from(fields.map((field) => `${field}\0`).join(''))
        socket.end(Buffer.concat([Buffer.from([0x45, 0, 0, 0, body.length + 4]), body]))
        return
      }
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, key, cert })
      const plain = connect(path)
      secure.on('error', () => plain.destroy()).on('close', () => plain.destroy())
      plain.on('error', () => secure.destroy())
      secure.pipe(plain).pipe(secure)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closedAtEnd(async () => void server.close())
  return (server.address() as AddressInfo).port
}

describe('a database whose certificate is of an authority of its own', () => {
  let authority: Authority
  let named: number
  let foreign: number
  before(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'isobar-tls-'))
    closedAtEnd(() => rmSync(directory, { recursive: true, force: true }))
    authority = createAuthority(directory)
    named = await listenWithTls('localhost', authority)
    foreign = await listenWithTls('db.provider.example', authority)
  })

  /** The error of a connection; null when it works and is encrypted. */
  async function trial(port: number, query: string): Promise<string | null> {
    const warnings: string[] = []
    const onWarning = ({ message }: Error) => void warnings.push(message)
    process.on('warning', onWarning)
    try {
      const connection = `postgresql://postgres@localhost:${port}/postgres${query}`
      const database = await openDatabase({ connection, maxConnections: 2, log: recordingLog(), connectWithinMs: 0 })
      await database.close()
      return null
    } catch (error) {
      return (error as Error).message
    } finally {
      await new Promise(setImmediate)
      process.off('warning', onWarning)
      assert.deepEqual(warnings, [])
    }
  }
  const root = () => `sslrootcert=${encodeURIComponent(authority.file)}`

  it('is opened by each way that a message names', async () => {
    const works = [
      '?sslmode=no-verify',
      '?sslmode=require&uselibpqcompat=true',
      `?sslmode=verify-full&${root()}`,
      `?sslmode=require&${root()}`,
    ]
    for (const query of [...works, `?sslmode=verify-ca&${root()}`, `?${root()}`]) assert.equal(await trial(named, query), null, query)
  })

  it('is refused with the ways that work where one does not', async () => {
    const plain = await trial(named, '')
    assert.match(plain ?? '', /without TLS: add sslmode=verify-full to DATABASE_URL, and sslrootcert=FILE .*; sslmode=no-verify/)
    for (const query of ['?sslmode=require', '?sslmode=prefer', '?sslmode=verify-full', '?sslmode=require&sslrootcert=system']) {
      const message = await trial(named, query)
      assert.match(
        message ?? '',
        /authority that is not known here: add sslmode=verify-full and sslrootcert=FILE .*or sslmode=no-verify/,
        query,
      )
    }
  })

  it('under another host name is opened by verify-ca, which does not check it, and refused by verify-full, which says so', async () => {
    assert.equal(await trial(foreign, `?sslmode=verify-ca&${root()}`), null)
    assert.match(
      (await trial(foreign, `?sslmode=verify-full&${root()}`)) ?? '',
      /another host name than localhost: .*sslmode=verify-ca with sslrootcert=FILE/,
    )
  })

  it('is refused in one line if an option cannot be followed', async () => {
    for (const [query, reason] of [
      ['?sslmode=verify-ca', /sslmode=verify-ca needs sslrootcert=FILE/],
      ['?sslmode=verify_full', /sslmode must be one of disable, .*no-verify/],
      ['?sslmode=verify-full&sslrootcert=/nowhere/ca.crt', /file of sslrootcert, \/nowhere\/ca\.crt, cannot be read \(ENOENT\)/],
    ] as const)
      assert.match((await trial(named, query)) ?? '', reason)
  })

  it('gets the password as it was meant, whatever stands beside it', () => {
    const passwordIn = (written: string) => new pg.Client({ connectionString: formatDriverUrl(`postgres://u:${written}@h/d`) }).password
    for (const password of ['pa#ss', 'a/b c', '100% @home', '[x]?', 'ä^|', "q'q"])
      assert.equal(passwordIn(encodeURIComponent(password)), password)
    for (const [written, password] of [
      ['a%2Fb c', 'a/b c'],
      ['a@b', 'a@b'],
      ['a[b', 'a[b'],
    ] as const)
      assert.equal(passwordIn(written), password)
  })
})
