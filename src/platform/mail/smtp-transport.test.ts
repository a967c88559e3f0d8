import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { HANG_UP, startSmtpServer, type TestSmtpServer } from '../../../test/helpers/smtp-server.ts'
import { createLogger } from '../log.ts'
import { parseSmtpUrl } from './smtp-server.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { MailFailure, type MailFailureKind, type MailTransport } from './transport.ts'

const FROM = { name: 'Isobar', address: 'no-reply@weather.example' }
/** Short, but far more than loopback needs. */
const TIMEOUTS = { connectMs: 60_000, responseMs: 60_000, sendMs: 60_000 }

const message = (to: string, id = 'a') => ({
  id,
  to,
  subject: 'Rain',
  text: 'Rain',
  html: '<p>Rain</p>',
  lang: 'en',
  date: 0,
  unsubscribeUrl: null,
  listId: null,
})

async function serve(t: TestContext, options: Parameters<typeof startSmtpServer>[0] = {}): Promise<TestSmtpServer> {
  const server = await startSmtpServer(options)
  t.after(() => server.close())
  return server
}

function transportTo(t: TestContext, url: string, timeouts = TIMEOUTS): MailTransport {
  const server = parseSmtpUrl(url)
  if ('fault' in server) throw new Error(server.fault)
  const transport = createSmtpTransport({ server, from: FROM, timeouts })
  t.after(() => transport.close())
  return transport
}

async function failureOf(sending: Promise<unknown>): Promise<MailFailure> {
  const error = await sending.then(
    () => assert.fail('the mail was accepted'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof MailFailure, String(error))
  return error
}

async function fails(sending: Promise<unknown>, kind: MailFailureKind, message = /./): Promise<MailFailure> {
  const failure = await failureOf(sending)
  assert.equal(failure.kind, kind, failure.message)
  assert.match(failure.message, message)
  return failure
}

describe('mails', () => {
  it('are sent over a limited number of reused connections', async (t) => {
    const server = await serve(t)
    const transport = transportTo(t, `${server.url}?connections=3`)
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => transport.send(message(`u${i}@example.org`, String(i)))))
    assert.ok(answers.every((answer) => answer.startsWith('250')))
    assert.equal(new Set(server.mails.map(({ messageId }) => messageId)).size, 30)
    assert.deepEqual(
      { from: server.mails[0]?.from, mails: server.mails.length, connections: server.connections() },
      { from: FROM.address, mails: 30, connections: 3 },
    )
  })

  it('use a new connection if the server has closed the reused one', async (t) => {
    const server = await serve(t)
    const transport = transportTo(t, server.url)
    for (let i = 0; i < 5; i++) {
      await transport.send(message('ann@example.org', String(i)))
      server.hangUp()
    }
    assert.deepEqual(
      server.mails.map(({ messageId }) => messageId),
      ['<0@weather.example>', '<1@weather.example>', '<2@weather.example>', '<3@weather.example>', '<4@weather.example>'],
    )
  })

  it('use up no attempt when the server has closed the reused connection and is gone', async (t) => {
    const server = await startSmtpServer()
    const transport = transportTo(t, server.url)
    await transport.send(message('ann@example.org'))
    server.behave({
      recipient() {
        void server.close()
        return HANG_UP
      },
    })
    await fails(transport.send(message('bob@example.org')), 'unreachable', /ECONNREFUSED/)
    assert.deepEqual({ connections: server.connections(), mails: server.mails.length }, { connections: 1, mails: 1 })
  })

  it('are sent once over a reused connection that breaks before the server confirms', async (t) => {
    const server = await serve(t)
    const transport = transportTo(t, `${server.url}?connections=1`)
    await transport.send(message('ann@example.org', '1'))
    server.behave({ body: () => HANG_UP })
    await fails(transport.send(message('ann@example.org', '2')), 'unknown')
    assert.deepEqual(
      { mails: server.mails.map(({ messageId }) => messageId[1]), connections: server.connections() },
      { mails: ['1', '2'], connections: 1 },
    )
  })

  it('are not sent by a verification', async (t) => {
    const server = await serve(t)
    await transportTo(t, server.url).verify()
    assert.deepEqual({ connections: server.connections(), mails: server.mails.length }, { connections: 1, mails: 0 })
  })
})

describe('a refusal', () => {
  it('keeps its codes, and the connection stays usable', async (t) => {
    const server = await serve(t)
    const transport = transportTo(t, `${server.url}?connections=1`)
    server.behave({
      recipient: (to) =>
        to.startsWith('nobody') ? '550 5.1.1 no such user' : to.startsWith('full') ? '452 4.2.2 mailbox full' : undefined,
      body: (to) => (to.startsWith('spam') ? '554 5.7.1 looks like spam' : undefined),
    })
    const refused = [
      await fails(transport.send(message('nobody@example.org')), 'rejected', /^550 5\.1\.1 no such user/),
      await fails(transport.send(message('full@example.org')), 'deferred', /mailbox full/),
      await fails(transport.send(message('spam@example.org')), 'rejected', /looks like spam/),
    ]
    assert.deepEqual(
      refused.map(({ smtpCode, enhancedCode }) => [smtpCode, enhancedCode]),
      [
        [550, '5.1.1'],
        [452, '4.2.2'],
        [554, '5.7.1'],
      ],
    )
    await transport.send(message('ann@example.org'))
    assert.equal(server.connections(), 1)
  })

  it('of the sender says nothing about the mail', async (t) => {
    const server = await serve(t)
    server.behave({ sender: () => '553 5.7.1 sender not verified' })
    const { smtpCode } = await fails(transportTo(t, server.url).send(message('ann@example.org')), 'unreachable', /not verified/)
    assert.equal(smtpCode, 553)
  })

  it('that is temporary stays temporary, even if the session ends', async (t) => {
    const server = await serve(t)
    server.behave({ recipient: (_, nth) => (nth === 0 ? '421 4.7.0 too many mails' : undefined) })
    const transport = transportTo(t, server.url)
    await fails(transport.send(message('ann@example.org')), 'deferred', /too many/)
    await transport.send(message('ann@example.org'))
  })

  it('is one line of limited length', async (t) => {
    const server = await serve(t)
    server.behave({ recipient: () => `550 5.1.1 ${'x'.repeat(2_000)}` })
    const failure = await fails(transportTo(t, server.url).send(message('ann@example.org')), 'rejected')
    assert.ok(failure.message.length <= 500 && !/[\r\n]/.test(failure.message))
  })
})

describe('a broken session', () => {
  it('before the mail was sent: it was not sent', async (t) => {
    const server = await serve(t)
    server.behave({ recipient: () => HANG_UP })
    await fails(transportTo(t, server.url).send(message('ann@example.org')), 'deferred')
  })

  it('after the mail was sent: the outcome is unknown', async (t) => {
    const server = await serve(t)
    server.behave({ body: () => HANG_UP })
    await fails(transportTo(t, server.url).send(message('ann@example.org')), 'unknown')
    assert.equal(server.mails.length, 1)
  })

  it('in the middle of the mail: the outcome is unknown', async (t) => {
    const server = await serve(t)
    server.behave({ midBody: () => HANG_UP })
    await fails(transportTo(t, server.url).send(message('ann@example.org')), 'unknown')
    assert.equal(server.mails.length, 0)
  })

  it('by a server that never answers', async (t) => {
    const server = await serve(t)
    server.behave({ body: () => new Promise(() => undefined) })
    const brief = transportTo(t, server.url, { ...TIMEOUTS, sendMs: 3_000 })
    await fails(brief.send(message('ann@example.org')), 'unknown', /longer than 3000 ms/)
  })

  it('by an abort', async (t) => {
    const server = await serve(t)
    const given = new AbortController()
    server.behave({
      body: () => {
        given.abort()
        return new Promise(() => undefined)
      },
    })
    const transport = transportTo(t, server.url)
    await fails(transport.send(message('ann@example.org'), given.signal), 'unknown', /aborted/)
    await fails(transport.send(message('ann@example.org'), given.signal), 'unreachable', /aborted/)
  })
})

describe('a server that cannot be reached', () => {
  it('refuses connections, or has an unknown name', async (t) => {
    const server = await startSmtpServer()
    await server.close()
    await fails(transportTo(t, server.url).send(message('ann@example.org')), 'unreachable', /ECONNREFUSED/)
    await fails(transportTo(t, 'smtp://mail.invalid').verify(), 'unreachable')
  })

  it('does not greet', async (t) => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
    t.after(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    await new Promise((resolve) => silent.once('listening', resolve))
    const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`
    await fails(transportTo(t, url, { ...TIMEOUTS, connectMs: 200 }).send(message('ann@example.org')), 'unreachable', /[Gg]reeting/)
    // An abort does not wait for the greeting.
    const given = new AbortController()
    silent.once('connection', () => given.abort())
    const patient = transportTo(t, url, TIMEOUTS)
    await fails(patient.send(message('ann@example.org'), given.signal), 'unreachable', /aborted/)
  })

  it('hangs up at once', async (t) => {
    const rude = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    t.after(() => rude.close())
    await new Promise((resolve) => rude.once('listening', resolve))
    await fails(transportTo(t, `smtp://127.0.0.1:${(rude.address() as AddressInfo).port}`).send(message('ann@example.org')), 'unreachable')
  })
})

/** A server that answers each line by a script, and what it was sent. */
async function scripted(t: TestContext, answer: (line: string) => string) {
  const lines: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined).write('220 here\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        lines.push(line)
        socket.write(answer(line))
      }
    })
    t.after(() => socket.destroy())
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return { url: `smtp://isobar:some-secret@127.0.0.1:${(server.address() as AddressInfo).port}?starttls=off`, lines }
}

describe('a hostile server', () => {
  it('gets no password if it offers no login', async (t) => {
    const { url, lines } = await scripted(t, () => '250 fine\r\n')
    await fails(transportTo(t, url).send(message('ann@example.org')), 'unreachable', /does not support login/)
    assert.deepEqual(
      lines.map((line) => line.split(' ', 1)[0]),
      ['EHLO'],
    )
  })

  it('that repeats the password has it in no log line, however it was sent', async (t) => {
    const lines: string[] = []
    const log = createLogger({ level: 'trace', destination: { write: (line: string) => void lines.push(line) } })
    const [user, pass] = ['isobar', 'planted-password-1f2e3d']
    const plain = Buffer.from(`\0${user}\0${pass}`).toString('base64')
    const server = await serve(t, {
      authOptional: false,
      onAuth: (_login, _session, callback) =>
        callback(Object.assign(new Error(`no login with ${pass} (${plain}, ${btoa(pass)})`), { responseCode: 535 })),
    })
    const transport = transportTo(t, `smtp://${user}:${pass}@127.0.0.1:${server.port}`)
    for (const use of [() => transport.send(message('a@example.org')), () => transport.verify()])
      log.error({ err: await failureOf(use()) }, 'failed')
    assert.equal(lines.length, 2)
    assert.ok(lines.every((line) => line.includes('no login with •••')))
    for (const form of [pass, plain, btoa(pass)]) assert.ok(!lines.join('').includes(form), form)
  })

  it('is hung up on before its response fills the memory', async (t) => {
    for (const endless of ['250-x\r\n', 'x']) {
      const { url } = await scripted(t, () => endless.repeat(100_000))
      const failure = await fails(transportTo(t, url).send(message('ann@example.org')), 'unreachable', /exceeds/)
      assert.ok(failure.message.length <= 500)
    }
  })
})

describe('login and TLS', () => {
  const onAuth: NonNullable<NonNullable<Parameters<typeof startSmtpServer>[0]>['onAuth']> = ({ username, password }, _session, callback) =>
    username === 'isobar' && password === 'pass word/1' ? callback(null, { user: 1 }) : callback(new Error('Invalid username or password'))
  const TLS = { disabledCommands: [], authOptional: false, onAuth }

  it('logs in over STARTTLS', async (t) => {
    const server = await serve(t, TLS)
    const url = `smtp://isobar:pass%20word%2F1@127.0.0.1:${server.port}`
    await transportTo(t, `${url}?starttls=required&verify=off`).send(message('ann@example.org'))
    assert.equal(server.mails[0]?.secure, true)
  })

  it('uses TLS from the start for smtps', async (t) => {
    const server = await serve(t, { secure: true })
    await transportTo(t, `smtps://127.0.0.1:${server.port}?verify=off`).send(message('ann@example.org'))
    assert.equal(server.mails[0]?.secure, true)
  })

  it('sends nothing if the certificate is untrusted, TLS is missing, or the login is wrong', async (t) => {
    const tls = await serve(t, TLS)
    const plain = await serve(t, { disabledCommands: ['AUTH', 'STARTTLS'] })
    const at = (login: string, { port }: TestSmtpServer, parameters: string) => `smtp://${login}127.0.0.1:${port}?${parameters}`
    const urls: [string, RegExp][] = [
      [at('', tls, 'starttls=required'), /certificate|self.signed/],
      [at('', plain, 'starttls=required'), /TLS/],
      [at('isobar:wrong-secret@', tls, 'starttls=required&verify=off'), /535/],
      [at('isobar:some-secret@', plain, 'starttls=off'), /does not support login/],
      [at('', tls, 'starttls=required&verify=off'), /530/],
    ]
    for (const [url, why] of urls) {
      const failure = await fails(transportTo(t, url).send(message('ann@example.org')), 'unreachable', why)
      assert.doesNotMatch(`${failure.message} ${String(failure.cause)} ${JSON.stringify(failure.cause)}`, /secret/)
    }
    assert.equal(tls.mails.length + plain.mails.length, 0)
  })
})
