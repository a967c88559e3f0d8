import { createBulkhead } from '../bulkhead.ts'
import type { Mailbox } from './address.ts'
import { writeMessage } from './message.ts'
import type { SmtpServer } from './smtp-server.ts'
import { isHungUp, openSmtpSession, SMTP_TIMEOUTS, type SmtpSession, type SmtpTimeouts } from './smtp-session.ts'
import type { MailTransport } from './transport.ts'

export interface SmtpTransportOptions {
  readonly server: SmtpServer
  readonly from: Mailbox
  readonly timeouts?: SmtpTimeouts
}

/** Many services accept no more than this over one connection. */
const MAILS_PER_SESSION = 100
/** Shorter than servers allow, so that this side closes first. */
const IDLE_MS = 30_000

/** Sends mails to an SMTP server over a bounded number of connections, which are reused. */
export function createSmtpTransport({ server, from, timeouts = SMTP_TIMEOUTS }: SmtpTransportOptions): MailTransport {
  const idle: SmtpSession[] = []
  // The caller bounds how many mails wait.
  const slots = createBulkhead(server.connections, Infinity)
  let isClosed = false
  let idleTimer: NodeJS.Timeout | undefined

  function keep(session: SmtpSession): void {
    if (!session.isOpen() || isClosed || session.count() >= MAILS_PER_SESSION) return session.end()
    idle.push(session)
    idleTimer ??= setTimeout(endIdle, IDLE_MS).unref()
    idleTimer.refresh()
  }

  function endIdle(): void {
    for (const session of idle.splice(0)) session.end()
  }

  /** The peer may have closed an idle session. If nothing of the mail was sent yet, it is retried over another session. */
  async function overSession(use: (session: SmtpSession) => Promise<string>, signal?: AbortSignal): Promise<string> {
    for (;;) {
      const kept = idle.pop()
      if (kept?.isOpen() === false) continue
      const session = kept ?? (await openSmtpSession(server, timeouts, signal))
      try {
        const answer = await use(session)
        keep(session)
        return answer
      } catch (error) {
        keep(session)
        if (kept === undefined || !isHungUp(error)) throw error
      }
    }
  }

  return {
    kind: 'smtp',
    connections: server.connections,

    async send(message, signal) {
      const written = writeMessage(message, from)
      await slots.enter()
      try {
        return await overSession((session) => session.send(written, signal), signal)
      } finally {
        slots.leave()
      }
    },

    async verify() {
      const session = await openSmtpSession(server, timeouts)
      session.end()
    },

    async close() {
      isClosed = true
      clearTimeout(idleTimer)
      endIdle()
    },
  }
}
