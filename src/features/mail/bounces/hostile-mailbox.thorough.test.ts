import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { closedAtEnd } from '../../../../test/helpers/ending.ts'
import { watchTurns } from '../../../../test/helpers/longest-turn.ts'
import { checkMailbox, MailboxFailure, type MailboxServer, readMailbox } from './mailbox.ts'

/** What a server says to each command; the rest is as usual. A function writes for as long as it likes. */
type Script = Partial<Record<'greeting' | 'LOGIN' | 'SELECT' | 'SEARCH' | 'FETCH', string | ((socket: Socket) => void)>>

const USUAL: Readonly<Record<string, string>> = {
  SELECT: '* 3 EXISTS\r\n* OK [UIDVALIDITY 7] valid\r\n* OK [UIDNEXT 4] next\r\n',
  SEARCH: '* SEARCH 1 2 3\r\n',
  FETCH: '* 1 FETCH (UID 1 BODY[]<0> {5}\r\nhello)\r\n',
}

/** Starts a server that speaks IMAP by a script, on a free port. */
async function startScriptedServer(script: Script): Promise<MailboxServer & { close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    say(socket, script.greeting ?? '* OK [CAPABILITY IMAP4rev1 ID NAMESPACE] ready\r\n')
    const lines = createInterface({ input: socket })
    lines.on('error', () => undefined)
    lines.on('line', (line) => {
      const [tag = '*', first = '', second = ''] = line.toUpperCase().split(' ')
      const command = first === 'UID' ? second : first === 'EXAMINE' ? 'SELECT' : first === 'AUTHENTICATE' ? 'LOGIN' : first
      say(socket, script[command as keyof Script] ?? USUAL[command] ?? '')
      if (socket.writable) socket.write(`${tag} OK done\r\n`)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = closedAtEnd(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => server.close(done))
  })
  const { port } = server.address() as AddressInfo
  return { host: '127.0.0.1', port, security: 'none', user: 'bounces', password: 'secret', folder: 'INBOX', close }
}

function say(socket: Socket, what: string | ((socket: Socket) => void)): void {
  if (typeof what === 'function') what(socket)
  else socket.write(what)
}

/** Writes the text again and again, as fast as it is read; in turns, because this thread's are measured and a fast reader would never end one. */
const endlessly =
  (text: string) =>
  (socket: Socket): void => {
    const chunk = text.repeat(Math.ceil(65_536 / text.length))
    const go = (): void => {
      if (socket.writable && socket.write(chunk)) setImmediate(go)
    }
    socket.on('drain', go)
    go()
  }

const DEEP = '('.repeat(200_000)
const SCRIPTS: Readonly<Record<string, Script>> = {
  'a greeting without an end': { greeting: endlessly('* OK '.padEnd(65_536, 'x')) },
  'a greeting that is no IMAP': { greeting: '\u0000\u00ff{99999999999}\r\n)))(((' },
  'lines without an end after the login': { LOGIN: endlessly('* OK still here\r\n') },
  'brackets, deeply nested': { SELECT: `* LIST ${DEEP}\r\n` },
  'numbers that are none': { SELECT: '* -1e99 EXISTS\r\n* OK [UIDVALIDITY 99999999999999999999999] x\r\n* OK [UIDNEXT NaN] x\r\n' },
  'a million mails found': { SEARCH: `* SEARCH ${Array.from({ length: 1_000_000 }, (_, i) => i + 1).join(' ')}\r\n` },
  'mails found without an end': { SEARCH: endlessly('* SEARCH 1 2 3\r\n') },
  'a mail of four gigabytes': { FETCH: '* 1 FETCH (UID 1 BODY[]<0> {4294967295}\r\n' },
  'a mail that is sent without an end': {
    FETCH: (socket) => {
      socket.write('* 1 FETCH (UID 1 BODY[]<0> {4294967295}\r\n')
      endlessly('x'.repeat(65_536))(socket)
    },
  },
  'a mail, deeply nested': { FETCH: `* 1 FETCH (UID 1 BODYSTRUCTURE ${DEEP})\r\n` },
  'other mails without an end': { FETCH: endlessly(`* 1 FETCH (UID 1 FLAGS (${'\\Seen '.repeat(5_000)}))\r\n`) },
  'a connection that ends within a mail': {
    FETCH: (socket) => socket.end('* 1 FETCH (UID 1 BODY[]<0> {500000}\r\nhalf'),
  },
  'a connection that ends at once': { greeting: (socket) => socket.destroy() },
}

/** Longer than the thread may compute; a server that says nothing is given up by the signal. */
const GIVEN_UP_MS = 12_000
/** The thread that parses has limits of its own; this one only passes on what it found. */
const [MAX_TURN_MS, MAX_GROWTH_BYTES] = [150, 150 * 1024 * 1024]

describe('a hostile mail server', () => {
  for (const [name, script] of Object.entries(SCRIPTS))
    it(`cannot hold up the service: ${name}`, async () => {
      const { close, ...server } = await startScriptedServer(script)
      const before = process.memoryUsage.rss()
      const turns = watchTurns()
      const signal = AbortSignal.timeout(GIVEN_UP_MS)
      let mails = 0
      const reading = await readMailbox(server, { position: null, now: Date.now(), signal }, async (batch) => {
        mails += batch.length
        return mails < 10
      }).then(
        () => 'read',
        (error: unknown) => error,
      )
      await close()
      if (reading !== 'read') {
        assert.ok(reading instanceof MailboxFailure, String(reading))
        assert.match(reading.message, /^(the server |its answers take |the connection |the service is stopping)/)
      }
      const longest = turns.stop()
      assert.ok(longest < MAX_TURN_MS, `a turn of ${longest} ms`)
      const growth = process.memoryUsage.rss() - before
      assert.ok(growth < MAX_GROWTH_BYTES, `${growth} bytes more`)
    })

  it('is given up when a reading takes too long, though it always answers', async () => {
    const drip = (socket: Socket): void => {
      const timer = setInterval(() => socket.write('* OK still here\r\n'), 20)
      socket.once('close', () => clearInterval(timer))
    }
    const { close, ...server } = await startScriptedServer({ SEARCH: drip, FETCH: drip })
    const signal = new AbortController().signal
    const reading = readMailbox({ ...server, folder: 'silent' }, { position: null, now: Date.now(), signal, withinMs: 1 }, async () => true)
    await assert.rejects(reading, { name: 'MailboxFailure', message: 'the server takes too long to answer' })
    await close()
  })

  it('is as good as any once it is well: the next reading has a thread', async () => {
    const { close, ...server } = await startScriptedServer({})
    assert.equal(await checkMailbox(server, AbortSignal.timeout(60_000)), 3)
    await close()
  })
})
