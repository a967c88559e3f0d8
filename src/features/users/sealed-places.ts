import type { SealedPlace } from '../../platform/secrets/sealed-place.ts'
import { SEALED_FOR } from './account-mail.ts'

/** Tokens in mails of accounts. Where one is lost, its mail goes: nobody could follow its link. */
export const SEALED_MAIL_PLACES: readonly SealedPlace[] = [
  { table: 'mail_outbox', key: 'id', column: 'data', field: 'sealedToken', purpose: () => SEALED_FOR, lost: 'delete' },
]
