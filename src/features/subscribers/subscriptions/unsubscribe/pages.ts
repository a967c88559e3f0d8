import { calendarDayAt } from '../../../../domain/local-time.ts'
import { maskEmail } from '../../../../platform/mail/address.ts'
import { mailWords } from '../../../mail/catalogue/index.ts'
import type { UnsubscribeScope } from '../../../mail/outbox/index.ts'
import type { MailedPage } from '../../../site/rendering/index.ts'
import { namesOf, pageOf, preferencesPath } from '../links/pages.ts'
import type { Unsubscribing } from './service.ts'

/** Shows what a link has ended, with an undo. */
export function unsubscribedPage({ named, subscriptions, undoBefore }: Unsubscribing, scope: UnsubscribeScope | null): MailedPage {
  const words = mailWords(named.lang, named.units)
  const query = new URLSearchParams({ token: named.unsubscribeToken, ...(scope === null ? {} : { scope }), action: 'resubscribe' })
  return pageOf(words, words.t('page.unsubscribe.title'), {
    text: words.t(`page.unsubscribe.${subscriptions.length === 0 ? 'nothing' : 'ended'}`, { email: maskEmail(named.email) }),
    list: namesOf(subscriptions, words),
    form:
      undoBefore === null
        ? null
        : {
            action: `/api/unsubscribe?${query.toString()}`,
            fields: {},
            button: words.t('page.unsubscribe.undo'),
            until: words.t('page.unsubscribe.undoUntil', { day: words.day(calendarDayAt(undoBefore, named.timezone)) }),
          },
    links: [{ href: preferencesPath(named), text: words.t('page.unsubscribe.rest') }],
  })
}

/** Shows what an undo has restored. */
export function resubscribedPage({ named, subscriptions }: Unsubscribing): MailedPage {
  const words = mailWords(named.lang, named.units)
  return pageOf(words, words.t('page.resubscribe.title'), {
    text: words.t('page.resubscribe.back', { email: maskEmail(named.email) }),
    list: namesOf(subscriptions, words),
    links: [{ href: preferencesPath(named), text: words.t('page.unsubscribe.rest') }],
  })
}
