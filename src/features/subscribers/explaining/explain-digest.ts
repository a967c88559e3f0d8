import { formatInstant } from '@isobar/weather'
import type { Kysely } from 'kysely'
import { listMails, type MailTables } from '../../mail/outbox/index.ts'
import { findSuppressions, type SuppressionTables } from '../../mail/suppression/index.ts'
import type { SubscriptionAnswer } from '../alerting/index.ts'
import {
  DIGEST_FREQUENCIES,
  buildDigestMailKeyPrefix,
  type DigestTables,
  exportPersonDigests,
  computeDigestPeriod,
} from '../digests/index.ts'
import type { Subscription } from '../subscriptions/index.ts'

const MAX_MAILS = 5

/** Why a digest was or was not sent for a subscription: its period, and whether the address got it. */
export async function explainDigest(
  db: Kysely<DigestTables & MailTables & SuppressionTables>,
  row: Subscription,
  addressHash: string,
  now: number,
): Promise<SubscriptionAnswer> {
  const frequency = DIGEST_FREQUENCIES.find((each) => each === row.frequency) ?? 'weekly'
  const period = computeDigestPeriod(frequency, now)
  const delivered = (await exportPersonDigests(db, addressHash)).find((each) => each.frequency === frequency)
  const [suppression] = await findSuppressions(db, [addressHash])
  const isDelivered = delivered !== undefined && delivered.period >= period.from
  const { ended, confirmation } = row
  const result = ((): string => {
    if (ended !== null) return `no mail: the subscription ended ${formatInstant(ended.at)}${ended.by === null ? '' : ` by ${ended.by}`}`
    if (!confirmation.isConfirmed) return 'no mail: the subscription is not confirmed'
    if (suppression !== undefined)
      return `no mail: the address is suppressed since ${formatInstant(suppression.since)} (${suppression.reason})`
    if (isDelivered)
      return `the mail of this period was written ${formatInstant(delivered.deliveredAt.getTime())}; the next one is due after ${period.to}`
    return 'a mail is due: the next run writes it, if there is weather for its places'
  })()
  return {
    subscriptionId: row.id,
    placeName: row.cityName,
    at: now,
    result,
    sections: [
      {
        title: 'Period',
        lines: [
          `${frequency}: ${period.from} to ${period.to} (UTC)`,
          delivered === undefined
            ? 'no digest of this frequency was written to the address before'
            : `the last one was written ${formatInstant(delivered.deliveredAt.getTime())}, for the period from ${delivered.period}`,
        ],
      },
    ],
    mails: await listMails(db, {
      emailKey: row.emailKey,
      keyPrefix: buildDigestMailKeyPrefix(addressHash),
      from: 0,
      until: now,
      limit: MAX_MAILS,
    }),
  }
}
