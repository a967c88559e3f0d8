import { AppError } from '../../errors.ts'
import { addressKeyOf, deliverableAddress } from '../../platform/mail/address.ts'

/** The address as mail is sent to it. @throws AppError `invalid_request` for what no mail can be sent to */
export function readEmail(text: string): string {
  const email = deliverableAddress(text.trim())
  if (email !== null) return email
  const message = 'must be an e-mail address'
  throw new AppError('invalid_request', `email ${message}`, { details: [{ path: 'email', message }] })
}

/** Who an address is, however it is written; for what is no address, something that nobody has. */
export function accountKeyOf(text: string): string {
  return addressKeyOf(text)
}
