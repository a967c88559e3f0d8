import { join } from 'node:path'
import type { Mailbox } from './address.ts'
import { createFileTransport } from './file-transport.ts'
import type { SmtpServer } from './smtp-server.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import type { MailTransport } from './transport.ts'

/** The directory that mails are written to when there is no mail server. */
export const mailDirectory = ({ DATA_DIR }: { readonly DATA_DIR: string }): string => join(DATA_DIR, 'mail')

/** The configured transport: SMTP or, without a server, .eml files in `DATA_DIR/mail`. Does not connect yet. */
export function createMailTransport(config: {
  readonly SMTP_URL: SmtpServer | null
  readonly MAIL_FROM: Mailbox
  readonly DATA_DIR: string
}): MailTransport {
  const { SMTP_URL: server, MAIL_FROM: from, DATA_DIR } = config
  return server === null ? createFileTransport({ directory: mailDirectory({ DATA_DIR }), from }) : createSmtpTransport({ server, from })
}
