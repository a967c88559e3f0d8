import { type Kysely, sql } from 'kysely'
import { toEmailKey } from '../../../platform/mail/address.ts'
import { insertMails, insertParts, listNewMails, type MailTables, type OutgoingMail } from '../../mail/outbox/index.ts'
import { findSuppressions, type SuppressionTables } from '../../mail/suppression/index.ts'
import { holdAddresses, type SubscriptionTables } from '../subscriptions/index.ts'
import type { ChannelRecipient, ChannelTables, MessageContext } from './channel.ts'
import type { Match, Notice } from './decision.ts'
import type { AlertTextPart } from './emails/weather-alert/data.ts'
import type { TrackedEvent } from './event.ts'
import { insertNotices, type NewNotice, buildNewNotice } from './notice-store.ts'
import { type AddressReading, listSubscribers } from './subscriber-store.ts'
import type { AlertSubscriber } from './subscriber.ts'
import type { AlertingTables } from './tables.ts'

type Tables = AlertingTables & SubscriptionTables & MailTables & SuppressionTables & ChannelTables

/** One mail, with the notices that it delivers to its address. */
export interface Notification {
  readonly mail: OutgoingMail
  readonly parts: ReadonlyMap<string, AlertTextPart>
  readonly notices: readonly NewNotice[]
  /** The subscriptions that requested it: if none of them is still active, nothing is sent. */
  readonly subscriptionIds: readonly string[]
}

export type NotificationStore = ReturnType<typeof createNotificationStore>

/** Subscribers, notices and mails of alerts, over PostgreSQL. */
export function createNotificationStore(db: Kysely<Tables>, addresses: AddressReading) {
  const { addressHash } = addresses
  return {
    /** The next addresses that watch a place, in address order, each with all its subscriptions to it. */
    listSubscribers: (cell: number, afterEmailKey: string, limit: number): Promise<AlertSubscriber[]> =>
      listSubscribers(db, addresses, { cell, afterEmailKey, limit }),

    /**
     * What these addresses were last sent about these events, by address hash; `before` is an instant (epoch milliseconds; null: until now).
     */
    async listNotices(
      events: readonly TrackedEvent[],
      addressHashes: readonly string[],
      before: number | null,
    ): Promise<Map<string, Notice[]>> {
      if (events.length === 0 || addressHashes.length === 0) return new Map()
      const byId = new Map(events.map((event) => [event.id, event]))
      const rows = await db
        .selectFrom('alert_notice')
        .selectAll()
        .distinctOn(['event_id', 'address_hash'])
        .where(sql<boolean>`event_id = any(${[...byId.keys()]}::uuid[])`)
        .where(sql<boolean>`address_hash = any(${addressHashes}::text[])`)
        .$if(before !== null, (query) => query.where('told_at', '<', new Date(before ?? 0)))
        .orderBy('event_id')
        .orderBy('address_hash')
        .orderBy('times', 'desc')
        .execute()
      const notices = rows.map((row) => ({
        addressHash: row.address_hash,
        notice: {
          event: byId.get(row.event_id) as TrackedEvent,
          state: row.told_state,
          severity: row.told_severity,
          end: row.told_end?.getTime() ?? Infinity,
          at: row.told_at.getTime(),
          times: row.times,
        },
      }))
      return new Map([...Map.groupBy(notices, (one) => one.addressHash)].map(([key, all]) => [key, all.map((one) => one.notice)]))
    },

    /**
     * Writes mails, their texts and their notices in one transaction; resolves to the number of new mails. Rejects without writing anything
     * when an address has been notified of one of the events meanwhile.
     */
    insertNotifications: (notifications: readonly Notification[], now: number): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        await holdAddresses(
          transaction,
          notifications.map(({ mail }) => toEmailKey(mail.to)),
        )
        const wanted = await stillWanted(transaction, notifications)
        if (wanted.length === 0) return 0
        await insertParts(transaction, new Map(wanted.flatMap((notification) => [...notification.parts])), now)
        const inserted = await insertMails(
          transaction,
          wanted.map(({ mail }) => mail),
          now,
        )
        await insertNotices(
          transaction,
          wanted.flatMap(({ notices }) => notices),
          now,
        )
        return inserted
      }),

    /**
     * Writes a channel's messages to a recipient with their notices, in one transaction; resolves to the number of messages. Rejects without
     * writing anything when the recipient has been notified of one of the events meanwhile.
     */
    insertMessages: (recipient: ChannelRecipient, matches: readonly Match[], context: MessageContext): Promise<number> =>
      db.transaction().execute(async (trx) => {
        const count = await recipient.insert(trx, matches, context)
        const notices = matches.map((match) => buildNewNotice(match, recipient.key))
        if (count > 0) await insertNotices(trx, notices, context.now)
        return count
      }),

    /**
     * For a dry run: what insertNotifications would write, and how many of these mails go to suppressed addresses. Writes nothing. Rejects
     * like insertNotifications.
     */
    async listNewNotifications(
      notifications: readonly Notification[],
      now: number,
    ): Promise<{ readonly notifications: Notification[]; readonly suppressed: number }> {
      const wanted = await stillWanted(db, notifications)
      const mails = await listNewMails(
        db,
        wanted.map(({ mail }) => mail),
        now,
      )
      const suppressed = await findSuppressions(
        db,
        mails.map(({ to }) => addressHash(toEmailKey(to))),
      )
      const fresh = new Set(mails)
      return { notifications: wanted.filter(({ mail }) => fresh.has(mail)), suppressed: suppressed.length }
    },
  }
}

/** Keeps notifications with a subscription that is still active, which is certain only while their addresses are locked. */
async function stillWanted(db: Kysely<Tables>, notifications: readonly Notification[]): Promise<Notification[]> {
  const ids = notifications.flatMap(({ subscriptionIds }) => subscriptionIds)
  const { rows } = await sql<{ id: string }>`
    select id from subscription where id = any(${ids}::uuid[]) and active`.execute(db)
  const active = new Set(rows.map(({ id }) => id))
  return notifications.filter(({ subscriptionIds }) => subscriptionIds.some((id) => active.has(id)))
}
