/** A mailbox to read, with its password. */
export interface MailboxServer {
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls' | 'none'
  readonly user: string
  readonly password: string
  readonly folder: string
}

/** How far a folder has been read. */
export interface Position {
  readonly uidValidity: string
  readonly lastUid: number
}

/** A mail in the mailbox, cut off at MAX_BYTES; null: it is gone. */
export interface FetchedMail {
  readonly uid: number
  readonly source: Uint8Array | null
}

/** A report is at the beginning of its mail; what follows is the original. */
export const MAX_BYTES = 256 * 1024

/** The server cannot be used. The message is for people and repeats nothing that the server said. */
export class MailboxFailure extends Error {
  override readonly name = 'MailboxFailure'
}

/** What the thread is asked: `open` connects and, with an instant (`now`), searches for what came after the position; `fetch` fetches a batch of it. */
export type MailboxJob =
  | { readonly kind: 'open'; readonly server: MailboxServer; readonly position: Position | null; readonly now: number | null }
  | { readonly kind: 'fetch' }
  | { readonly kind: 'close' }

export type MailboxAnswer =
  | { readonly kind: 'opened'; readonly uidValidity: string; readonly exists: number; readonly wanted: number }
  | { readonly kind: 'mails'; readonly mails: readonly FetchedMail[]; readonly isLast: boolean }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failure'; readonly message: string }
