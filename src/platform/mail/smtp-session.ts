import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { MailFailure } from './failure.ts'
import type { WireMessage } from './message.ts'
import type { SmtpServer } from './smtp-server.ts'

/** How long the steps of a session may take. */
export interface SmtpTimeouts {
  /** Name, connection, greeting and TLS. */
  readonly connectMs: number
  /** One answer of the peer. */
  readonly answerMs: number
  /** One mail as a whole. */
  readonly sendMs: number
}

export const SMTP_TIMEOUTS: SmtpTimeouts = { connectMs: 15_000, answerMs: 60_000, sendMs: 90_000 }

/** A connection over which mails go, one at a time. */
export interface SmtpSession {
  isOpen(): boolean
  /** Mails tried over it. */
  count(): number
  /** @throws MailFailure, never `unreachable` except when the sender is refused */
  send(message: WireMessage, signal?: AbortSignal): Promise<string>
  /** Takes leave, or hangs up where the session is not usable any more. */
  end(): void
}

/** What nodemailer's errors carry. */
interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** Opens a session, logged in; `signal` gives it up. @throws MailFailure `unreachable` */
export async function openSmtpSession(server: SmtpServer, timeouts: SmtpTimeouts, signal?: AbortSignal): Promise<SmtpSession> {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.starttls === 'required',
    ignoreTLS: server.starttls === 'off',
    tls: { rejectUnauthorized: server.verify },
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.answerMs,
    socketCloseTimeout: 1_000,
    allowInternalNetworkInterfaces: true,
  })
  const { promise: givenUp, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(new Error('given up: the service stops'))
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted === true) onAbort()
  try {
    await Promise.race([givenUp, opened(connection, server)])
  } catch (error) {
    connection.close()
    throw unreachable(error as SmtpError)
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
  return session(connection, timeouts)
}

async function opened(connection: SMTPConnection, { auth }: SmtpServer): Promise<void> {
  await connected(connection)
  if (auth !== null) await loggedIn(connection, auth)
}

function unreachable(error: SmtpError): MailFailure {
  return new MailFailure('unreachable', error.message, { response: error.response, cause: error })
}

function connected(connection: SMTPConnection): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  connection.on('error', reject)
  connection.once('end', () => reject(new Error('the peer closed the connection')))
  connection.connect((error) => (error === undefined ? resolve() : reject(error)))
  return promise
}

function loggedIn(connection: SMTPConnection, { user, pass }: { user: string; pass: string }): Promise<void> {
  if (!connection.allowsAuth) throw new Error('the server offers no login, and SMTP_URL has a user')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  connection.once('end', () => reject(new Error('the peer closed the connection at the login')))
  connection.login({ user, pass, credentials: { user, pass } }, (error) => (error === null ? resolve() : reject(error)))
  return promise
}

function session(connection: SMTPConnection, timeouts: SmtpTimeouts): SmtpSession {
  let isOpen = true
  let count = 0
  connection.once('end', () => (isOpen = false))

  function end(): void {
    if (isOpen) connection.quit()
    // A peer that never answers the QUIT is hung up on.
    setTimeout(() => connection.close(), 1_000).unref()
    isOpen = false
  }

  /** After a refusal the session goes on with a clean slate. */
  function reset(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    connection.once('end', resolve)
    connection.reset((error) => {
      connection.off('end', resolve)
      if (error !== null) hangUp()
      resolve()
    })
    return promise
  }

  function hangUp(): void {
    isOpen = false
    connection.close()
  }

  return {
    isOpen: () => isOpen,
    count: () => count,
    end,
    async send({ from, to, bytes }, signal) {
      count += 1
      const body = bodyOf(bytes)
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const cut = (why: string): void => {
        reject(new Error(why))
        hangUp()
      }
      const onAbort = (): void => cut('given up: the service stops')
      const deadline = setTimeout(() => cut(`the mail took longer than ${timeouts.sendMs} ms`), timeouts.sendMs)
      signal?.addEventListener('abort', onAbort, { once: true })
      if (signal?.aborted === true) onAbort()
      else connection.send({ from, to: [to] }, body, (error, info) => (error === null ? resolve(info?.response ?? '') : reject(error)))
      try {
        return await promise
      } catch (error) {
        const failure = sendFailure(error as SmtpError, body.readableDidRead)
        if (isOpen && failure.smtpCode !== null && failure.smtpCode !== 421) await reset()
        else hangUp()
        throw failure
      } finally {
        clearTimeout(deadline)
        signal?.removeEventListener('abort', onAbort)
      }
    },
  }
}

/** A stream, since it tells whether anything of it was sent. */
function bodyOf(bytes: Buffer): Readable {
  return new Readable({
    read() {
      this.push(bytes)
      this.push(null)
    },
  })
}

function sendFailure(error: SmtpError, wasSent: boolean): MailFailure {
  const { responseCode = 0, response, command, message } = error
  const failed = (kind: 'rejected' | 'deferred' | 'unreachable' | 'unknown') =>
    new MailFailure(kind, response ?? message, { response, cause: error })
  if (response === undefined || responseCode === 0) return failed(wasSent ? 'unknown' : 'deferred')
  if (responseCode < 500 || responseCode === 503) return failed('deferred')
  // The sender is the same in every mail; only its size is a mail's own.
  return failed(command === 'MAIL FROM' && responseCode !== 552 ? 'unreachable' : 'rejected')
}

/** Did the peer end the session before anything of the mail was sent? */
export function isHungUp(error: unknown): boolean {
  if (!(error instanceof MailFailure) || error.kind !== 'deferred') return false
  const { code } = error.cause as SmtpError
  return code === 'ECONNECTION' || code === 'ESOCKET' || error.smtpCode === 421
}
