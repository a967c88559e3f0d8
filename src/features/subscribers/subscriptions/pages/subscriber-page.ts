import type { Html } from '../../../../platform/http/html.ts'
import type { MailWords } from '../../../mail/catalogue/index.ts'

/** A page for somebody who followed a link of a mail, in their language. */
export interface SubscriberPage {
  readonly title: string
  readonly words: MailWords
  readonly body: Html
}
