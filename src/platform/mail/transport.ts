import type { MailMessage } from './message.ts'

/** How mails leave: SMTP, or files. */
export interface MailTransport {
  readonly kind: 'smtp' | 'files'
  /** As many mails can be under way at once. */
  readonly connections: number
  /**
   * Resolves to the peer's answer when the mail is taken. An aborted send whose mail was handed over already is `unknown`.
   * @throws MailFailure, or what writing the message throws
   */
  send(message: MailMessage, signal?: AbortSignal): Promise<string>
  /** Could a mail be sent now? Sends none. @throws MailFailure */
  verify(): Promise<void>
  /** Ends idle connections; those that are sending end when they have. */
  close(): Promise<void>
}
