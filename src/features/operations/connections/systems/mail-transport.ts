import { parseMailbox, type Mailbox } from '../../../../platform/mail/address.ts'
import { createMailTransport, createLiveTransport } from '../../../../platform/mail/create-transport.ts'
import type { SmtpServer } from '../../../../platform/mail/smtp-server.ts'
import { MailFailure, type MailTransport } from '../../../../platform/mail/transport.ts'
import { type Connection, type Connections, faultText } from '../connections.ts'
import { CheckFailed, type OutsideSystem } from '../system.ts'
import { smtpForm, smtpServerOf, smtpSettingsOf } from './smtp-settings.ts'

export interface MailEnvironment {
  readonly SMTP_URL: SmtpServer | null
  readonly MAIL_FROM: Mailbox
  readonly DATA_DIR: string
  /** The display name for a sender without one. */
  readonly senderName: () => string
}

export const MAIL_TRANSPORT = 'mail-transport'

/** The mail transport in force: an admin's, else SMTP_URL, else files. While it is switched off mails wait. */
export function openMailTransport(connections: Connections, environment: MailEnvironment): MailTransport {
  const live = createLiveTransport(transportOf(connections.get(MAIL_TRANSPORT), environment))
  connections.follow(MAIL_TRANSPORT, (connection) => live.replace(transportOf(connection, environment)))
  return live
}

function transportOf({ enabled, settings, secret, fault }: Connection, environment: MailEnvironment): MailTransport {
  const stored = smtpSettingsOf(settings)
  const kind = stored === null && environment.SMTP_URL === null ? 'files' : 'smtp'
  if (!enabled) return waiting(kind, 'the mail server is turned off')
  const sender = (from: Mailbox): Mailbox => namedSender(from, environment.senderName)
  if (stored === null) return createMailTransport({ ...environment, MAIL_FROM: sender(environment.MAIL_FROM) })
  if (fault !== null) return waiting(kind, 'the stored password cannot be decrypted')
  const from = stored.from === null ? null : parseMailbox(stored.from)
  return createMailTransport({ ...environment, SMTP_URL: smtpServerOf(stored, secret), MAIL_FROM: sender(from ?? environment.MAIL_FROM) })
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
export function mailTransport({ transport, connections, environment, confirmation }: MailTransportOptions): OutsideSystem {
  const stored = () => smtpSettingsOf(connections.get(MAIL_TRANSPORT).settings)
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
      return fault === null ? null : faultText(fault)
    },
    form: smtpForm,
    async check() {
      try {
        await transport.verify()
      } catch (error) {
        if (!(error instanceof MailFailure)) throw error
        throw new CheckFailed(`Connection failed (${reasonOf(error)})`, { cause: error })
      }
      return 'Accepting email'
    },
  }
}

/** The peer's or the system's codes, never the peer's text, which may repeat what it was sent. */
function reasonOf({ smtpCode, enhancedCode, cause }: MailFailure): string {
  if (smtpCode !== null) return [smtpCode, enhancedCode].filter((code) => code !== null).join(' ')
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[A-Z_]{2,40}$/.test(code) ? code : 'no reason given'
}

function senderText({ name, address }: Mailbox): string {
  return name === null ? address : `${name} <${address}>`
}
