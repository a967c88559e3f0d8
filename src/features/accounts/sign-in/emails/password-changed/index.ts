import { type MailTemplate, readMailSources, zoneText } from '../../../../mail/templates/index.ts'
import type { PasswordChangedData } from '../../../users/index.ts'

export const passwordChangedMail: MailTemplate<PasswordChangedData> = {
  id: 'password-changed',
  description: 'Notice that the password of an account was changed.',
  unsubscribable: false,
  ownerOnly: true,
  ...readMailSources(import.meta.url),
  view: ({ displayName, changedAt }, _parts, { words, service, links, timezone }) => ({
    preheader: words.t('account.changed.preheader'),
    hello: words.t('account.hello', { name: displayName }),
    intro: words.t('account.changed.intro', { service, time: words.moment(changedAt, timezone) }),
    url: links.page('/login'),
    reason: words.t('account.changed.reason', { service }),
    credits: [],
    simulated: false,
    zone: zoneText(changedAt, timezone, words),
  }),
  samples: [{ id: 'changed', timezone: 'UTC', parts: new Map(), data: { displayName: 'Ada', changedAt: '2026-11-24T09:30:00Z' } }],
}
