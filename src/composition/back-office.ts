import { type AnalyticsAdminStore, createAnalyticsAdminStore } from '../features/site/analytics/index.ts'
import { createRunAdminStore, type RunAdminStore } from '../features/operations/jobs/index.ts'
import { createOutboxAdminStore, type Mail, type OutboxAdminStore } from '../features/mail/outbox/index.ts'
import { createSuppressionAdminStore, type SuppressionAdminStore } from '../features/mail/suppression/index.ts'
import { createTemplateAdminStore, createTemplateEditing, type TemplateEditing } from '../features/mail/templates/index.ts'
import {
  createMailingSummary,
  createMessages,
  createMessageWriter,
  createMessageStore,
  createTestMails,
  createTestMailStore,
  type MailingSummary,
  type Messages,
  type TestMails,
} from '../features/subscribers/newsletters/index.ts'
import { createPersons, createPersonStore, type Persons } from '../features/subscribers/persons/index.ts'
import { createPlaceAdminStore, type PlaceAdminStore } from '../features/weather/places/index.ts'
import { createReportAdminStore, type ReportAdminStore } from '../features/weather/reports/index.ts'
import {
  createSubscriptionAdmin,
  createSubscriptionAdminStore,
  type SubscriptionAdmin,
} from '../features/subscribers/subscriptions/index.ts'
import { mailDirectory } from '../platform/mail/create-transport.ts'
import { deleteMailFiles } from '../platform/mail/mail-files.ts'
import type { Foundation } from './foundation.ts'
import { MAILS } from './mails.ts'
import type { Templates } from './templates.ts'

/** What the back office shows and changes of data and mails. */
export interface BackOffice {
  readonly places: PlaceAdminStore
  readonly reports: ReportAdminStore
  readonly analytics: AnalyticsAdminStore
  readonly runs: RunAdminStore
  readonly subscriptions: SubscriptionAdmin
  readonly persons: Persons
  readonly outbox: OutboxAdminStore
  readonly suppressions: SuppressionAdminStore
  readonly templates: TemplateEditing
  readonly messages: Messages
  readonly tests: TestMails
  readonly summary: () => Promise<MailingSummary>
  close(): Promise<void>
}

export function openBackOffice(foundation: Foundation, mail: Mail, { sandbox, renderer }: Templates): BackOffice {
  const { config, storage, keyedHash, addressHash, linkBase, clock, settings, changes } = foundation
  const db = storage.database.kysely
  const subscriptions = createSubscriptionAdmin({ store: createSubscriptionAdminStore(db), keyedHash, clock })
  const outbox = createOutboxAdminStore(db)
  const suppressions = createSuppressionAdminStore(db)
  const messages = createMessages({
    store: createMessageStore(db, addressHash),
    addressHash,
    wakeMail: mail.wake,
    writer: createMessageWriter(),
    clock,
  })
  return {
    places: createPlaceAdminStore(db),
    reports: createReportAdminStore(db),
    analytics: createAnalyticsAdminStore(db),
    runs: createRunAdminStore(db),
    subscriptions,
    persons: createPersons({
      store: createPersonStore(db, keyedHash),
      deleteMailFiles: (emailKey) => deleteMailFiles(mailDirectory(config), emailKey),
      addressHash,
      clock,
    }),
    outbox,
    suppressions,
    templates: createTemplateEditing({
      templates: MAILS,
      store: createTemplateAdminStore(db),
      clock,
      publicUrl: linkBase,
      service: () => settings.current().siteName,
      sandbox,
      faultOf: renderer.faultOf,
    }),
    messages,
    tests: createTestMails({
      templates: MAILS,
      store: createTestMailStore(db),
      addressHash,
      wakeMail: mail.wake,
      settled: mail.settled,
      upToDate: changes.check,
      clock,
    }),
    summary: createMailingSummary({
      subscriptions: subscriptions.summary,
      mailsByDay: outbox.countByDay,
      queue: mail.queueStats,
      suppressions: suppressions.countByReason,
      clock,
    }),
    close: messages.close,
  }
}
