import PostalMime, { type Email } from 'postal-mime'
import type { TestSmtpServer } from '../helpers/smtp-server.ts'
import { until } from '../helpers/until.ts'

/** The nth mail to that address, counted from 1, once it has arrived. */
export async function mailTo({ mails }: TestSmtpServer, address: string, nth = 1): Promise<Email> {
  const found = () => mails.filter(({ to }) => to === address)[nth - 1]
  await until(`mail ${nth} to ${address} has arrived`, () => found() !== undefined)
  return PostalMime.parse(found()?.raw ?? '')
}
