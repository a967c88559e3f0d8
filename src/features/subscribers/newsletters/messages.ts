import { createHash, randomUUID } from 'node:crypto'
import type { Actor } from '../../../admin/access/index.ts'
import { invalidField } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { readEmailAddress } from '../../../platform/mail/address.ts'
import type { MaintenanceTask } from '../../../platform/maintenance.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import type { Message, MessageStore } from './message-store.ts'
import type { MessageWriter } from './message-writer.ts'
import type { ComposeBody } from './schemas.ts'

/** Messages by administrators, to one address or to newsletter readers. */
export type Messages = ReturnType<typeof createMessages>

export interface MessageOptions {
  readonly store: MessageStore
  readonly addressHash: (emailKey: string) => string
  readonly wakeMail: () => void
  readonly writer: MessageWriter
  readonly clock: Clock
}

const LOOK_EVERY_MS = 2_000
const STORED_MS = 90 * DAY_MS
const DELETE_EVERY_MS = HOUR_MS

/** `wakeMail` is called after each commit that enqueued mails. */
export function createMessages({ store, addressHash, wakeMail, writer, clock }: MessageOptions) {
  const closing = new AbortController()

  /** Enqueues page by page, one transaction each: any node can resume what a killed process left. */
  async function fill(): Promise<void> {
    while (!closing.signal.aborted) {
      const inserted = await store.fillOutbox(clock.now())
      if (inserted === null) break
      if (inserted > 0) wakeMail()
    }
  }

  return {
    /** Stores the message; its mails follow, one per address. Idempotent by key. @throws AppError invalid_request, conflict */
    async compose({ subject, body, to, audience }: ComposeBody, idempotencyKey: string | null, actor: Actor): Promise<Message> {
      if ((to === undefined) === (audience === undefined)) throw invalidField('to', 'or audience is required, and not both')
      const address = to === undefined ? null : readEmailAddress(to)
      if (address !== null && 'problem' in address) throw invalidField('to', address.problem)
      const languages = [...new Set((audience?.languages ?? []).map((each) => each.toLowerCase()))].sort()
      const receivers = address === null ? { languages } : { address: address.email }
      const html = await writer.html(body.toWellFormed())
      const now = clock.now()
      const id = randomUUID()
      // The fingerprint has the address as a hash, since it outlives the person's data.
      const whom = address === null ? receivers : addressHash(address.key)
      const { message, isNew } = await store.insert(
        {
          id,
          subject: subject.toWellFormed().trim(),
          body: body.toWellFormed(),
          html,
          to: receivers,
          idempotencyKey,
          fingerprint: createHash('sha256')
            .update(JSON.stringify([subject, body, whom]))
            .digest('base64url'),
          createdBy: actor.name,
        },
        {
          at: now,
          actor,
          action: 'email.compose',
          object: { type: 'message', id },
          after: address === null ? { subject, audience: { type: 'newsletter', languages } } : { audience: null },
        },
        now,
      )
      if (isNew && address !== null) wakeMail()
      return message
    },

    find: store.find,
    /** Enqueue composed messages, and delete old ones. */
    tasks: [
      { name: 'putting messages into the outbox', everyMs: LOOK_EVERY_MS, run: fill },
      {
        name: 'deleting old messages',
        everyMs: DELETE_EVERY_MS,
        run: async () => void (await store.deleteBefore(clock.now() - STORED_MS)),
      },
    ] satisfies readonly MaintenanceTask[],

    /** Begins no further page of a message; the caller that runs the tasks waits for the current one. */
    async close(): Promise<void> {
      closing.abort()
      await writer.close()
    },
  }
}
