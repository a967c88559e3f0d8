import { type MailContext, type MailTemplate, type MailView, readMailSources, formatZoneNote } from '../../../mail/templates/index.ts'
import type { AccountMailData, PasskeyChangedData, PasswordChangedData, TotpChangedData } from '../../users/index.ts'

const LINK = { displayName: 'Grace', token: 'c2FtcGxlLXRva2VuLXRoYXQtb3BlbnMtbm90aGluZy0', validHours: 72 }
const CHANGE = { displayName: 'Ada', changedAt: '2026-11-24T09:30:00Z' }

export const inviteMail = accountMail<AccountMailData>({
  id: 'invite',
  description: 'Invitation to the back office.',
  view: (data, context) => linkView(data, 'invite', '/invite', context),
  samples: { 'by-an-owner': { ...LINK, invitedBy: 'ada@example.org' }, 'by-nobody': { ...LINK, invitedBy: null } },
})

export const resetPasswordMail = accountMail<AccountMailData>({
  id: 'reset-password',
  description: 'Link to set a new password.',
  view: (data, context) => linkView(data, 'reset', '/reset-password', context),
  samples: { asked: { ...LINK, displayName: 'Ada', validHours: 1, invitedBy: null } },
})

export const passwordChangedMail = accountMail<PasswordChangedData>({
  id: 'password-changed',
  description: 'Notice that the password of an account was changed.',
  view(data, context) {
    const { words, service, timezone } = context
    const preheader = words.t('account.changed.preheader')
    const intro = words.t('account.changed.intro', { service, time: words.moment(data.changedAt, timezone) })
    return changeView(data, { preheader, intro, reason: words.t('account.changed.reason', { service }) }, context)
  },
  samples: { changed: CHANGE },
})

export const passkeyChangedMail = accountMail<PasskeyChangedData>({
  id: 'passkey-changed',
  description: 'Notice that a passkey of an account was added or removed.',
  view(data, context) {
    const { words, service, timezone } = context
    const { change, passkey, changedAt } = data
    const preheader = words.t('account.passkey.notYou')
    const intro = words.t('account.passkey.intro', { change, passkey, service, time: words.moment(changedAt, timezone) })
    return { ...changeView(data, { preheader, intro, reason: words.t('account.passkey.reason', { service }) }, context), change }
  },
  samples: {
    added: { ...CHANGE, passkey: 'Firefox on Windows', change: 'added' },
    removed: { ...CHANGE, passkey: 'Firefox on Windows', change: 'removed' },
  },
})

export const totpChangedMail = accountMail<TotpChangedData>({
  id: 'totp-changed',
  description: 'Notice that two-factor authentication of an account was turned on or off.',
  view(data, context) {
    const { words, service, timezone } = context
    const { change, changedAt } = data
    const preheader = words.t('account.totp.notYou')
    const intro = words.t('account.totp.intro', { change, service, time: words.moment(changedAt, timezone) })
    return { ...changeView(data, { preheader, intro, reason: words.t('account.totp.reason', { service }) }, context), change }
  },
  samples: { on: { ...CHANGE, change: 'on' }, off: { ...CHANGE, change: 'off' } },
})

interface AccountMail<Data> {
  readonly id: string
  readonly description: string
  readonly view: (data: Data, context: MailContext) => MailView
  /** By their ids. */
  readonly samples: Readonly<Record<string, Data>>
}

/** A mail about an account, whose sources are in the folder with its id. */
function accountMail<Data extends object>({ id, description, view, samples }: AccountMail<Data>): MailTemplate<Data> {
  return {
    id,
    description,
    unsubscribable: false,
    ownerOnly: true,
    ...readMailSources(new URL(`${id}/`, import.meta.url).href),
    view: (data, _parts, context) => view(data, context),
    samples: Object.entries(samples).map(([sample, data]) => ({ id: sample, timezone: 'UTC', parts: new Map(), data })),
  }
}

/** What mails with a link share: a greeting, the single-use link, and its expiry. */
function linkView(
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
function changeView(
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
    zone: formatZoneNote(changedAt, timezone, words),
  }
}
