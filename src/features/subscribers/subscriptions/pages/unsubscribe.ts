import type { MailWords } from '../../../mail/catalogue/index.ts'
import { calendarDayAt } from '../../../../domain/local-time.ts'
import { maskEmail } from '../../../../platform/mail/address.ts'
import type { Unsubscribing, UnsubscribeScope } from '../unsubscribing.ts'
import type { SubscriberPage } from './subscriber-page.ts'
import { html } from '../../../../platform/http/html.ts'
import { listOf } from './told.ts'

/** What a link has ended, with a way back. */
export function unsubscribedPage(
  { named, subscriptions, undoBefore }: Unsubscribing,
  scope: UnsubscribeScope | null,
  words: MailWords,
): SubscriberPage {
  const email = maskEmail(named.email)
  const parameters = new URLSearchParams({ token: named.unsubscribeToken, ...(scope === null ? {} : { scope }), action: 'resubscribe' })
  const undo =
    undoBefore === null
      ? null
      : html`<form method="post" action="/api/unsubscribe?${parameters.toString()}">
          <p><button>${words.t('page.unsubscribe.undo')}</button></p>
          <p class="soft">${words.t('page.unsubscribe.undoUntil', { day: words.day(calendarDayAt(undoBefore, named.timezone)) })}</p>
        </form>`
  return {
    title: words.t('page.unsubscribe.title'),
    words,
    body: html` ${
      subscriptions.length === 0
        ? html`<p>${words.t('page.unsubscribe.nothing', { email })}</p>`
        : html`<p>${words.t('page.unsubscribe.ended', { email })}</p>
            ${listOf(subscriptions, words)}`
    }
    ${undo} ${preferencesLink(named.unsubscribeToken, words)}`,
  }
}

/** What an undo has brought back. */
export function resubscribedPage({ named, subscriptions }: Unsubscribing, words: MailWords): SubscriberPage {
  return {
    title: words.t('page.resubscribe.title'),
    words,
    body: html`<p>${words.t('page.resubscribe.back', { email: maskEmail(named.email) })}</p>
      ${listOf(subscriptions, words)} ${preferencesLink(named.unsubscribeToken, words)}`,
  }
}

function preferencesLink(token: string, words: MailWords) {
  return html`<p class="last"><a href="/preferences?token=${token}">${words.t('page.unsubscribe.rest')}</a></p>`
}
