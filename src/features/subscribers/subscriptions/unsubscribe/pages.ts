import { toCalendarDay } from '@isobar/weather'
import { maskEmail } from '../../../../platform/mail/address.ts'
import { getMailWords } from '../../../mail/catalogue/index.ts'
import type { UnsubscribeScope } from '../../../mail/outbox/index.ts'
import type { MailedPage } from '../../../site/rendering/index.ts'
import { listSubscriptionNames, buildMailedPage, formatPreferencesPath } from '../links/pages.ts'
import type { Subscription } from '../subscription.ts'
import type { UnsubscribeQuestion, Unsubscribing } from './service.ts'

/** Asks for a click to unsubscribe: link scanners follow links but do not press buttons. */
export function buildUnsubscribePage({ named, subscriptions, isActive }: UnsubscribeQuestion, scope: UnsubscribeScope | null): MailedPage {
  const words = getMailWords(named.lang)
  const email = maskEmail(named.email)
  return buildMailedPage(words, words.t('mail.unsubscribe'), {
    text: words.t(`page.unsubscribe.${isActive ? 'asked' : 'nothing'}`, { email }),
    list: listSubscriptionNames(subscriptions, words),
    form: isActive ? { action: actionOf(named, scope), fields: {}, button: words.t('mail.unsubscribe'), until: '' } : null,
    links: [{ href: formatPreferencesPath(named), text: words.t('page.unsubscribe.rest') }],
  })
}

function actionOf({ unsubscribeToken: token }: Subscription, scope: UnsubscribeScope | null, more: Record<string, string> = {}): string {
  return `/api/unsubscribe?${new URLSearchParams({ token, ...(scope === null ? {} : { scope }), ...more }).toString()}`
}

/** Shows what a link has ended, with an undo. */
export function buildUnsubscribedPage({ named, subscriptions, undoBefore }: Unsubscribing, scope: UnsubscribeScope | null): MailedPage {
  const words = getMailWords(named.lang)
  return buildMailedPage(words, words.t('page.unsubscribe.title'), {
    text: words.t(`page.unsubscribe.${subscriptions.length === 0 ? 'nothing' : 'ended'}`, { email: maskEmail(named.email) }),
    list: listSubscriptionNames(subscriptions, words),
    form:
      undoBefore === null
        ? null
        : {
            action: actionOf(named, scope, { action: 'resubscribe' }),
            fields: {},
            button: words.t('page.unsubscribe.undo'),
            until: words.t('page.unsubscribe.undoUntil', { day: words.day(toCalendarDay(undoBefore, named.timezone)) }),
          },
    links: [{ href: formatPreferencesPath(named), text: words.t('page.unsubscribe.rest') }],
  })
}

/** Shows what an undo has restored. */
export function buildResubscribedPage({ named, subscriptions }: Unsubscribing): MailedPage {
  const words = getMailWords(named.lang)
  return buildMailedPage(words, words.t('page.resubscribe.title'), {
    text: words.t('page.resubscribe.back', { email: maskEmail(named.email) }),
    list: listSubscriptionNames(subscriptions, words),
    links: [{ href: formatPreferencesPath(named), text: words.t('page.unsubscribe.rest') }],
  })
}
