import { type MailTemplate, readMailSources } from '../../../../mail/templates/index.ts'
import type { SubscriptionType } from '../../../subscriptions/index.ts'
import { renderMessageHtml, extractPreheader } from './body.ts'

/** The data of one mail. Its content is shared by all mails of the message. */
export interface MessageData {
  /** Id of the part. */
  readonly part: string
  /** Whether it is sent to newsletter readers; if not, to other subscribers or to this one address. */
  readonly newsletter: boolean
  /** Whether it is sent to subscribers of something else. */
  readonly subscribers?: boolean
}

/** The data of a mail to a subscriber of that type; null: to one address. */
export function buildMessageData(part: string, type: SubscriptionType | null): MessageData {
  return { part, newsletter: type === 'newsletter', subscribers: type !== null && type !== 'newsletter' }
}

export interface MessagePart {
  readonly title: string
  /** Markdown. */
  readonly text: string
  /** HTML made from `text` when the message was composed; missing in rows of earlier releases. */
  readonly html?: string
}

const SAMPLE = 'message sample'
const PARTS = new Map([
  [
    SAMPLE,
    {
      title: 'New: warnings for your places',
      text: '# Warnings\n\nFrom **today** on you can get warnings for your places by email:\n\n- rain and snow\n- storms\n- heat',
    } satisfies MessagePart,
  ],
])

export const messageMail: MailTemplate<MessageData> = {
  id: 'message',
  description: 'A message by an administrator to newsletter subscribers or to one address.',
  unsubscribable: true,
  ...readMailSources(import.meta.url),
  view({ part, newsletter, subscribers = false }, parts, { words, service }) {
    const message = parts.get(part) as MessagePart | undefined
    if (message === undefined) throw new Error('The text of the message was deleted.')
    const html = message.html ?? renderMessageHtml(message.text)
    return {
      preheader: extractPreheader(html),
      title: message.title,
      html,
      text: message.text,
      reason: words.t(newsletter ? 'message.reason.newsletter' : subscribers ? 'message.reason.subscriber' : 'message.reason.direct', {
        service,
      }),
      credits: [],
      simulated: false,
      zone: null,
    }
  },
  samples: [
    { id: 'to-readers', timezone: 'UTC', parts: PARTS, data: { part: SAMPLE, newsletter: true } },
    { id: 'to-one', timezone: 'UTC', parts: PARTS, data: { part: SAMPLE, newsletter: false } },
    { id: 'to-subscribers', timezone: 'UTC', parts: PARTS, data: { part: SAMPLE, newsletter: false, subscribers: true } },
  ],
}
