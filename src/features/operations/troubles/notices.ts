import { hash, randomUUID } from 'node:crypto'
import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import type { Queries } from '../../../platform/db/queries.ts'
import { DAY_MS } from '../../../time.ts'
import type { ClientKeyTables } from '../../clients/keys/index.ts'
import type { OperatorWebhook, WebhookTables } from '../../clients/webhooks/index.ts'
import { insertMails, type MailTables } from '../../mail/outbox/index.ts'
import type { NoticeData } from './emails/operator-notice/index.ts'
import type { Changes, StoredTrouble } from './trouble-store.ts'

export type NoticeTables = MailTables & WebhookTables & ClientKeyTables

export interface NoticeOptions {
  /** Whom to tell by mail. */
  readonly addresses: () => Promise<readonly string[]>
  readonly webhook: Pick<OperatorWebhook, 'insert' | 'wake'>
  readonly wakeMail: () => void
}

/** Notifies operators by mail and by webhook, through the outboxes of both. */
export function createNotices({ addresses, webhook, wakeMail }: NoticeOptions) {
  return {
    /** Writes the notices in the caller's transaction. */
    async announce(trx: Queries<NoticeTables>, { began, ended }: Changes, now: number): Promise<void> {
      if (began.length + ended.length === 0) return
      const to = await addresses()
      for (const [state, troubles] of [
        ['began', began],
        ['ended', ended],
      ] as const)
        for (const trouble of troubles) {
          const data = dataOf(trouble, state)
          await insertNotices(trx, to, `${trouble.id} ${state}`, data, now)
          await webhook.insert(trx, `trouble.${state}`, { id: trouble.id, key: trouble.key, kind: trouble.kind, ...data }, now)
        }
    },

    /** Looks for due messages; call it after the commit. */
    wake(): void {
      wakeMail()
      webhook.wake()
    },

    /** Writes a mail that says it is a test; resolves to how many addresses get one. */
    async testMail(db: Queries<NoticeTables>, now: number): Promise<number> {
      const at = formatInstant(now)
      const test = { state: 'test', severity: 'notice', title: 'This is a test', beganAt: at, endedAt: null } as const
      const texts = {
        meaning: 'Nothing is wrong: somebody pressed “Send a test” in the back office.',
        action: 'Nothing is to be done.',
        link: '/admin/notices',
      }
      const to = await addresses()
      await insertNotices(db, to, `test ${randomUUID()}`, { ...test, ...texts }, now)
      wakeMail()
      return to.length
    },
  }
}

async function insertNotices(
  trx: Queries<NoticeTables>,
  to: readonly string[],
  about: string,
  data: NoticeData,
  now: number,
): Promise<void> {
  const mails = to.map((address) => ({
    key: `notice ${about} ${hash('sha256', address, 'base64url').slice(0, 22)}`,
    template: 'operator-notice',
    to: address,
    kind: 'account' as const,
    lang: 'en',
    units: 'metric' as const,
    timezone: 'UTC',
    data,
    dropAfter: now + DAY_MS,
  }))
  await insertMails(trx, mails, now)
}

function dataOf({ severity, title, meaning, action, link, beganAt, endedAt }: StoredTrouble, state: 'began' | 'ended'): NoticeData {
  const times = { beganAt: formatInstant(beganAt), endedAt: formatOptionalInstant(endedAt) }
  return { state, severity, title, meaning, action, link, ...times }
}
