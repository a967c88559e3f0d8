import { buildInvalidFieldError } from '../../../errors.ts'
import { toDeliverableAddress } from '../../../platform/mail/address.ts'

/** Parses an address to the form used for sending. @throws AppError `invalid_request` for an undeliverable one */
export function readEmail(text: string): string {
  const email = toDeliverableAddress(text.trim())
  if (email !== null) return email
  throw buildInvalidFieldError('email', 'must be an email address')
}
