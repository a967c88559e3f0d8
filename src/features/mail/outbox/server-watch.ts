import type { ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { MailTransport } from '../../../platform/mail/transport.ts'
import { DAY_MS, MINUTE_MS } from '../../../time.ts'
import type { OutboxStore } from './outbox-store.ts'

export interface ServerWatchOptions {
  readonly outbox: Pick<OutboxStore, 'recordMailServer' | 'mailServerSeenAt'>
  readonly transport: Pick<MailTransport, 'kind'>
  readonly clock: Clock
  readonly onError: ReportError
}

const RECORD_EVERY_MS = MINUTE_MS
/** Longer than any deployment or outage of the nodes that send. */
const WAIT_FOR_SERVER_MS = DAY_MS

/**
 * Keeps a node that writes mails to files from taking those that another node would send. A node with a mail server records it in the
 * database; until a day after the last record, the others leave waiting mails alone.
 */
export function createServerWatch({ outbox, transport, clock, onError }: ServerWatchOptions) {
  let recordedAt = -Infinity
  let isWaiting = false

  return {
    /** Whether this node may take mails now. */
    async mayTake(): Promise<boolean> {
      const now = clock.now()
      if (transport.kind === 'smtp') {
        if (Math.abs(now - recordedAt) >= RECORD_EVERY_MS) {
          await outbox.recordMailServer(now)
          recordedAt = now
        }
        return true
      }
      const wasWaiting = isWaiting
      const seenAt = await outbox.mailServerSeenAt()
      isWaiting = seenAt !== null && now - seenAt < WAIT_FOR_SERVER_MS
      if (isWaiting && !wasWaiting)
        onError(new Error('this node has no mail server, but another node has had one within the last day'), 'leaving mails to it')
      return !isWaiting
    },
  }
}
