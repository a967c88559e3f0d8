import { Readable } from 'node:stream'
import type MailMessage from 'nodemailer/lib/mailer/mail-message'
import type { CustomAuthenticationContext, SMTPError } from 'nodemailer/lib/smtp-connection'
import type SMTPPool from 'nodemailer/lib/smtp-pool'
import type { SentMessageInfo } from 'nodemailer/lib/smtp-pool'
import type { Mailbox } from './address.ts'
import { type WireMessage, writeMessage } from './message.ts'
import type { SmtpServer } from './smtp-server.ts'
import { MailFailure, type MailTransport, STOPPING } from './transport.ts'

/** Time limits in milliseconds. */
export interface SmtpTimeouts {
  /** DNS, connection, greeting and TLS. */
  readonly connectMs: number
  /** One response of the server. */
  readonly responseMs: number
  /** One whole mail, with the connection if there is none. */
  readonly sendMs: number
}

export interface SmtpTransportOptions {
  readonly server: SmtpServer
  readonly from: Mailbox
  readonly timeouts?: SmtpTimeouts
}

export const SMTP_TIMEOUTS: SmtpTimeouts = { connectMs: 15_000, responseMs: 60_000, sendMs: 90_000 }
/** Many services accept no more than this over one connection. */
const MAILS_PER_CONNECTION = 100
/** Shorter than servers allow, so that this side closes first. */
const IDLE_MS = 30_000
const MAX_RESPONSE_BYTES = 64 * 1024

/** Sends mails to an SMTP server over a bounded number of connections, which are reused: nodemailer's pool. */
export function createSmtpTransport({ server, from, timeouts = SMTP_TIMEOUTS }: SmtpTransportOptions): MailTransport {
  let pool: Promise<SMTPPool> | undefined

  /** Loaded with the first mail: a service without mails starts sooner. */
  async function open(): Promise<SMTPPool> {
    const { default: Pool } = await import('nodemailer/lib/smtp-pool')
    return new Pool({
      host: server.host,
      port: server.port,
      secure: server.secure,
      requireTLS: server.starttls === 'required',
      ignoreTLS: server.starttls === 'off',
      tls: { rejectUnauthorized: server.verify },
      // Without `forceAuth`, mails would go out unauthenticated where the server offers no login.
      ...(server.auth === null ? {} : { auth: { ...server.auth }, forceAuth: true, customAuth: { PLAIN: logInIfOffered } }),
      maxConnections: server.connections,
      maxMessages: MAILS_PER_CONNECTION,
      // `deliver` tries again itself, since the pool does not say whether the mail that it gives up had a connection.
      maxRequeues: 0,
      idleTimeout: IDLE_MS,
      connectionTimeout: timeouts.connectMs,
      greetingTimeout: timeouts.connectMs,
      dnsTimeout: timeouts.connectMs,
      socketTimeout: timeouts.responseMs,
      socketCloseTimeout: 1_000,
      maxResponseSize: MAX_RESPONSE_BYTES,
      allowInternalNetworkInterfaces: true,
    })
  }

  return {
    kind: 'smtp',
    connections: server.connections,

    async send(message, signal) {
      const written = writeMessage(message, from)
      const opened = await (pool ??= open())
      const abort = new AbortController()
      const onAbort = (): void => abort.abort(new Error(STOPPING))
      const deadline = setTimeout(() => abort.abort(new Error(`the mail took longer than ${timeouts.sendMs} ms`)), timeouts.sendMs)
      signal?.addEventListener('abort', onAbort, { once: true })
      if (signal?.aborted === true) onAbort()
      try {
        return await deliver(opened, written, abort.signal, server.auth)
      } finally {
        clearTimeout(deadline)
        signal?.removeEventListener('abort', onAbort)
      }
    },

    async verify() {
      await (await (pool ??= open())).verify().catch((error: SMTPError) => {
        throw failureOf(error, undefined, server.auth)
      })
    },

    async close() {
      ;(await pool)?.close()
    },
  }
}

/** Hands a mail to the pool. Resolves to the server's response. @throws MailFailure */
async function deliver(
  pool: SMTPPool,
  { id, from, to, bytes }: WireMessage,
  signal: AbortSignal,
  auth: SmtpServer['auth'],
): Promise<string> {
  /** Created when a connection is ready for the mail, and read once the server has accepted the envelope. */
  let body: Readable | undefined
  // What the pool reads of a message. Nodemailer's own writer takes twice the processor time of ours.
  const message = {
    getHeader: () => id,
    messageId: () => id,
    getEnvelope: () => ({ from, to: [to] }),
    createReadStream: () => (body = bodyOf(bytes)),
  }
  for (;;) {
    body = undefined
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const mail = { data: { signal }, message } as unknown as MailMessage<SentMessageInfo>
    pool.send(mail, (error, info) => (error === null ? resolve(info?.response ?? '') : reject(error)))
    try {
      return await promise
    } catch (error) {
      // The server had closed an idle connection: the pool gives the mail back before anything of it was sent.
      if (body !== undefined && !isSent(body) && isGivenBack(error as SMTPError)) continue
      throw failureOf(error as SMTPError, body, auth)
    }
  }
}

function bodyOf(bytes: Buffer): Readable {
  return new Readable({
    read() {
      this.push(bytes)
      this.push(null)
    },
  })
}

const isSent = (body: Readable): boolean => body.readableDidRead

function isGivenBack({ code, command }: SMTPError): boolean {
  return code === 'ECONNECTION' && command === undefined
}

/** `body`: of the mail, if it had a connection. */
function failureOf(error: SMTPError, body: Readable | undefined, auth: SmtpServer['auth']): MailFailure {
  const { responseCode = 0, command, code, cause } = error
  const response = error.response === undefined ? undefined : withoutPassword(error.response, auth)
  const said = withoutPassword(code === 'EABORT' && cause instanceof Error ? cause.message : error.message, auth)
  // Not the error itself: its message and response are logged with it.
  const reason = Object.assign(new Error(said), { code })
  const failed = (kind: MailFailure['kind'], message: string) => new MailFailure(kind, message, { response, cause: reason })
  if (body === undefined) return failed('unreachable', said)
  if (response === undefined || responseCode === 0) return failed(isSent(body) ? 'unknown' : 'deferred', said)
  if (responseCode < 500 || responseCode === 503) return failed('deferred', response)
  // All mails have the same sender, so refusing it says nothing about this mail; only a refusal of the size (552) does.
  return failed(command === 'MAIL FROM' && responseCode !== 552 ? 'unreachable' : 'rejected', response)
}

/** A server may repeat what it was sent: not the password, in any form in which a login sends it. */
function withoutPassword(text: string, auth: SmtpServer['auth']): string {
  if (auth === null) return text
  const forms = [`\0${auth.user}\0${auth.pass}`, auth.pass].map((each) => Buffer.from(each).toString('base64'))
  return [...forms, auth.pass].reduce((hidden, secret) => hidden.replaceAll(secret, '•••'), text)
}

/** AUTH PLAIN. The pool chooses it even if the server offers no login at all: then the password is not sent. */
async function logInIfOffered({ auth: { credentials }, authMethods, sendCommand }: CustomAuthenticationContext): Promise<void> {
  if (authMethods.length === 0) throw new Error('the server does not support login, but SMTP_URL has a user')
  const { status } = await sendCommand(`AUTH PLAIN ${Buffer.from(`\0${credentials.user}\0${credentials.pass}`).toString('base64')}`)
  if (status !== 235) throw new Error('Invalid login')
}
