import { type Static, Type } from 'typebox'
import { Instant, buildNullableSchema, NullableInstant } from '../../../platform/http/schema/schemas.ts'
import { OutboxItem } from '../../mail/outbox/index.ts'
import { SUBSCRIPTION_TYPES } from '../subscriptions/index.ts'
import { MESSAGE_STATES } from './message-state.ts'
import type { CampaignReport } from './report-store.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Counts = (description: string) => Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description })

const MailsOfDay = Type.Object({
  day: Type.String({ format: 'date' }),
  enqueued: Count('Queued on that day'),
  sent: Count('Of these, sent'),
  failed: Count('Rejected, or out of retries'),
  suppressed: Count('Not sent: the address is suppressed'),
  dropped: Count('Withdrawn or expired'),
  waiting: Count('Still waiting'),
})
export type MailsOfDay = Static<typeof MailsOfDay>
export const DAY_COLUMNS = Object.keys(MailsOfDay.properties)

export const SummaryAnswer = Type.Object(
  {
    madeAt: Instant,
    subscriptions: Type.Object({
      subscribers: Count('Distinct addresses with an active subscription'),
      active: Count('Active and confirmed'),
      unconfirmed: Count('Active, awaiting confirmation'),
      inactive: Count('Ended within the last 30 days'),
      byType: Counts('Active and confirmed'),
      byFrequency: Counts('Active and confirmed'),
      byLanguage: Counts('Active and confirmed, by language without region'),
    }),
    mails: Type.Object({
      byState: Counts('Of the last 30 days'),
      byKind: Counts('Of the last 30 days'),
      waiting: Count('In the outbox now'),
      oldestDueSeconds: Type.Number({ minimum: 0, description: 'How long the oldest due email has been overdue' }),
    }),
    suppressions: Counts('By reason'),
    series: Type.Object({
      subscriptions: Type.Array(
        Type.Object({
          day: Type.String({ format: 'date' }),
          created: Count('New subscriptions, as far as still stored'),
          ended: Count('Ended'),
        }),
      ),
      mails: Type.Array(MailsOfDay),
    }),
  },
  { title: 'MailingSummary' },
)
export type SummaryAnswer = Static<typeof SummaryAnswer>

export const SUMMARY_EXAMPLE: SummaryAnswer = {
  madeAt: '2026-11-21T03:00:00Z',
  subscriptions: {
    subscribers: 310,
    active: 420,
    unconfirmed: 3,
    inactive: 11,
    byType: { newsletter: 200, city_weekly: 140, city_alerts: 80 },
    byFrequency: { weekly: 340, immediate: 80 },
    byLanguage: { de: 300, en: 120 },
  },
  mails: { byState: { sent: 1_200, failed: 2 }, byKind: { digest: 1_100, alerts: 102 }, waiting: 0, oldestDueSeconds: 0 },
  suppressions: { hard_bounce: 12 },
  series: {
    subscriptions: [{ day: '2026-11-21', created: 4, ended: 1 }],
    mails: [{ day: '2026-11-21', enqueued: 90, sent: 89, failed: 0, suppressed: 1, dropped: 0, waiting: 0 }],
  },
}

export const TestAnswer = Type.Object({ mail: OutboxItem }, { title: 'TestMail' })

export const Audience = Type.Object(
  {
    type: Type.Optional(Type.Enum([...SUBSCRIPTION_TYPES], { description: 'Confirmed subscribers of this' })),
    types: Type.Optional(
      Type.Array(Type.Enum([...SUBSCRIPTION_TYPES]), {
        minItems: 1,
        maxItems: SUBSCRIPTION_TYPES.length,
        description: 'Confirmed subscribers of any of these, each address once; instead of type',
      }),
    ),
    languages: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z]{2,3}$' }), {
        maxItems: 50,
        description: 'Only these languages, without region; default all',
      }),
    ),
    place: Type.Optional(
      Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f]*$' }),
          lat: Type.Number({ minimum: -90, maximum: 90 }),
          lon: Type.Number({ minimum: -180, maximum: 180 }),
          radiusKm: Type.Number({ minimum: 1, maximum: 2_000 }),
        },
        { description: 'Only addresses with a subscription to a place this near' },
      ),
    ),
    activeSince: Type.Optional(
      Type.String({
        format: 'date',
        description: 'Only those who subscribed, confirmed or changed it since this UTC day; reading is not tracked',
      }),
    ),
  },
  { title: 'MessageAudience' },
)
export type Audience = Static<typeof Audience>

export const SendAt = Type.Object(
  {
    local: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2})?$', description: 'Date and time there' }),
    timezone: Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone' }),
  },
  { title: 'SendAt', description: 'When to send it, at most 60 days ahead' },
)
export type SendAt = Static<typeof SendAt>

export const ComposeBody = Type.Object(
  {
    to: Type.Optional(Type.String({ minLength: 3, maxLength: 254, description: 'A single address, instead of audience' })),
    audience: Type.Optional(Audience),
    sendAt: Type.Optional(SendAt),
    draft: Type.Optional(Type.String({ format: 'uuid', description: 'The draft that this was; it is deleted' })),
    subject: Type.String({ minLength: 1, maxLength: 200, pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]+$' }),
    body: Type.String({ minLength: 1, maxLength: 50_000, pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$', description: 'Markdown' }),
  },
  {
    title: 'ComposedMail',
    examples: [{ audience: { type: 'newsletter', languages: ['de'] }, subject: 'Neu: Warnungen', body: 'Ab **heute** gibt es Warnungen.' }],
  },
)

export type ComposeBody = Static<typeof ComposeBody>

export const MessageItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    subject: Type.Union([Type.String(), Type.Null()], { description: 'Null for messages to a single address' }),
    audience: buildNullableSchema(Audience, 'With types, and type if it is one; empty languages: all; null: a single address'),
    recipients: Count('Emails queued so far'),
    state: Type.Enum([...MESSAGE_STATES], { description: 'scheduled: not begun; enqueuing: emails are still being queued' }),
    sendAt: { ...NullableInstant, description: 'When it is or was to be sent; null: at once' },
    timezone: buildNullableSchema(Type.String(), 'The time zone in which that was chosen'),
    createdAt: Instant,
    createdBy: Type.String(),
    finishedAt: NullableInstant,
  },
  { title: 'ComposedMessage' },
)
export type MessageItem = Static<typeof MessageItem>

export const MESSAGE_EXAMPLE: MessageItem = {
  id: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10',
  subject: 'Neu: Warnungen',
  audience: { type: 'newsletter', types: ['newsletter'], languages: ['de'] },
  recipients: 0,
  state: 'enqueuing',
  sendAt: null,
  timezone: null,
  createdAt: '2026-11-21T03:00:00Z',
  createdBy: 'ada@example.org',
  finishedAt: null,
}

export const MessageAnswer = Type.Object({ message: MessageItem })
export const MessageWithMails = Type.Object({
  message: MessageItem,
  text: buildNullableSchema(
    Type.String(),
    'What it says, in Markdown; null once it is deleted, 31 days after it was sent, and for a single address',
  ),
  mails: Type.Object({
    sent: Count('Sent'),
    failed: Count('Rejected, or out of retries'),
    suppressed: Count('Not sent: the address is suppressed'),
    dropped: Count('Withdrawn or expired'),
    waiting: Count('Still waiting'),
  }),
  report: Type.Object(
    {
      sent: Count('Accepted by the mail server'),
      delivered: Count('Of those sent, not returned'),
      bounced: Count('Refused by the mail server of the recipient, or of those sent, returned'),
      complained: Count('Called spam by their recipients'),
      unsubscribed: Count('Addresses that unsubscribed by a link in an email within a week'),
      failed: Count('Out of retries, or not rendered'),
      suppressed: Count('Not sent: the address is suppressed'),
      dropped: Count('Withdrawn or expired'),
    },
    { title: 'CampaignReport', description: 'Counted for a week. Opens and clicks are not tracked' },
  ),
})

export const REPORT_EXAMPLE: CampaignReport = {
  sent: 310,
  delivered: 306,
  bounced: 4,
  complained: 1,
  unsubscribed: 3,
  failed: 1,
  suppressed: 2,
  dropped: 0,
}
