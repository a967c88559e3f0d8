import type { UnitSystem } from '@isobar/weather'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { DATABASE_NOW, computeLeaseEnd } from '../../../platform/db/lease-end.ts'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import type { MailKind, UnsubscribeScope } from '../templates/index.ts'
import type { AttemptOutcome, MailState, MailTables } from './tables.ts'

/** A mail leased by a worker. */
export interface LeasedMail extends Lease {
  readonly key: string
  readonly kind: MailKind
  /** One of PRIORITIES. */
  readonly priority: number
  readonly template: string
  readonly address: string
  readonly emailKey: string
  readonly lang: string
  readonly units: UnitSystem
  readonly timezone: string
  readonly data: object
  readonly parts: readonly string[]
  readonly unsubscribeToken: string | null
  readonly unsubscribeScope: UnsubscribeScope | null
  /** Epoch milliseconds. */
  readonly dropAfter: number | null
  readonly attempts: number
  readonly attemptsAllowed: number
}

/** A lease by one owner; `until`: when it ends by the database's clock, epoch milliseconds. */
export interface Lease {
  readonly id: string
  readonly until: number
}

export interface WhichMails {
  readonly upTo?: number
  readonly except?: readonly string[]
}

/** The result for a leased mail. */
export interface Settlement {
  readonly id: string
  readonly state: MailState
  /** Epoch milliseconds; null unless the mail stays waiting. */
  readonly nextAttemptAt: number | null
  readonly lastError: string | null
  /** Epoch milliseconds. */
  readonly at: number
  /** Null when no attempt was made. */
  readonly attempt: { readonly startedAt: number; readonly outcome: AttemptOutcome; readonly response: string } | null
}

export type OutboxStore = ReturnType<typeof createOutboxStore>

/** The most urgent first: mails somebody is waiting for, warnings, bulk mail. */
export const PRIORITIES: readonly number[] = [0, 1, 2]

/** The workers' side of the outbox, over PostgreSQL. `databaseNow`: the clock of leases; given in tests only. */
export function createOutboxStore(db: Kysely<MailTables>, databaseNow: () => RawBuilder<Date> = () => DATABASE_NOW) {
  return {
    /**
     * Leases up to `max` due mails for `leaseMs` by the database's clock, the most urgent first, none less urgent than `upTo` and none of the ids
     * `except`. No other owner gets them before then.
     */
    async leaseDue(owner: string, max: number, now: number, leaseMs: number, which: WhichMails = {}): Promise<LeasedMail[]> {
      const { upTo = Infinity, except = [] } = which
      const priorities = PRIORITIES.filter((priority) => priority <= upTo)
      // One index scan for each priority, so that mails scheduled for tomorrow in one are not scanned. The array keeps the planner from
      // joining with the whole outbox.
      const { rows } = await sql<Omit<LeasedMail, 'dropAfter' | 'until'> & { dropAfter: Date | null; until: Date }>`
        with due as (
          select mail.id
          from unnest(${priorities}::int2[]) as of_priority (priority)
          cross join lateral (
            select id, priority, next_attempt_at from mail_outbox
            where state = 'waiting' and priority = of_priority.priority and next_attempt_at <= ${new Date(now)}
              and (leased_until is null or leased_until <= ${databaseNow()}) and id <> all(${except}::uuid[])
            order by next_attempt_at limit ${max} for update skip locked
          ) mail
          order by mail.priority, mail.next_attempt_at limit ${max}
        ), leased as (
          update mail_outbox as mail set lease_owner = ${owner}, leased_until = ${computeLeaseEnd(leaseMs, databaseNow())}
          where mail.id = any(array(select id from due))
          returning mail.*
        )
        select id, key, kind, priority, template, address, email_key as "emailKey", lang, units, timezone, data, parts, unsubscribe_token as "unsubscribeToken",
          unsubscribe_scope as "unsubscribeScope", drop_after as "dropAfter", attempts, attempts_allowed as "attemptsAllowed",
          leased_until as until
        from leased order by priority, next_attempt_at, id`.execute(db)
      return rows.map((row) => ({ ...row, until: row.until.getTime(), dropAfter: row.dropAfter?.getTime() ?? null }))
    },

    /** Renews leases; resolves to those that are still waiting and leased by the owner: when each ends, by its id. */
    async renewLeases(owner: string, ids: readonly string[], leaseMs: number): Promise<Map<string, number>> {
      // Skips rows that are being settled: waiting for them could deadlock.
      const { rows } = await sql<{ id: string; until: Date }>`
        update mail_outbox set leased_until = ${computeLeaseEnd(leaseMs, databaseNow())} where id = any(array(
          select id from mail_outbox where id = any(${ids}::uuid[]) and lease_owner = ${owner} and state = 'waiting'
          order by id for update skip locked))
        returning id, leased_until as until`.execute(db)
      return new Map(rows.map(({ id, until }) => [id, until.getTime()]))
    },

    /**
     * Releases mails without an attempt. Skips those that have been leased or renewed again since, even by the same owner: a release that is
     * late must not free a lease that somebody relies on.
     */
    async releaseLeases(owner: string, leases: readonly Lease[]): Promise<void> {
      await sql`
        update mail_outbox as mail set leased_until = null, lease_owner = null
        from unnest(${leases.map(({ id }) => id)}::uuid[], ${leases.map(({ until }) => new Date(until))}::timestamptz[]) as lease (id, until)
        where mail.id = lease.id and mail.leased_until = lease.until and mail.lease_owner = ${owner}`.execute(db)
    },

    /** Writes the results of mails leased by the owner and skips those that another owner has taken. One statement: all or nothing. */
    async settle(owner: string, settlements: readonly Settlement[]): Promise<void> {
      const rows = settlements.map(({ attempt, at, nextAttemptAt, ...rest }) => ({
        ...rest,
        at: new Date(at),
        nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt),
        startedAt: attempt === null ? null : new Date(attempt.startedAt),
        outcome: attempt?.outcome,
        response: attempt?.response,
      }))
      const ids = settlements.map(({ id }) => id)
      // Rows are locked in id order, as everywhere. A mail that was withdrawn while in flight counts as sent.
      await sql`
        with settlement as (
          select * from json_to_recordset(${writeStorableJson(rows)}::json) as row (id uuid, state text, "nextAttemptAt" timestamptz,
            "lastError" text, at timestamptz, "startedAt" timestamptz, outcome text, response text)
        ), locked as (
          select id from mail_outbox where id = any(${ids}::uuid[]) and lease_owner = ${owner} order by id for update
        ), settled as (
          update mail_outbox as mail set
            state = case when mail.state = 'waiting' or settlement.state = 'sent' then settlement.state else mail.state end,
            settled_at = case when settlement.state = 'waiting' then mail.settled_at else settlement.at end,
            next_attempt_at = coalesce(settlement."nextAttemptAt", mail.next_attempt_at),
            attempts = mail.attempts + case when settlement.outcome is null then 0 else 1 end,
            last_error = settlement."lastError",
            leased_until = null,
            lease_owner = null
          from settlement where mail.id = any(array(select id from locked)) and mail.id = settlement.id
          returning mail.id, mail.attempts
        )
        insert into mail_attempt (mail_id, number, started_at, ended_at, outcome, response)
        select id, settled.attempts, "startedAt", at, outcome, response
        from settlement join settled using (id) where outcome is not null`.execute(db)
    },

    /** Records that a node had a mail server at the instant. */
    async recordMailServer(now: number): Promise<void> {
      await sql`
        insert into mail_server (seen_at) values (${new Date(now)})
        on conflict (one) do update set seen_at = excluded.seen_at`.execute(db)
    },

    /** When a node last recorded a mail server, epoch milliseconds; null: never. */
    async mailServerSeenAt(): Promise<number | null> {
      const row = await db.selectFrom('mail_server').select('seen_at').executeTakeFirst()
      return row?.seen_at.getTime() ?? null
    },

    async findParts(ids: readonly string[]): Promise<{ id: string; json: string }[]> {
      const { rows } = await sql<{ id: string; json: string }>`
        select id, data::text as json from mail_part where id = any(${ids}::text[])`.execute(db)
      return rows
    },
  }
}
