import { createHash, randomUUID } from 'node:crypto'
import type { Actor } from '../../../admin/access/index.ts'
import { AppError, buildInvalidFieldError } from '../../../errors.ts'
import type { Language } from '../../../messages/languages.ts'
import type { Clock } from '../../../platform/clock.ts'
import { readEmailAddress } from '../../../platform/mail/address.ts'
import type { MaintenanceTask } from '../../../platform/maintenance.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { type RenderedMail, type RenderMail, SAMPLE_TOKEN } from '../../mail/templates/index.ts'
import { getSubscriptionKind, type SubscriptionType } from '../subscriptions/index.ts'
import { parseSendSchedule, toSegment } from './audience.ts'
import type { DraftStore } from './draft-store.ts'
import { buildMessageData, type MessagePart } from './emails/message/index.ts'
import type { Message, MessageStore } from './message-store.ts'
import type { MessageWriter } from './message-writer.ts'
import { REPORTED_MS } from './report-store.ts'
import { checkAhead } from './schedule.ts'
import type { ComposeBody, SendAt } from './schemas.ts'

/** Messages by administrators, to one address or to subscribers. */
export type Messages = ReturnType<typeof createMessages>

export interface MessageOptions {
  readonly store: MessageStore
  readonly drafts: Pick<DraftStore, 'deleteBefore'>
  readonly addressHash: (emailKey: string) => string
  readonly wakeMail: () => void
  readonly writer: MessageWriter
  readonly render: RenderMail
  readonly clock: Clock
}

const LOOK_EVERY_MS = 2_000
const RETENTION_MS = 90 * DAY_MS
const PREVIEW = 'preview'

/** `wakeMail` is called after each commit that enqueued mails. */
export function createMessages({ store, drafts, addressHash, wakeMail, writer, render, clock }: MessageOptions) {
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
    async compose(
      { subject, body, to, audience, sendAt, draft }: ComposeBody,
      idempotencyKey: string | null,
      actor: Actor,
    ): Promise<Message> {
      if ((to === undefined) === (audience === undefined)) throw buildInvalidFieldError('to', 'or audience is required, and not both')
      const address = to === undefined ? null : readEmailAddress(to)
      if (address !== null && 'problem' in address) throw buildInvalidFieldError('to', address.problem)
      if (address !== null && sendAt !== undefined) throw buildInvalidFieldError('sendAt', 'is for messages to an audience')
      const schedule = sendAt === undefined ? null : parseSendSchedule(sendAt)
      const recipients = audience === undefined ? { address: address?.email ?? '' } : { segment: toSegment(audience) }
      const html = await writer.html(body.toWellFormed())
      const now = clock.now()
      const id = randomUUID()
      // The fingerprint has the address as a hash, since it outlives the person's data.
      const whom = address === null ? [recipients, schedule] : addressHash(address.key)
      const { message, isNew } = await store.insert(
        {
          id,
          subject: subject.toWellFormed().trim(),
          body: body.toWellFormed(),
          html,
          to: recipients,
          schedule,
          idempotencyKey,
          fingerprint: createHash('sha256')
            .update(JSON.stringify([subject, body, whom]))
            .digest('base64url'),
          createdBy: actor.name,
          draft: draft ?? null,
        },
        {
          at: now,
          actor,
          action: 'email.compose',
          object: { type: 'message', id },
          after: address === null ? { subject, audience, ...(sendAt === undefined ? {} : { sendAt }) } : { audience: null },
        },
        now,
      )
      if (isNew && address !== null) wakeMail()
      return message
    },

    find: store.find,
    findText: store.findText,
    list: (filters: Parameters<MessageStore['list']>[0]) => store.list(filters, clock.now()),

    /** Moves a message that has not begun, or cancels it (null). @throws AppError not_found, conflict, invalid_request */
    async reschedule(id: string, sendAt: SendAt | null, actor: Actor): Promise<Message> {
      const now = clock.now()
      const schedule = sendAt === null ? null : parseSendSchedule(sendAt)
      if (schedule !== null) checkAhead(schedule, now)
      const action = sendAt === null ? 'email.cancel' : 'email.move'
      const audit = { at: now, actor, action, object: { type: 'message', id }, after: sendAt === null ? null : { sendAt } } as const
      const message = await store.reschedule(id, schedule, audit, now)
      if (message === undefined) throw buildUnknownMessageError()
      return message
    },

    /** Renders a message as its readers would get it. @throws AppError `invalid_request` when its text takes too much to convert */
    async preview(
      { subject, body }: { readonly subject: string; readonly body: string },
      lang: Language,
      type: SubscriptionType,
    ): Promise<RenderedMail> {
      const text = body.toWellFormed()
      const part: MessagePart = { title: subject.toWellFormed().trim(), text, html: await writer.html(text) }
      return render({
        id: PREVIEW,
        template: 'message',
        kind: 'message',
        lang,
        units: 'metric',
        timezone: 'UTC',
        data: buildMessageData(PREVIEW, type),
        parts: new Map([[PREVIEW, part]]),
        unsubscribe: { token: SAMPLE_TOKEN, scope: getSubscriptionKind(type) },
      })
    },

    /** Enqueue composed messages, and delete old ones. */
    tasks: [
      { name: 'putting messages into the outbox', everyMs: LOOK_EVERY_MS, run: fill },
      { name: 'storing the reports of messages', everyMs: HOUR_MS, run: () => store.storeReports(clock.now() - REPORTED_MS) },
      {
        name: 'deleting old messages and drafts',
        everyMs: HOUR_MS,
        run: async () => {
          await store.deleteBefore(clock.now() - RETENTION_MS)
          await drafts.deleteBefore(clock.now() - RETENTION_MS)
        },
      },
    ] satisfies readonly MaintenanceTask[],

    /** Begins no further page of a message; the caller that runs the tasks waits for the current one. */
    async close(): Promise<void> {
      closing.abort()
      await writer.close()
    },
  }
}

/** The error for the id of no message. */
export function buildUnknownMessageError(): AppError {
  return new AppError('not_found', 'No such message; messages are deleted after 90 days')
}
