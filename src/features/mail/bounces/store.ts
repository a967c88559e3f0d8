import { formatInstant } from '@isobar/weather'
import { type Kysely, type Selectable, sql } from 'kysely'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import type { Queries, Transaction } from '../../../platform/db/queries.ts'
import { toOneLine } from '../../../platform/mail/transport.ts'
import { DAY_MS } from '../../../time.ts'
import { type AttemptedMail, findAttempted, type MailTables } from '../outbox/index.ts'
import { importSuppressions, type SuppressionTables } from '../suppression/index.ts'
import type { Report } from './report.ts'
import type { BounceKind, BounceSource, BounceTables } from './tables.ts'

export type BounceDatabase = BounceTables & MailTables & SuppressionTables

/** `known`: reported before. `no_mail`: no mail of the last 30 days has that id, or none was sent to that address. */
export type Recorded = 'recorded' | 'known' | 'no_mail'

/** So many different mails within so many days that were not delivered for other reasons than a missing mailbox suppress an address. */
export const SOFT_LIMIT = 5
export const SOFT_DAYS = 14

export type BounceStore = ReturnType<typeof createBounceStore>

/** Reports of bounces and complaints, over PostgreSQL. */
export function createBounceStore(db: Kysely<BounceDatabase>, addressHash: (emailKey: string) => string) {
  /**
   * Records it and suppresses the address if it must be, in one transaction: whoever is killed repeats nothing and loses nothing. `once`: a
   * hash of what makes the report unique; the same again has no effect.
   */
  async function record(mail: AttemptedMail, source: BounceSource, report: Report, now: number, once?: string): Promise<Recorded> {
    return db.transaction().execute(async (trx) => {
      if (once !== undefined) {
        const event = { key_hash: once, at: new Date(now) }
        const inserted = await trx
          .insertInto('mail_event')
          .values(event)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        if (inserted.numInsertedOrUpdatedRows !== 1n) return 'known'
      }
      const found = await findAttempted(trx, mail)
      if (found === undefined) return 'no_mail'
      const hash = addressHash(found.emailKey)
      const { kind, status } = report
      const detail = toOneLine(report.detail)
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('mail_bounce')
        .values({ mail_id: found.id, kind, run_id: found.runId, address_hash: hash, source, status, detail, at: new Date(now) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows !== 1n) return 'known'
      const note = kind === 'soft' ? await softNote(trx, hash, now) : [source, status].filter((text) => text !== null).join(' ')
      if (note !== null)
        await importSuppressions(trx, [{ addressHash: hash, reason: kind === 'complaint' ? 'complaint' : 'hard_bounce', since: now, note }])
      return 'recorded'
    })
  }

  return {
    record,

    deleteEventsBefore: (instant: number): Promise<number> => deleteInSteps(db, 'mail_event', sql`at < ${new Date(instant)}`),

    deleteBefore: (instant: number): Promise<number> => deleteInSteps(db, 'mail_bounce', sql`at < ${new Date(instant)}`),
  }
}

/** Why too many soft bounces suppress the address; null: there are not too many yet. */
async function softNote(trx: Transaction<BounceDatabase>, hash: string, now: number): Promise<string | null> {
  // Two bounces at once must see each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`soft bounces ${hash}`}, 0))`.execute(trx)
  const { count } = await trx
    .selectFrom('mail_bounce')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('address_hash', '=', hash)
    .where('kind', '=', 'soft')
    .where('at', '>', new Date(now - SOFT_DAYS * DAY_MS))
    .executeTakeFirstOrThrow()
  return Number(count) >= SOFT_LIMIT ? `${SOFT_LIMIT} soft bounces within ${SOFT_DAYS} days` : null
}

/** What was reported about a mail, oldest first. */
export async function listBounces(db: Queries<BounceTables>, mailId: string) {
  return shown(await db.selectFrom('mail_bounce').selectAll().where('mail_id', '=', mailId).orderBy('at').execute())
}

/** What was reported about mails to an address (keyed hash). */
export async function exportPersonBounces(db: Queries<BounceTables>, addressHash: string) {
  return shown(await db.selectFrom('mail_bounce').selectAll().where('address_hash', '=', addressHash).orderBy('at').execute())
}

function shown(rows: readonly Selectable<BounceTables['mail_bounce']>[]) {
  return rows.map(({ kind, source, status, detail, at }) => ({ kind, source, status, detail, at: formatInstant(at.getTime()) }))
}

/** Erases what was reported about mails to an address (keyed hash). */
export async function erasePersonBounces(trx: Transaction<BounceTables>, addressHash: string): Promise<void> {
  await trx.deleteFrom('mail_bounce').where('address_hash', '=', addressHash).execute()
}

/** How many mails of a run were reported, by kind. */
export async function countBounces(db: Queries<BounceTables>, runId: string): Promise<Readonly<Record<BounceKind, number>>> {
  const rows = await db
    .selectFrom('mail_bounce')
    .select(['kind', ({ fn }) => fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .groupBy('kind')
    .execute()
  return { hard: 0, soft: 0, complaint: 0, ...Object.fromEntries(rows.map(({ kind, count }) => [kind, Number(count)])) }
}
