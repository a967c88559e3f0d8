import type { Feature, Foundation } from '../../../foundation.ts'
import type { Outbox } from '../../mail/outbox/index.ts'
import type { MailTemplate, RenderMail } from '../../mail/templates/index.ts'
import { registerMailingAdmin } from './admin.ts'
import { createDraftStore } from './draft-store.ts'
import { createNewsletterMessageStore, type MailingDatabase } from './message-store.ts'
import { createMessageWriter } from './message-writer.ts'
import { createMessages } from './messages.ts'
import { readCampaignReport } from './report-store.ts'
import { countSegment } from './segment-store.ts'
import { createMailingSummary, type SummaryOptions } from './summary.ts'
import { createTestMails } from './test-mail.ts'
export { messageMail } from './emails/message/index.ts'
export { mailingTables } from './tables.ts'

interface NewsletterNeeds extends Pick<SummaryOptions, 'subscriptions' | 'suppressions'> {
  readonly outbox: Outbox
  readonly render: RenderMail
  /** Every kind of mail that the service sends: the choice for test mails. */
  readonly mails: readonly MailTemplate[]
}

/** Composed messages, test mails, and the mailing summary. */
export function openNewsletters(foundation: Foundation<MailingDatabase>, { outbox, render, mails: templates, ...counts }: NewsletterNeeds) {
  const { db, addressHash, clock, changes } = foundation
  const { wake: wakeMail, settled, items } = outbox
  const store = createNewsletterMessageStore(db, addressHash)
  const drafts = createDraftStore(db)
  const messages = createMessages({ store, drafts, addressHash, wakeMail, writer: createMessageWriter(), render, clock })
  const tests = createTestMails({
    templates,
    store,
    addressHash,
    wakeMail,
    settled,
    upToDate: changes.check,
    clock,
  })
  const summary = createMailingSummary({ ...counts, mailsByDay: items.countByDay, queue: outbox.queueStats, clock })
  return {
    adminRoutes: (app) =>
      registerMailingAdmin(app, {
        messages,
        drafts,
        tests,
        summary,
        outbox: items,
        mailProblem: outbox.problem,
        mailsOf: (runId) => settled(runId, 0),
        reportOf: (runId) => readCampaignReport(db, runId),
        count: (segment) => countSegment(db, segment),
        clock,
      }),
    tasks: messages.tasks,
    close: () => messages.close(),
  } satisfies Feature
}
