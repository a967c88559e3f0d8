import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestDatabase } from '../../../../../test/helpers/database.ts'
import { outgoing } from '../../../../../test/helpers/mail.ts'
import { truncate } from '../../../../../test/helpers/truncate.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { insertMails, type MailTables } from '../index.ts'
import { createOutboxStore, type LeasedMail, type OutboxStore } from '../outbox-store.ts'
import type { OutgoingMail } from '../outgoing.ts'
import { ATTEMPTS_ALLOWED } from '../settling.ts'

/** The outbox as worker tests use it. Instants are epoch milliseconds. */
export interface TestOutbox {
  readonly store: OutboxStore
  insert(mails: readonly OutgoingMail[], now: number): Promise<void>
  /** Waiting mails that are due at the instant, leased or not. */
  countDue(at: number): Promise<number>
}

/** The real store, over an empty database, with the clock's time as the database's. */
export async function openRealOutbox({ pool, kysely }: TestDatabase<MailTables>): Promise<(clock: Clock) => TestOutbox> {
  await truncate(pool, 'mail_outbox, mail_attempt, mail_part, mail_server, mail_suppression')
  return (clock) => ({
    store: createOutboxStore(kysely, () => sql<Date>`${new Date(clock.now())}::timestamptz`),
    insert: async (mails, now) => void (await insertMails(kysely, mails, now)),
    async countDue(at) {
      const text = `select count(*)::int4 as count from mail_outbox where state = 'waiting' and next_attempt_at <= $1`
      return (await pool.query<{ count: number }>(text, [new Date(at)])).rows[0]?.count ?? 0
    },
  })
}

interface Row extends Omit<LeasedMail, 'until'> {
  state: string
  attempts: number
  nextAttemptAt: number
  leaseOwner: string | null
  leasedUntil: number | null
}

/** An in-memory outbox with the rules of the SQL, fast enough for many more runs. */
export function openMemoryOutbox(clock: Clock): TestOutbox {
  const rows = new Map<string, Row>()
  let serverSeenAt: number | null = null
  const ownedBy = (owner: string, ids: readonly string[]): Row[] =>
    ids.map((id) => rows.get(id)).filter((row) => row?.leaseOwner === owner) as Row[]
  const release = (row: Row): void => void Object.assign(row, { leaseOwner: null, leasedUntil: null })
  const isDue = ({ state, nextAttemptAt }: Row, now: number): boolean => state === 'waiting' && nextAttemptAt <= now

  const store: OutboxStore = {
    async leaseDue(owner, max, now, leaseMs, { upTo = Infinity, except = [] } = {}) {
      const due = [...rows.values()]
        .filter(
          (row) => row.priority <= upTo && !except.includes(row.id) && isDue(row, now) && (row.leasedUntil ?? -Infinity) <= clock.now(),
        )
        .toSorted((a, b) => a.priority - b.priority || a.nextAttemptAt - b.nextAttemptAt)
        .slice(0, max)
      for (const row of due) Object.assign(row, { leaseOwner: owner, leasedUntil: clock.now() + leaseMs })
      return due.map((row) => ({ ...row, until: clock.now() + leaseMs }))
    },
    async renewLeases(owner, ids, leaseMs) {
      const held = ownedBy(owner, ids).filter(({ state }) => state === 'waiting')
      for (const row of held) row.leasedUntil = clock.now() + leaseMs
      return new Map(held.map(({ id }) => [id, clock.now() + leaseMs]))
    },
    async releaseLeases(owner, leases) {
      for (const { id, until } of leases)
        ownedBy(owner, [id])
          .filter(({ leasedUntil }) => leasedUntil === until)
          .forEach(release)
    },
    async settle(owner, settlements) {
      for (const { id, state, nextAttemptAt, attempt } of settlements) {
        const [row] = ownedBy(owner, [id])
        if (row === undefined) continue
        row.state = state
        row.nextAttemptAt = nextAttemptAt ?? row.nextAttemptAt
        row.attempts += attempt === null ? 0 : 1
        release(row)
      }
    },
    recordMailServer: async (now) => void (serverSeenAt = now),
    mailServerSeenAt: async () => serverSeenAt,
    findParts: async () => [],
  }
  return {
    store,
    async insert(mails, now) {
      for (const mail of mails) {
        const id = randomUUID()
        rows.set(id, {
          ...outgoing(mail.to),
          ...mail,
          id,
          address: mail.to,
          emailKey: mail.to,
          parts: [],
          unsubscribeToken: null,
          unsubscribeScope: null,
          dropAfter: null,
          attempts: 0,
          attemptsAllowed: ATTEMPTS_ALLOWED,
          priority: mail.kind === 'confirmation' ? 0 : 2,
          state: 'waiting',
          nextAttemptAt: Math.max(now, mail.notBefore ?? now),
          leaseOwner: null,
          leasedUntil: null,
        })
      }
    },
    countDue: async (at) => [...rows.values()].filter((row) => isDue(row, at)).length,
  }
}
