import { type MailTemplate, readMailSources, zoneText } from '../../../../mail/templates/index.ts'
import type { PasskeyChangedData } from '../../../users/index.ts'

const SAMPLE = { displayName: 'Ada', passkey: 'Firefox on Windows', changedAt: '2026-11-24T09:30:00Z' }

export const passkeyChangedMail: MailTemplate<PasskeyChangedData> = {
  id: 'passkey-changed',
  description: 'Notice that a passkey of an account was added or removed.',
  unsubscribable: false,
  ownerOnly: true,
  ...readMailSources(import.meta.url),
  view: ({ displayName, change, passkey, changedAt }, _parts, { words, service, links, timezone }) => ({
    change,
    preheader: words.t('account.passkey.notYou'),
    hello: words.t('account.hello', { name: displayName }),
    intro: words.t('account.passkey.intro', { change, passkey, service, time: words.moment(changedAt, timezone) }),
    url: links.page('/login'),
    reason: words.t('account.passkey.reason', { service }),
    credits: [],
    simulated: false,
    zone: zoneText(changedAt, timezone, words),
  }),
  samples: (['added', 'removed'] as const).map((change) => ({
    id: change,
    timezone: 'UTC',
    parts: new Map(),
    data: { ...SAMPLE, change },
  })),
}
