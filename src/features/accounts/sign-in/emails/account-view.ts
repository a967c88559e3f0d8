import { type MailContext, type MailView, zoneText } from '../../../mail/templates/index.ts'
import type { AccountMailData, PasswordChangedData } from '../../users/index.ts'

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

/** What all notifications of a changed credential share: a greeting, and the way to the sign-in page. */
export function changeView(
  { displayName, changedAt }: PasswordChangedData,
  texts: { readonly preheader: string; readonly intro: string; readonly reason: string },
  { words, links, timezone }: MailContext,
): MailView {
  return {
    hello: words.t('account.hello', { name: displayName }),
    ...texts,
    url: links.page('/login'),
    credits: [],
    simulated: false,
    zone: zoneText(changedAt, timezone, words),
  }
}
