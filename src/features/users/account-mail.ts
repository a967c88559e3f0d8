import type { Kysely } from 'kysely'
import type { Sealing } from '../../platform/secrets/sealing.ts'
import type { NewToken } from '../../platform/secrets/tokens.ts'
import { insertMails, type MailTables, type MailToRender } from '../mail/index.ts'
import type { LinkPurpose } from './tables.ts'
import type { User } from './user.ts'

/** Data of the templates `invite` and `reset-password`, as they are rendered. */
export interface AccountMailData {
  readonly displayName: string
  /** Of the link. */
  readonly token: string
  readonly validHours: number
  /** Who invites; null in the other mail, or when nobody with a name does. */
  readonly invitedBy: string | null
}

/** The same as the outbox keeps it: it holds no token that opens anything. */
interface KeptData extends Omit<AccountMailData, 'token'> {
  readonly sealedToken: string
}

const TEMPLATES: Readonly<Record<LinkPurpose, string>> = { invite: 'invite', reset: 'reset-password' }
/** What the token is sealed for. */
export const SEALED_FOR = 'token in a mail'

export interface AccountMail {
  readonly purpose: LinkPurpose
  readonly user: User
  readonly link: NewToken
  readonly lang: string
  readonly invitedBy: string | null
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

const HOUR_MS = 3_600_000

/** Writes the mail with a link into the outbox, in the caller's transaction. */
export async function insertAccountMail(db: Kysely<MailTables>, mail: AccountMail, sealing: Sealing, now: number): Promise<void> {
  const { purpose, user, link, lang, invitedBy, expiresAt } = mail
  const data: KeptData = {
    displayName: user.displayName,
    sealedToken: sealing.seal(SEALED_FOR, link.token),
    validHours: Math.round((expiresAt - now) / HOUR_MS),
    invitedBy,
  }
  const outgoing = { template: TEMPLATES[purpose], to: user.email, kind: 'account', lang, units: 'metric', timezone: 'UTC' } as const
  await insertMails(db, [{ ...outgoing, key: `${purpose} ${link.hash.toString('base64url')}`, data, dropAfter: expiresAt }], now)
}

/** A mail that is about to be rendered, with the token of its link if it is one of an account. @throws SealedError */
export function openAccountMail<M extends Pick<MailToRender, 'kind' | 'data'>>(mail: M, sealing: Sealing): M {
  if (mail.kind !== 'account' || !('sealedToken' in mail.data)) return mail
  const { sealedToken, ...rest } = mail.data as KeptData
  return { ...mail, data: { ...rest, token: sealing.open(SEALED_FOR, sealedToken) } satisfies AccountMailData }
}
