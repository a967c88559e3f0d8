import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { MailFailure } from './failure.ts'
import type { WireMessage } from './message.ts'
import type { SmtpServer } from './smtp-server.ts'

/** Time limits of the steps of a session. */
export interface SmtpTimeouts {
  /** DNS, connection, greeting and TLS. */
  readonly connectMs: number
  /** One answer of the peer. */
  readonly answerMs: number
  /** One whole mail. */
  readonly sendMs: number
}

export const SMTP_TIMEOUTS: SmtpTimeouts = { connectMs: 15_000, answerMs: 60_000, sendMs: 90_000 }

/** A connection over which mails go, one at a time. */
export type SmtpSession = ReturnType<typeof session>

/** The fields of nodemailer's errors. */
interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** Connects and logs in; `signal` aborts it. @throws MailFailure `unreachable` */
export async function openSmtpSession(server: SmtpServer, timeouts: SmtpTimeouts, signal?: AbortSignal): Promise<SmtpSession> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const connection = new Connection({
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
  const onAbort = (): void => reject(new Error('aborted: the service is stopping'))
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
  if (!connection.allowsAuth) throw new Error('the server does not support login, but SMTP_URL has a user')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  connection.once('end', () => reject(new Error('the peer closed the connection during login')))
  connection.login({ user, pass, credentials: { user, pass } }, (error) => (error === null ? resolve() : reject(error)))
  return promise
}

function session(connection: SMTPConnection, timeouts: SmtpTimeouts) {
  let isOpen = true
  let count = 0
  connection.once('end', () => (isOpen = false))

  function end(): void {
    if (isOpen) connection.quit()
    // Hang up on a peer that never answers the QUIT.
    setTimeout(() => connection.close(), 1_000).unref()
    isOpen = false
  }

  /** Resets the session after a refusal, so that it can be reused. */
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
    isOpen: (): boolean => isOpen,
    /** Number of mails attempted over it. */
    count: (): number => count,
    /** Sends QUIT, or hangs up when the session is no longer usable. */
    end,
    /** Resolves to the peer's answer. @throws MailFailure, `unreachable` only when the sender is refused */
    async send({ from, to, bytes }: WireMessage, signal?: AbortSignal): Promise<string> {
      count += 1
      const body = bodyOf(bytes)
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const cut = (why: string): void => {
        reject(new Error(why))
        hangUp()
      }
      const onAbort = (): void => cut('aborted: the service is stopping')
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

/** A stream, since `readableDidRead` tells whether anything was sent. */
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
  // All mails have the same sender, so refusing it says nothing about this mail; only a refusal of the size (552) does.
  return failed(command === 'MAIL FROM' && responseCode !== 552 ? 'unreachable' : 'rejected')
}

/** Whether the peer ended the session before anything of the mail was sent. */
export function isHungUp(error: unknown): boolean {
  if (!(error instanceof MailFailure) || error.kind !== 'deferred') return false
  const { code } = error.cause as SmtpError
  return code === 'ECONNECTION' || code === 'ESOCKET' || error.smtpCode === 421
}
