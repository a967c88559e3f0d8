import type { SealedPlace } from '../../../platform/secrets/sealed-place.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import type { MailToRender } from './outgoing.ts'

/** What data with the token of a link becomes in the outbox, which must not hold what opens something. */
export interface SealedToken {
  readonly sealedToken: string
}

const PURPOSE = 'token in a mail'

/** Data of a mail as the outbox keeps it. */
export function sealToken<Data extends { readonly token: string }>(
  { token, ...rest }: Data,
  sealing: Pick<Sealing, 'seal'>,
): Omit<Data, 'token'> & SealedToken {
  return { ...rest, sealedToken: sealing.seal(PURPOSE, token) }
}

/** A mail that is about to be rendered, with the token of its link if it has one. @throws SealedError */
export function openToken<M extends Pick<MailToRender, 'data'>>(mail: M, sealing: Pick<Sealing, 'open'>): M {
  if (!('sealedToken' in mail.data)) return mail
  const { sealedToken, ...rest } = mail.data as SealedToken
  return { ...mail, data: { ...rest, token: sealing.open(PURPOSE, sealedToken) } }
}

/** Where one is lost, its mail goes: nobody could follow its link. */
export const SEALED_MAIL_PLACES: readonly SealedPlace[] = [
  { table: 'mail_outbox', key: 'id', column: 'data', field: 'sealedToken', purpose: () => PURPOSE, lost: 'delete' },
]
