import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../../time.ts'
import { type BounceTables, countBounces } from '../../mail/bounces/index.ts'
import type { MailTables } from '../../mail/outbox/index.ts'
import type { SubscriptionTables } from '../subscriptions/index.ts'

/** What came of a message’s mails. Opens and clicks are not tracked. */
export interface CampaignReport {
  readonly sent: number
  /** Accepted by the mail server and not returned. */
  readonly delivered: number
  /** Refused by the recipient’s mail server, or returned later: there is no such mailbox, or it could not be delivered for another reason. */
  readonly bounced: number
  /** Called spam. */
  readonly complained: number
  /** Addresses that ended the subscription by a link in a mail within the week after it. */
  readonly unsubscribed: number
  /** Given up, or not rendered. */
  readonly failed: number
  readonly suppressed: number
  readonly dropped: number
}

export const REPORTED_MS = 7 * DAY_MS

/** The report of a message so far. */
export async function readCampaignReport(db: Kysely<MailTables & BounceTables & SubscriptionTables>, id: string): Promise<CampaignReport> {
  const [{ complaint }, { rows }] = await Promise.all([
    countBounces(db, id),
    sql<Record<'sent' | 'returned' | 'refused' | 'unsubscribed' | 'failed' | 'suppressed' | 'dropped', number>>`
      select count(*) filter (where state = 'sent')::int4 as sent,
        count(*) filter (where state = 'failed')::int4 as failed,
        count(*) filter (where state = 'failed' and exists (
          select from mail_attempt where mail_id = mail.id and outcome = 'rejected'))::int4 as refused,
        count(*) filter (where state = 'suppressed')::int4 as suppressed,
        count(*) filter (where state in ('expired', 'withdrawn'))::int4 as dropped,
        count(*) filter (where state = 'sent' and exists (
          select from mail_bounce where mail_id = mail.id and kind in ('hard', 'soft')))::int4 as returned,
        count(*) filter (where state = 'sent' and exists (
          select from subscription where unsubscribe_token = mail.unsubscribe_token::uuid and not active and deactivated_by = 'mail'
            and deactivated_at between mail.created_at and mail.created_at + ${`${REPORTED_MS} milliseconds`}::interval))::int4 as unsubscribed
      from mail_outbox as mail where run_id = ${id}`.execute(db),
  ])
  const { sent = 0, returned = 0, refused = 0, unsubscribed = 0, failed = 0, suppressed = 0, dropped = 0 } = rows[0] ?? {}
  const bounced = returned + refused
  return { sent, delivered: sent - returned, bounced, complained: complaint, unsubscribed, failed: failed - refused, suppressed, dropped }
}
