import { type MailTemplate, readMailSources } from '../../../../mail/templates/index.ts'
import type { TotpChangedData } from '../../../users/index.ts'
import { changeView } from '../account-view.ts'

const SAMPLE = { displayName: 'Ada', changedAt: '2026-11-24T09:30:00Z' }

export const totpChangedMail: MailTemplate<TotpChangedData> = {
  id: 'totp-changed',
  description: 'Notice that two-factor authentication of an account was turned on or off.',
  unsubscribable: false,
  ownerOnly: true,
  ...readMailSources(import.meta.url),
  view(data, _parts, context) {
    const { words, service, timezone } = context
    const { change, changedAt } = data
    const preheader = words.t('account.totp.notYou')
    const intro = words.t('account.totp.intro', { change, service, time: words.moment(changedAt, timezone) })
    return { ...changeView(data, { preheader, intro, reason: words.t('account.totp.reason', { service }) }, context), change }
  },
  samples: (['on', 'off'] as const).map((change) => ({
    id: change,
    timezone: 'UTC',
    parts: new Map(),
    data: { ...SAMPLE, change },
  })),
}
