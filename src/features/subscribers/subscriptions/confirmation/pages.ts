import { formatInstant } from '@isobar/weather'
import { maskEmail } from '../../../../platform/mail/address.ts'
import { type MailWords, getMailWords } from '../../../mail/catalogue/index.ts'
import type { MailedPage } from '../../../site/rendering/index.ts'
import { MAX_CITIES_PER_EMAIL } from '../limits.ts'
import { listSubscriptionNames, buildMailedPage, formatPreferencesPath } from '../links/pages.ts'
import type { PendingConfirmation, Confirmed } from './service.ts'

/** Asks for a click to confirm: link scanners follow links but do not press buttons. */
export function buildConfirmPage({ confirmation, waiting }: PendingConfirmation, token: string): MailedPage {
  const words = getMailWords(confirmation.lang)
  const [first] = waiting
  if (first === undefined) return nothingPage(words)
  return buildMailedPage(words, words.t('confirm.title'), {
    text: words.t('page.confirm.asked', { email: maskEmail(confirmation.email_key) }),
    list: listSubscriptionNames(waiting, words),
    form: {
      action: `/api/subscriptions/confirm?token=${token}`,
      fields: {},
      button: words.t('confirm.button'),
      until: words.t('confirm.until', { time: words.moment(formatInstant(confirmation.expires_at.getTime()), first.timezone) }),
    },
  })
}

/** Shows what a link has confirmed, and what exceeded the limit. */
export function buildConfirmedPage({ confirmation, confirmed, overLimit }: Confirmed): MailedPage {
  const words = getMailWords(confirmation.lang)
  const [first] = confirmed
  if (first === undefined) return nothingPage(words)
  const beyond = words.t('page.confirm.left', { n: overLimit.length, limit: MAX_CITIES_PER_EMAIL })
  return buildMailedPage(words, words.t('page.confirm.done.title'), {
    note: overLimit.length === 0 ? null : { isGood: false, text: beyond, list: [], undo: null },
    text: words.t('page.confirm.done', { email: maskEmail(confirmation.email_key) }),
    list: listSubscriptionNames(confirmed, words),
    links: [{ href: formatPreferencesPath(first), text: words.t('mail.preferences') }],
  })
}

function nothingPage(words: MailWords): MailedPage {
  return buildMailedPage(words, words.t('page.confirm.nothing.title'), { text: words.t('page.confirm.nothing') })
}
