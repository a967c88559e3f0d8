import { type Ask, createSandbox, type Sandbox, SandboxError } from '../../../platform/sandbox/sandbox.ts'
import { MINUTE_MS } from '../../../time.ts'
import { type FetchedMail, type MailboxAnswer, MailboxFailure, type MailboxJob, type MailboxServer, type Position } from './mailbox-jobs.ts'
export { MailboxFailure, MAX_BYTES, type MailboxServer, type Position } from './mailbox-jobs.ts'

type Answered<Kind> = Extract<MailboxAnswer, { kind: Kind }>

/** A mail with its content. */
export type ReadMail = FetchedMail & { readonly source: Uint8Array }

/** A server that keeps talking without an end must not keep the folder from ever being read again. What was taken until then is kept. */
const MAX_READING_MS = 15 * MINUTE_MS

export interface ReadingOptions {
  /** Where the reading before ended; null: none. */
  readonly position: Position | null
  /** Epoch milliseconds. */
  readonly now: number
  readonly signal: AbortSignal
  /** For how long at most, in real time; 15 minutes by default. */
  readonly withinMs?: number
}

/**
 * Reads the mails that came after the position, in batches; `take` handles one batch and resolves to whether to go on. The folder is opened
 * read-only: nothing is marked, moved or deleted. A thread of its own speaks with the server, for whose answers it has limits.
 * @throws MailboxFailure, and what `take` throws
 */
export async function readMailbox(
  server: MailboxServer,
  { position, now, signal, withinMs = MAX_READING_MS }: ReadingOptions,
  take: (mails: readonly ReadMail[], next: Position) => Promise<boolean>,
): Promise<void> {
  const late = AbortSignal.timeout(withinMs)
  await inThread(AbortSignal.any([signal, late]), async (ask) => {
    const { uidValidity, wanted } = await askFor(ask, { kind: 'open', server, position, now }, 'opened')
    for (let isLast = wanted === 0; !isLast;) {
      const batch = await askFor(ask, { kind: 'fetch' }, 'mails')
      isLast = batch.isLast
      const lastUid = batch.mails.at(-1)?.uid ?? 0
      if (
        !(await take(
          batch.mails.filter((mail): mail is ReadMail => mail.source !== null),
          { uidValidity, lastUid },
        ))
      )
        break
    }
    await askFor(ask, { kind: 'close' }, 'closed')
  }).catch((error: unknown) => {
    throw late.aborted && !signal.aborted ? new MailboxFailure('the server takes too long to answer', { cause: error }) : error
  })
}

/** Opens the folder and closes it again; resolves to the number of its mails. @throws MailboxFailure */
export function checkMailbox(server: MailboxServer, signal: AbortSignal): Promise<number> {
  return inThread(signal, async (ask) => {
    const { exists } = await askFor(ask, { kind: 'open', server, position: null, now: null }, 'opened')
    await askFor(ask, { kind: 'close' }, 'closed')
    return exists
  })
}

async function askFor<Kind extends MailboxAnswer['kind']>(
  ask: Ask<MailboxJob, MailboxAnswer>,
  job: MailboxJob,
  kind: Kind,
): Promise<Answered<Kind>> {
  const answer = await ask(job).catch((error: unknown) => {
    throw error instanceof SandboxError ? cutOff(error) : error
  })
  if (answer.kind === 'failure') throw new MailboxFailure(answer.message)
  if (answer.kind !== kind) throw new Error(`the thread of the mailbox answered ${answer.kind} instead of ${kind}`)
  return answer as Answered<Kind>
}

type Thread = Sandbox<MailboxJob, MailboxAnswer>

/** How long a thread is idle for the next reading or check: starting one takes a second on a busy machine. */
const IDLE_MS = 30_000
let idle: { readonly thread: Thread; readonly timer: NodeJS.Timeout } | undefined

function takeThread(): Thread {
  const found = idle
  idle = undefined
  clearTimeout(found?.timer)
  if (found !== undefined) return found.thread
  return createSandbox<MailboxJob, MailboxAnswer>({
    module: new URL('./mailbox-thread.ts', import.meta.url),
    cpuMs: 5_000,
    memory: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    maxWaiting: 1,
  })
}

async function returnThread(thread: Thread): Promise<void> {
  if (idle !== undefined) return thread.close()
  const timer = setTimeout(() => {
    idle = undefined
    void thread.close()
  }, IDLE_MS)
  idle = { thread, timer: timer.unref() }
}

async function inThread<Result>(signal: AbortSignal, use: (ask: Ask<MailboxJob, MailboxAnswer>) => Promise<Result>): Promise<Result> {
  if (signal.aborted) throw new MailboxFailure('the service is stopping')
  const thread = takeThread()
  const cut = () => void thread.close()
  signal.addEventListener('abort', cut, { once: true })
  try {
    return await thread.run(use)
  } finally {
    signal.removeEventListener('abort', cut)
    await (signal.aborted ? thread.close() : returnThread(thread))
  }
}

function cutOff(error: SandboxError): MailboxFailure {
  const isHostile = error.fault === 'cpu' || error.fault === 'memory'
  return new MailboxFailure(isHostile ? 'its answers take too much time or memory to read' : 'the connection was cut', { cause: error })
}
