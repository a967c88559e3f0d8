import type { UnitSystem } from '@isobar/weather'
import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import type { MailKind, UnsubscribeScope, MailToRender } from '../templates/index.ts'

/** A mail to send. Its body is rendered when it is sent. */
export interface OutgoingMail {
  /**
   * Unique forever: what, to whom, for which period or event. Contains no plain address (use `keyedHash('address', emailKey)`); at most 300
   * characters.
   */
  readonly key: string
  /** A registered template's id. */
  readonly template: string
  /** The address, already validated. */
  readonly to: string
  readonly kind: MailKind
  readonly lang: string
  readonly units: UnitSystem
  /** IANA zone. */
  readonly timezone: string
  /** The template's data: canonical units, instants as ISO text; less than 64 KB. */
  readonly data: object
  /** Ids of the shared parts that the data refers to (see insertParts). */
  readonly parts?: readonly string[]
  /** What unsubscribing ends; scope null: only the subscription that the token names. */
  readonly unsubscribe?: { readonly token: string; readonly scope: UnsubscribeScope | null }
  /** Epoch milliseconds; not sent before. */
  readonly notBefore?: number
  /** Epoch milliseconds; not sent after it. */
  readonly dropAfter?: number
  /** The job run that created it. */
  readonly runId?: string
}

/** Replaces the link token in data that the outbox keeps, since the outbox must hold no credentials. */
export interface SealedToken {
  readonly sealedToken: string
}

const PURPOSE = 'token in a mail'

/** The data of a mail as the outbox keeps it. */
export function sealToken<Data extends { readonly token: string }>(
  { token, ...rest }: Data,
  sealing: Pick<Sealing, 'seal'>,
): Omit<Data, 'token'> & SealedToken {
  return { ...rest, sealedToken: sealing.seal(PURPOSE, token) }
}

/** The mail with its link token opened, if it has one; called just before rendering. @throws SealedError */
export function openToken<M extends Pick<MailToRender, 'data'>>(mail: M, sealing: Pick<Sealing, 'open'>): M {
  if (!('sealedToken' in mail.data)) return mail
  const { sealedToken, ...rest } = mail.data as SealedToken
  return { ...mail, data: { ...rest, token: sealing.open(PURPOSE, sealedToken) } }
}

/** When a token is lost, its mail is deleted: nobody could follow its link. */
export const SEALED_MAIL_PLACES: readonly SealedPlace[] = [
  { table: 'mail_outbox', key: 'id', column: 'data', field: 'sealedToken', purpose: () => PURPOSE, lost: 'delete' },
]
