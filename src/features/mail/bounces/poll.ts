import { createHash, randomUUID } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { SandboxError } from '../../../platform/sandbox/sandbox.ts'
import { type MailboxServer, type ReadMail, readMailbox } from './mailbox.ts'
import type { PositionStore } from './position-store.ts'
import type { ReportSandbox } from './report-sandbox.ts'
import type { BounceStore } from './store.ts'

export interface PollOptions {
  /** The mailbox; null: none is set, or it must not be read now. */
  readonly server: () => MailboxServer | null
  readonly positions: PositionStore
  readonly bounces: Pick<BounceStore, 'record'>
  readonly sandbox: Pick<ReportSandbox, 'run'>
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Runs a reading of the mailbox, and reports what became of it. */
  readonly reported: <T>(reading: () => Promise<T>) => Promise<T>
}

/**
 * Reads what is new in the mailbox, on one node at a time. Each batch is recorded before the position moves, so a node that dies repeats a
 * batch at most, which changes nothing.
 * @throws MailboxFailure, and errors of the database
 */
export async function pollMailbox({ server, positions, bounces, sandbox, clock, signal, reported }: PollOptions): Promise<void> {
  const mailbox = server()
  if (mailbox === null) return
  const owner = randomUUID()
  const position = await positions.take(owner, accountOf(mailbox))
  if (position === undefined) return
  let isWhole = false
  try {
    await reported(() =>
      readMailbox(mailbox, { position, now: clock.now(), signal }, async (mails, next) => {
        for (const mail of mails) await handle(mail)
        return positions.advance(owner, next)
      }),
    )
    isWhole = true
  } finally {
    await positions.release(owner, isWhole ? clock.now() : null)
  }

  async function handle({ source }: ReadMail): Promise<void> {
    const found = await sandbox.run((ask) => ask(source)).catch(nullIfHostile)
    if (found !== null) await bounces.record({ id: found.mailId }, 'mailbox', found.report, clock.now())
  }
}

/** A mail that takes too long or too much memory to read is passed over; other faults say nothing about it. */
function nullIfHostile(error: unknown): null {
  if (error instanceof SandboxError && (error.fault === 'cpu' || error.fault === 'memory')) return null
  throw error
}

const accountOf = ({ host, port, user, folder }: MailboxServer): string =>
  createHash('sha256').update([host, port, user, folder].join('\n')).digest('base64url')
