import type { ErrorCode } from '../../../../errors.ts'
import type { MailWords } from '../../../mail/catalogue/index.ts'
import type { SubscriberPage } from './subscriber-page.ts'
import { html } from '../../../../platform/http/html.ts'

type Trouble = 'link' | 'limit' | 'busy' | 'other'

/** What the error is to somebody who followed a link. */
export function errorPage(code: ErrorCode, isTheLink: boolean, words: MailWords): SubscriberPage {
  const trouble = troubleOf(code, isTheLink)
  return { title: words.t(`page.error.${trouble}.title`), words, body: html`<p>${words.t(`page.error.${trouble}`)}</p>` }
}

function troubleOf(code: ErrorCode, isTheLink: boolean): Trouble {
  if (code === 'limit_reached') return 'limit'
  if (code === 'rate_limited' || code === 'service_unavailable') return 'busy'
  return code === 'not_found' || isTheLink ? 'link' : 'other'
}
