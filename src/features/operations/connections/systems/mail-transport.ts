import { parseMailbox, type Mailbox } from '../../../../platform/mail/address.ts'
import { createMailTransport, createLiveTransport } from '../../../../platform/mail/create-transport.ts'
import type { SmtpServer } from '../../../../platform/mail/smtp-server.ts'
import { MailFailure, type MailTransport, STOPPING } from '../../../../platform/mail/transport.ts'
import { type Connection, type Connections, describeSealedFault } from '../connections.ts'
import { CheckFailed, type OutsideSystem } from '../system.ts'
import type { UseReports, UseResult, UseTarget } from '../use-reports.ts'
import { readSmtpPatch, toSmtpServer, findSmtpSettings } from './smtp-settings.ts'

export interface MailEnvironment {
  readonly SMTP_URL: SmtpServer | null
  readonly MAIL_FROM: Mailbox
  readonly DATA_DIR: string
  /** The display name for a sender without one. */
  readonly senderName: () => string
}

export const MAIL_TRANSPORT = 'mail-transport'

const ACCEPTING = 'Accepting email'

/**
 * The mail transport in force: an admin's, else SMTP_URL, else files. While it is switched off mails wait. What becomes of a mail is what is known of
 * the server.
 */
export function openMailTransport(
  connections: Connections,
  environment: MailEnvironment,
  useReports: Pick<UseReports, 'run'>,
): MailTransport {
  const open = (connection: Connection): MailTransport =>
    transportOf(connection, environment, (transport) =>
      reportedTransport(transport, { id: MAIL_TRANSPORT, version: connection.version }, useReports),
    )
  const live = createLiveTransport(open(connections.get(MAIL_TRANSPORT)))
  connections.follow(MAIL_TRANSPORT, (connection) => live.replace(open(connection)))
  return live
}

/** A transport whose uses are reported. Files are no server. */
function reportedTransport(transport: MailTransport, target: UseTarget, useReports: Pick<UseReports, 'run'>): MailTransport {
  if (transport.kind === 'files') return transport
  const reported = <T>(work: () => Promise<T>): Promise<T> => useReports.run(target, work, ACCEPTING, judgeMail)
  return {
    ...transport,
    send: (message, signal) => reported(() => transport.send(message, signal)),
    verify: () => reported(() => transport.verify()),
  }
}

/** Mail system and network status (RFC 3463): the server's own state, rather than what it thinks of a mail or an address. */
const SERVER_STATUS = /^4\.[34]\./
/** The service is closing; a temporary failure of its authentication. */
const SERVER_REPLIES: ReadonlySet<number | null> = new Set([421, 454])

/** What the failure of a mail says about the server; null: nothing. */
function judgeMail(error: unknown): UseResult | null {
  if (!(error instanceof MailFailure) || error.message === STOPPING) return null
  const { kind, smtpCode, enhancedCode, message } = error
  if (kind === 'rejected' && smtpCode === null) return null
  const isAnswer = smtpCode !== null && kind !== 'unreachable'
  const isServerAtFault = SERVER_REPLIES.has(smtpCode) || SERVER_STATUS.test(enhancedCode ?? '')
  return isAnswer && !isServerAtFault ? { ok: true, message: ACCEPTING } : { ok: false, message: failureText(message) }
}

const failureText = (said: string): string => `Connection failed: ${said}`

function transportOf(
  { enabled, settings, secret, fault }: Connection,
  environment: MailEnvironment,
  reported: (transport: MailTransport) => MailTransport,
): MailTransport {
  const stored = findSmtpSettings(settings)
  const kind = stored === null && environment.SMTP_URL === null ? 'files' : 'smtp'
  if (!enabled) return waiting(kind, 'the mail server is turned off')
  const sender = (from: Mailbox): Mailbox => namedSender(from, environment.senderName)
  if (stored === null) return reported(createMailTransport({ ...environment, MAIL_FROM: sender(environment.MAIL_FROM) }))
  if (fault !== null) return waiting(kind, 'the stored password cannot be decrypted')
  const from = stored.from === null ? null : parseMailbox(stored.from)
  return reported(
    createMailTransport({ ...environment, SMTP_URL: toSmtpServer(stored, secret), MAIL_FROM: sender(from ?? environment.MAIL_FROM) }),
  )
}

/** The name is read for each mail, so that a change takes effect at once. */
function namedSender({ name, address }: Mailbox, otherwise: () => string): Mailbox {
  return {
    address,
    get name() {
      return name ?? otherwise()
    },
  }
}

/** Sends nothing and loses nothing: behaves like an unreachable server. */
function waiting(kind: MailTransport['kind'], why: string): MailTransport {
  const refuse = (): Promise<never> => Promise.reject(new MailFailure('unreachable', why))
  return { kind, connections: 1, send: refuse, verify: refuse, close: async () => undefined }
}

export interface MailTransportOptions {
  readonly transport: MailTransport
  readonly connections: Connections
  readonly environment: MailEnvironment
  /** Whether double opt-in is in force. */
  readonly confirmation: () => boolean
}

/** The mail transport in the list of external systems. */
export function buildMailTransportSystem({ transport, connections, environment, confirmation }: MailTransportOptions): OutsideSystem {
  const stored = () => findSmtpSettings(connections.get(MAIL_TRANSPORT).settings)
  return {
    id: MAIL_TRANSPORT,
    name: 'Mail server',
    kind: 'mail_transport',
    configured: () => transport.kind === 'smtp',
    settings() {
      const { SMTP_URL: server, MAIL_FROM: sender } = environment
      const shared = { subscriptionConfirmation: confirmation(), defaultFrom: senderText(namedSender(sender, environment.senderName)) }
      const own = stored()
      if (own !== null) return { source: 'database', ...own, hasPassword: own.user !== null, ...shared }
      if (server === null) return { source: null, ...shared }
      const security = server.secure ? 'tls' : ({ required: 'starttls', optional: 'opportunistic', off: 'none' } as const)[server.starttls]
      const { host, port, auth } = server
      return { source: 'environment', host, port, security, user: auth?.user ?? null, hasPassword: auth !== null, ...shared }
    },
    fault() {
      const { fault } = connections.get(MAIL_TRANSPORT)
      return fault === null ? null : describeSealedFault(fault)
    },
    form: readSmtpPatch,
    async check() {
      try {
        await transport.verify()
      } catch (error) {
        if (!(error instanceof MailFailure)) throw error
        throw new CheckFailed(failureText(error.message), { cause: error })
      }
      return ACCEPTING
    },
  }
}

function senderText({ name, address }: Mailbox): string {
  return name === null ? address : `${name} <${address}>`
}
