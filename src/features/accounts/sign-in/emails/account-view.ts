import type { MailContext, MailView } from '../../../mail/templates/index.ts'
import type { AccountMailData } from '../../users/index.ts'

/** What all mails about an account share: a greeting, a single-use link, and its expiry. */
export function accountView(
  { displayName, token, validHours, invitedBy }: AccountMailData,
  kind: 'invite' | 'reset',
  path: string,
  { words, service, links }: MailContext,
): MailView {
  const introKey = kind === 'reset' ? 'account.reset.intro' : invitedBy === null ? 'account.invite.intro' : 'account.invite.introBy'
  return {
    preheader: words.t(`account.${kind}.preheader`),
    hello: words.t('account.hello', { name: displayName }),
    intro: words.t(introKey, { service, inviter: invitedBy ?? '' }),
    url: links.secret(`${path}/${token}`),
    until: words.t('account.until', { time: words.amountOf(validHours, 'hour') }),
    reason: words.t(`account.${kind}.reason`, { service }),
    credits: [],
    simulated: false,
    zone: null,
  }
}
