import type { MailWords } from '../../../mail/catalogue/index.ts'
import { formatInstant } from '../../../../domain/instant.ts'
import type { Asked, Confirmed } from '../confirmation.ts'
import { maskEmail } from '../../../../platform/mail/address.ts'
import { MAX_CITIES_PER_EMAIL } from '../limits.ts'
import type { SubscriberPage } from './subscriber-page.ts'
import { html } from '../../../../platform/http/html.ts'
import { listOf } from './told.ts'

/** Asks for the one click that confirms: programs that follow links press no buttons. */
export function confirmPage({ confirmation, waiting }: Asked, token: string, words: MailWords): SubscriberPage {
  const [first] = waiting
  if (first === undefined) return nothingPage(words)
  return {
    title: words.t('confirm.title'),
    words,
    body: html`<p>${words.t('page.confirm.asked', { email: maskEmail(confirmation.emailKey) })}</p>
      ${listOf(waiting, words)}
      <form method="post" action="/api/subscriptions/confirm?token=${token}">
        <p><button>${words.t('confirm.button')}</button></p>
      </form>
      <p class="soft">${words.t('confirm.until', { time: words.moment(formatInstant(confirmation.expiresAt), first.timezone) })}</p>`,
  }
}

export function confirmedPage({ confirmation, confirmed, left }: Confirmed, words: MailWords): SubscriberPage {
  const [first] = confirmed
  if (first === undefined) return nothingPage(words)
  return {
    title: words.t('page.confirm.done.title'),
    words,
    body: html`<p>${words.t('page.confirm.done', { email: maskEmail(confirmation.emailKey) })}</p>
      ${listOf(confirmed, words)}
      ${left.length === 0 ? null : html`<p class="note bad">${words.t('page.confirm.left', { n: left.length, limit: MAX_CITIES_PER_EMAIL })}</p>`}
      <p class="last"><a href="/preferences?token=${first.unsubscribeToken}">${words.t('mail.preferences')}</a></p>`,
  }
}

function nothingPage(words: MailWords): SubscriberPage {
  return { title: words.t('page.confirm.nothing.title'), words, body: html`<p>${words.t('page.confirm.nothing')}</p>` }
}
