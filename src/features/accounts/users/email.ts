import { invalidField } from '../../../errors.ts'
import { deliverableAddress } from '../../../platform/mail/address.ts'

/** The address as mail is sent to it. @throws AppError `invalid_request` for what no mail can be sent to */
export function readEmail(text: string): string {
  const email = deliverableAddress(text.trim())
  if (email !== null) return email
  throw invalidField('email', 'must be an email address')
}
