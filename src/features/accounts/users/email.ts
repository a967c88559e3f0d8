import { invalidField } from '../../../errors.ts'
import { deliverableAddress } from '../../../platform/mail/address.ts'

/** Parses an address to the form used for sending. @throws AppError `invalid_request` for an undeliverable one */
export function readEmail(text: string): string {
  const email = deliverableAddress(text.trim())
  if (email !== null) return email
  throw invalidField('email', 'must be an email address')
}
