import type { Kysely } from 'kysely'
import { type AlertingTables, erasePersonAlerts, exportPersonAlerts } from '../alerting/index.ts'
import { type AuditEntry, type AuditTables, recordAudit } from '../audit/index.ts'
import { type DigestTables, erasePersonDigests, exportPersonDigests } from '../digests/index.ts'
import { erasePersonMails, exportPersonMails, type MailTables, type PersonKeys } from '../mail/index.ts'
import { erasePersonReports, exportPersonReports, type ReportTables } from '../reports/index.ts'
import { erasePerson, exportPerson, type SubscriptionTables } from '../subscriptions/index.ts'

export type PersonDatabase = SubscriptionTables & MailTables & DigestTables & AlertingTables & ReportTables & AuditTables

/** How much of a person was erased. */
export interface Erased {
  readonly subscriptions: number
  readonly confirmations: number
  readonly mails: number
  /** Reports whose text held the address. */
  readonly reports: number
}

export interface PersonStore {
  /** Everything that is held about an address, in every room; recorded as exported. */
  export(keys: PersonKeys, audit: AuditEntry): Promise<Readonly<Record<string, unknown>>>
  /** Erases it in every room, all or nothing, and records what the entry says with the counts. */
  erase(keys: PersonKeys, now: number, audit: AuditEntry): Promise<Erased>
}

type KeyedHash = (purpose: string, text: string) => string

/** The one place that knows which rooms keep something of a person; the audit log keeps addresses of administrators only. */
export function createPersonStore(db: Kysely<PersonDatabase>, keyedHash: KeyedHash): PersonStore {
  return {
    export: (keys, audit) =>
      db.transaction().execute(async (trx) => {
        await recordAudit(trx.$pickTables<keyof AuditTables>(), audit)
        const { emailKey, addressHash } = keys
        return {
          ...(await exportPerson(trx.$pickTables<keyof (SubscriptionTables & MailTables)>(), emailKey)),
          ...(await exportPersonMails(trx.$pickTables<keyof MailTables>(), keys)),
          digests: await exportPersonDigests(trx.$pickTables<keyof DigestTables>(), addressHash),
          alerts: await exportPersonAlerts(trx.$pickTables<keyof AlertingTables>(), addressHash),
          reports: await exportPersonReports(trx.$pickTables<keyof ReportTables>(), emailKey),
        }
      }),

    erase: (keys, now, audit) =>
      db.transaction().execute(async (trx) => {
        const { emailKey, addressHash } = keys
        const ended = await erasePerson(trx.$pickTables<keyof (SubscriptionTables & MailTables)>(), { keyedHash }, emailKey, now)
        const mails = await erasePersonMails(trx.$pickTables<keyof MailTables>(), keys)
        await erasePersonDigests(trx.$pickTables<keyof DigestTables>(), addressHash)
        await erasePersonAlerts(trx.$pickTables<keyof AlertingTables>(), addressHash)
        const reports = await erasePersonReports(trx.$pickTables<keyof ReportTables>(), emailKey)
        const erased = { ...ended, mails, reports }
        await recordAudit(trx.$pickTables<keyof AuditTables>(), { ...audit, after: erased })
        return erased
      }),
  }
}
