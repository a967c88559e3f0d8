import { join } from 'node:path'
import type { Mailbox } from './address.ts'
import { createFileTransport } from './file-transport.ts'
import type { SmtpServer } from './smtp-server.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import type { MailTransport } from './transport.ts'

/** The transport that the configuration asks for: SMTP or, without a server, .eml files in `DATA_DIR/mail`. Connects to nothing yet. */
export function createMailTransport(config: {
  readonly SMTP_URL: SmtpServer | null
  readonly MAIL_FROM: Mailbox
  readonly DATA_DIR: string
}): MailTransport {
  const { SMTP_URL: server, MAIL_FROM: from, DATA_DIR } = config
  return server === null ? createFileTransport({ directory: join(DATA_DIR, 'mail'), from }) : createSmtpTransport({ server, from })
}
