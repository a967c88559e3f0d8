import { randomUUID } from 'node:crypto'
import { type Instant, formatInstant } from '@isobar/weather'
import type { Kysely } from 'kysely'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import type { NewToken } from '../../../platform/secrets/tokens.ts'
import { HOUR_MS } from '../../../time.ts'
import { insertMails, type MailTables, sealToken } from '../../mail/outbox/index.ts'
import type { LinkPurpose } from './tables.ts'
import type { User } from './user.ts'

/** Data of the templates `invite` and `reset-password`. */
export interface AccountMailData {
  readonly displayName: string
  /** The link's token. */
  readonly token: string
  readonly validHours: number
  /** Who invites; null in a reset mail, or when no named person invites. */
  readonly invitedBy: string | null
}

const TEMPLATES: Readonly<Record<LinkPurpose, string>> = { invite: 'invite', reset: 'reset-password' }

export interface AccountMail {
  readonly purpose: LinkPurpose
  readonly user: User
  readonly link: NewToken
  readonly lang: string
  readonly invitedBy: string | null
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** Writes the mail with a link into the outbox, in the caller's transaction. */
export async function insertAccountMail(db: Kysely<MailTables>, mail: AccountMail, sealing: Sealing, now: number): Promise<void> {
  const { purpose, user, link, lang, invitedBy, expiresAt } = mail
  const validHours = Math.round((expiresAt - now) / HOUR_MS)
  const data = sealToken<AccountMailData>({ displayName: user.displayName, token: link.token, validHours, invitedBy }, sealing)
  const outgoing = { template: TEMPLATES[purpose], to: user.email, kind: 'account', lang, units: 'metric', timezone: 'UTC' } as const
  await insertMails(db, [{ ...outgoing, key: `${purpose} ${link.hash.toString('base64url')}`, data, dropAfter: expiresAt }], now)
}

/** Data of the template `password-changed`, and part of the others that tell of a change. */
export interface PasswordChangedData {
  readonly displayName: string
  readonly changedAt: Instant
}

/** Data of the template `passkey-changed`. */
export interface PasskeyChangedData extends PasswordChangedData {
  readonly change: 'added' | 'removed'
  /** Its name. */
  readonly passkey: string
}

/** Data of the template `totp-changed`. */
export interface TotpChangedData extends PasswordChangedData {
  readonly change: 'on' | 'off'
}

/** A change of how somebody signs in, with the template of its notification. */
export type CredentialChange =
  | { readonly template: 'password-changed' }
  | ({ readonly template: 'passkey-changed' } & Pick<PasskeyChangedData, 'change' | 'passkey'>)
  | ({ readonly template: 'totp-changed' } & Pick<TotpChangedData, 'change'>)

/** Writes the notification of a change into the outbox, in the caller's transaction. */
export async function insertCredentialChanged(
  db: Kysely<MailTables>,
  { displayName, email }: Pick<User, 'displayName' | 'email'>,
  { template, ...change }: CredentialChange,
  lang: string,
  now: number,
): Promise<void> {
  const data = { displayName, ...change, changedAt: formatInstant(now) }
  const outgoing = { template, to: email, lang, kind: 'account', units: 'metric', timezone: 'UTC' } as const
  await insertMails(db, [{ ...outgoing, key: `${template} ${randomUUID()}`, data }], now)
}
