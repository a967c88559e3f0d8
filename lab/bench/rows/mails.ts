import { compareMails } from '../mail.ts'
import type { MeasuredRow, Pace, Round } from '../table/row.ts'
import { sampleOf } from '../table/side-by-side.ts'

const MAILS = 3_000
const MAILS_IN_QUICK = 500

/** Digests through the outbox to an SMTP server that accepts all. */
export async function* mails({ rounds, isQuick }: Pace): AsyncGenerator<MeasuredRow> {
  const { bare, outbox } = await compareMails(isQuick ? MAILS_IN_QUICK : MAILS, rounds)
  const measured = outbox.map(({ perSecond }, round): Round => ({
    isobar: sampleOf(perSecond),
    yardstick: sampleOf(bare[round]?.perSecond ?? Number.NaN),
  }))
  yield { name: 'digests sent', unit: '/s', yardstick: 'bare nodemailer', goal: { ratio: 0.5 }, rounds: measured }
}
