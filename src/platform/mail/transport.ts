import type { MailMessage } from './message.ts'

/** Sends mails, by SMTP or to files. */
export interface MailTransport {
  readonly kind: 'smtp' | 'files'
  /** How many mails can be in flight at once. */
  readonly connections: number
  /**
   * Resolves to the peer's answer when it accepts the mail. Aborting a send whose mail was already handed over fails as `unknown`.
   * @throws MailFailure, or the errors of writing the message
   */
  send(message: MailMessage, signal?: AbortSignal): Promise<string>
  /** Checks whether a mail could be sent now, without sending one. @throws MailFailure */
  verify(): Promise<void>
  /** Closes idle connections; busy ones close when their mail is sent. */
  close(): Promise<void>
}
