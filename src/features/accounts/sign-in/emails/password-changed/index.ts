import { type MailTemplate, readMailSources } from '../../../../mail/templates/index.ts'
import type { PasswordChangedData } from '../../../users/index.ts'
import { changeView } from '../account-view.ts'

export const passwordChangedMail: MailTemplate<PasswordChangedData> = {
  id: 'password-changed',
  description: 'Notice that the password of an account was changed.',
  unsubscribable: false,
  ownerOnly: true,
  ...readMailSources(import.meta.url),
  view(data, _parts, context) {
    const { words, service, timezone } = context
    const preheader = words.t('account.changed.preheader')
    const intro = words.t('account.changed.intro', { service, time: words.moment(data.changedAt, timezone) })
    return changeView(data, { preheader, intro, reason: words.t('account.changed.reason', { service }) }, context)
  },
  samples: [{ id: 'changed', timezone: 'UTC', parts: new Map(), data: { displayName: 'Ada', changedAt: '2026-11-24T09:30:00Z' } }],
}
