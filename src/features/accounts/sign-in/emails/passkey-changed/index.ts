import { type MailTemplate, readMailSources } from '../../../../mail/templates/index.ts'
import type { PasskeyChangedData } from '../../../users/index.ts'
import { changeView } from '../account-view.ts'

const SAMPLE = { displayName: 'Ada', passkey: 'Firefox on Windows', changedAt: '2026-11-24T09:30:00Z' }

export const passkeyChangedMail: MailTemplate<PasskeyChangedData> = {
  id: 'passkey-changed',
  description: 'Notice that a passkey of an account was added or removed.',
  unsubscribable: false,
  ownerOnly: true,
  ...readMailSources(import.meta.url),
  view(data, _parts, context) {
    const { words, service, timezone } = context
    const { change, passkey, changedAt } = data
    const preheader = words.t('account.passkey.notYou')
    const intro = words.t('account.passkey.intro', { change, passkey, service, time: words.moment(changedAt, timezone) })
    return { ...changeView(data, { preheader, intro, reason: words.t('account.passkey.reason', { service }) }, context), change }
  },
  samples: (['added', 'removed'] as const).map((change) => ({
    id: change,
    timezone: 'UTC',
    parts: new Map(),
    data: { ...SAMPLE, change },
  })),
}
