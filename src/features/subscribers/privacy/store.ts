import type { Kysely } from 'kysely'
import { type AuditEntry, type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { type BounceTables, erasePersonBounces, exportPersonBounces } from '../../mail/bounces/index.ts'
import { erasePersonMails, exportPersonMails, type MailTables } from '../../mail/outbox/index.ts'
import { erasePersonNote, exportPersonSuppression, type SuppressionTables } from '../../mail/suppression/index.ts'
import { erasePersonReports, exportPersonReports, type ReportTables } from '../../weather/reports/index.ts'
import { type AlertingTables, erasePersonAlerts, exportPersonAlerts, listPersonCells, pushRecipient } from '../alerting/index.ts'
import { type DigestTables, erasePersonDigests, exportPersonDigests } from '../digests/index.ts'
import { erasePersonPushes, exportPersonPushes, listPersonPushCells, type PushTables } from '../push/index.ts'
import { erasePerson, exportPerson, listPersonClients, type SubscriptionTables } from '../subscriptions/index.ts'

export type PersonDatabase = SubscriptionTables &
  MailTables &
  SuppressionTables &
  BounceTables &
  DigestTables &
  AlertingTables &
  ReportTables &
  PushTables &
  AuditTables

/** The keys of an address in the tables. */
export interface PersonKeys {
  readonly emailKey: string
  /** Keyed hash of the address. */
  readonly addressHash: string
}

/** Counts of erased records. */
export interface Erased {
  readonly subscriptions: number
  readonly confirmations: number
  readonly mails: number
  /** Browsers that are notified, with their places. */
  readonly browsers: number
  /** Reports whose text contained the address. */
  readonly reports: number
}

export type PersonStore = ReturnType<typeof createPersonStore>

type KeyedHash = (purpose: string, text: string) => string

/** The one place that knows which rooms store personal data; the audit log has the addresses of administrators only. */
export function createPersonStore(db: Kysely<PersonDatabase>, keyedHash: KeyedHash) {
  return {
    /** Everything stored about an address, in every room, with an audit entry. */
    export: (keys: PersonKeys, audit: AuditEntry): Promise<Readonly<Record<string, unknown>>> =>
      db.transaction().execute(async (trx) => {
        await recordAudit(trx, audit)
        const { emailKey, addressHash } = keys
        return {
          ...(await exportPerson(trx, emailKey)),
          mails: await exportPersonMails(trx, emailKey),
          bounces: await exportPersonBounces(trx, addressHash),
          suppression: await exportPersonSuppression(trx, addressHash),
          digests: await exportPersonDigests(trx, addressHash),
          alerts: await exportPersonAlerts(trx, addressHash),
          notifications: await exportPersonPushes(trx, await listPersonClients(trx, emailKey)),
          reports: await exportPersonReports(trx, emailKey),
        }
      }),

    /** Erases it in every room, all or nothing, and writes the audit entry with the counts. */
    erase: (keys: PersonKeys, audit: AuditEntry): Promise<Erased> =>
      db.transaction().execute(async (trx) => {
        const { emailKey, addressHash } = keys
        const clients = await listPersonClients(trx, emailKey)
        const cells = [...(await listPersonCells(trx, emailKey)), ...(await listPersonPushCells(trx, clients))]
        const ended = await erasePerson(trx, { keyedHash }, emailKey, audit.at)
        const mails = await erasePersonMails(trx, emailKey)
        await erasePersonBounces(trx, addressHash)
        await erasePersonNote(trx, addressHash)
        await erasePersonDigests(trx, addressHash)
        await erasePersonAlerts(trx, [addressHash, ...clients.map(pushRecipient)], cells)
        const browsers = await erasePersonPushes(trx, clients)
        const reports = await erasePersonReports(trx, emailKey)
        const erased = { ...ended, mails, browsers, reports }
        await recordAudit(trx, { ...audit, after: erased })
        return erased
      }),
  }
}
