import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import type { MailToRender } from './outgoing.ts'

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
