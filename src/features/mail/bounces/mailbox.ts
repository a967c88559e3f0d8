import type { ImapFlow, ImapFlowOptions, MailboxObject } from 'imapflow'
import { DAY_MS } from '../../../time.ts'

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

/** A mail in the mailbox, cut off at MAX_BYTES. */
export interface FetchedMail {
  readonly uid: number
  readonly source: Uint8Array
}

/** A report is at the beginning of its mail; what follows is the original. */
export const MAX_BYTES = 256 * 1024
const BATCH = 25
/** Mails of earlier ones are deleted, so their reports say nothing. */
const MAX_AGE_MS = 30 * DAY_MS
const TIMEOUT_MS = 20_000

/** The server cannot be used. The message is for people and repeats nothing that the server said. */
export class MailboxFailure extends Error {
  override readonly name = 'MailboxFailure'
}

/**
 * Reads the mails that came after the position, in batches; `take` handles one batch and resolves to whether to go on. The folder is opened
 * read-only: nothing is marked, moved or deleted.
 * @throws MailboxFailure, and what `take` throws
 */
export async function readMailbox(
  server: MailboxServer,
  { position, now, signal }: { readonly position: Position | null; readonly now: number; readonly signal: AbortSignal },
  take: (mails: readonly FetchedMail[], next: Position) => Promise<boolean>,
): Promise<void> {
  await withFolder(server, signal, async (client, { uidValidity }) => {
    const validity = String(uidValidity)
    const from = position?.uidValidity === validity ? position.lastUid + 1 : 1
    const found = await orFailure(client.search({ uid: `${from}:*`, since: new Date(now - MAX_AGE_MS) }, { uid: true }))
    // `n:*` always has the last mail, even if its number is smaller.
    const uids = (Array.isArray(found) ? found : []).filter((uid) => uid >= from).toSorted((a, b) => a - b)
    for (let start = 0; start < uids.length; start += BATCH) {
      const batch = uids.slice(start, start + BATCH)
      const mails: FetchedMail[] = []
      for (const uid of batch) {
        const fetched = await orFailure(client.fetchOne(String(uid), { source: { start: 0, maxLength: MAX_BYTES } }, { uid: true }))
        if (fetched !== false && fetched.source !== undefined) mails.push({ uid, source: fetched.source.subarray(0, MAX_BYTES) })
      }
      if (!(await take(mails, { uidValidity: validity, lastUid: batch.at(-1) ?? from }))) return
    }
  })
}

/** Opens the folder and closes it again. @throws MailboxFailure */
export async function checkMailbox(server: MailboxServer, signal: AbortSignal): Promise<number> {
  return withFolder(server, signal, async (_, { exists }) => exists)
}

async function withFolder<Result>(
  { host, port, security, user, password, folder }: MailboxServer,
  signal: AbortSignal,
  use: (client: ImapFlow, folder: MailboxObject) => Promise<Result>,
): Promise<Result> {
  const options: ImapFlowOptions = {
    host,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'tls' ? undefined : security === 'starttls',
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    maxLineLength: 1024 * 1024,
    maxResponseSize: 4 * 1024 * 1024,
  }
  // Loaded for the first mailbox: most services have none.
  const imap = await import('imapflow')
  const client = new imap.ImapFlow(options)
  // Failures of commands are thrown; what happens to an idle connection shows with the next command.
  client.on('error', () => undefined)
  const cut = () => client.close()
  signal.addEventListener('abort', cut, { once: true })
  try {
    await orFailure(client.connect())
    const opened = await orFailure(client.mailboxOpen(folder, { readOnly: true }))
    const result = await use(client, opened)
    await client.logout().catch(() => undefined)
    return result
  } finally {
    signal.removeEventListener('abort', cut)
    client.close()
  }
}

/** The answer to a command. @throws MailboxFailure */
async function orFailure<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    const { code, authenticationFailed, responseStatus } = error as {
      code?: unknown
      authenticationFailed?: unknown
      responseStatus?: unknown
    }
    if (authenticationFailed === true) throw new MailboxFailure('the server refuses user name or password', { cause: error })
    if (responseStatus === 'NO') throw new MailboxFailure('the server refuses: is there such a folder?', { cause: error })
    const reason = typeof code === 'string' && /^[\w-]{2,40}$/.test(code) ? code : 'no reason given'
    throw new MailboxFailure(`the server cannot be reached (${reason})`, { cause: error })
  }
}
