import type { Kysely } from 'kysely'
import { type AuditEntry, type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { idOfMail, insertMails, insertParts, type MailTables, type OutgoingMail } from '../../mail/outbox/index.ts'
import type { MailParts } from '../../mail/templates/index.ts'

export type TestMailStore = ReturnType<typeof createTestMailStore>

/** Writes test mails in one transaction each. */
export function createTestMailStore(db: Kysely<MailTables & AuditTables>) {
  return {
    /** Enqueues a mail and its parts, with the audit entry; resolves to its id. */
    insert: (mail: OutgoingMail, parts: MailParts, audit: AuditEntry, now: number): Promise<string> =>
      db.transaction().execute(async (trx) => {
        await insertParts(trx, parts, now)
        await insertMails(trx, [mail], now)
        await recordAudit(trx, audit)
        return idOfMail(trx, mail.key)
      }),
  }
}
