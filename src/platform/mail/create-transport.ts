import { join } from 'node:path'
import type { Mailbox } from './address.ts'
import { createFileTransport } from './file-transport.ts'
import type { SmtpServer } from './smtp-server.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import type { MailTransport } from './transport.ts'

/** The directory that mails are written to when there is no mail server. */
export const getMailDirectory = ({ DATA_DIR }: { readonly DATA_DIR: string }): string => join(DATA_DIR, 'mail')

/** The configured transport: SMTP or, without a server, .eml files in `DATA_DIR/mail`. Does not connect yet. */
export function createMailTransport(config: {
  readonly SMTP_URL: SmtpServer | null
  readonly MAIL_FROM: Mailbox
  readonly DATA_DIR: string
}): MailTransport {
  const { SMTP_URL: server, MAIL_FROM: from, DATA_DIR } = config
  return server === null ? createFileTransport({ directory: getMailDirectory({ DATA_DIR }), from }) : createSmtpTransport({ server, from })
}

/** A transport that can be replaced while the service runs. Mails in flight finish on the transport that they started on. */
export interface LiveTransport extends MailTransport {
  replace(next: MailTransport): void
}

/** `close` also waits for the transports that were replaced. */
export function createLiveTransport(first: MailTransport): LiveTransport {
  let current = first
  const closing = new Set<Promise<void>>()

  return {
    get kind() {
      return current.kind
    },
    get connections() {
      return current.connections
    },
    send: (message, signal) => current.send(message, signal),
    verify: () => current.verify(),
    replace(next) {
      const former = current
      current = next
      const closed = former.close().finally(() => closing.delete(closed))
      closing.add(closed)
    },
    async close() {
      await Promise.all([current.close(), ...closing])
    },
  }
}
