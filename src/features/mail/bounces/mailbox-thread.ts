import type { ImapFlow, ImapFlowOptions } from 'imapflow'
import { answerJobs } from '../../../platform/sandbox/answer-jobs.ts'
import { DAY_MS } from '../../../time.ts'
import { type FetchedMail, type MailboxAnswer, type MailboxJob, MailboxFailure, MAX_BYTES, type MailboxServer } from './mailbox-jobs.ts'

/** The thread that speaks with the mail server: what a server answers is parsed here, and ends this thread at most. */
const BATCH = 25
/** Mails of earlier ones are deleted, so their reports say nothing. */
const MAX_AGE_MS = 30 * DAY_MS
const TIMEOUT_MS = 20_000

/** The connection with the folder open, and what is still to be fetched. */
let open: { readonly client: ImapFlow; readonly uids: number[] } | undefined

answerJobs(async (job: MailboxJob): Promise<MailboxAnswer> => {
  try {
    return await answer(job)
  } catch (error) {
    open?.client.close()
    open = undefined
    if (error instanceof MailboxFailure) return { kind: 'failure', message: error.message }
    throw error
  }
})

async function answer(job: MailboxJob): Promise<MailboxAnswer> {
  if (job.kind === 'open') {
    // What a reading left open that ended early.
    open?.client.close()
    return openFolder(job)
  }
  if (open === undefined) throw new MailboxFailure('the connection is closed')
  const { client, uids } = open
  if (job.kind === 'fetch') return { kind: 'mails', mails: await fetchMails(client, uids.splice(0, BATCH)), isLast: uids.length === 0 }
  open = undefined
  await client.logout().catch(() => undefined)
  client.close()
  return { kind: 'closed' }
}

async function openFolder({ server, position, now }: Extract<MailboxJob, { kind: 'open' }>): Promise<MailboxAnswer> {
  const client = await connect(server)
  open = { client, uids: [] }
  const { uidValidity, exists } = await orFailure(client.mailboxOpen(server.folder, { readOnly: true }))
  const validity = String(uidValidity)
  const from = position?.uidValidity === validity ? position.lastUid + 1 : 1
  if (now !== null) {
    const found = await orFailure(client.search({ uid: `${from}:*`, since: new Date(now - MAX_AGE_MS) }, { uid: true }))
    // `n:*` always has the last mail, even if its number is smaller.
    open.uids.push(...(Array.isArray(found) ? found : []).filter((uid) => uid >= from).toSorted((a, b) => a - b))
  }
  return { kind: 'opened', uidValidity: validity, exists, wanted: open.uids.length }
}

async function fetchMails(client: ImapFlow, uids: readonly number[]): Promise<FetchedMail[]> {
  const mails: FetchedMail[] = []
  for (const uid of uids) {
    const fetched = await orFailure(client.fetchOne(String(uid), { source: { start: 0, maxLength: MAX_BYTES } }, { uid: true }))
    // A copy: the bytes of a part of a buffer would be sent with all of it.
    const source = fetched !== false && fetched.source !== undefined ? Uint8Array.from(fetched.source.subarray(0, MAX_BYTES)) : null
    mails.push({ uid, source })
  }
  return mails
}

async function connect({ host, port, security, user, password }: MailboxServer): Promise<ImapFlow> {
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
  await orFailure(client.connect())
  return client
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
