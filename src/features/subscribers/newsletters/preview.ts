import type { Language } from '../../../messages/languages.ts'
import { type RenderedMail, type RenderMail, SAMPLE_TOKEN } from '../../mail/templates/index.ts'
import { kindOf, type SubscriptionType } from '../subscriptions/index.ts'
import { messageData, type MessagePart } from './emails/message/index.ts'
import type { MessageWriter } from './message-writer.ts'

const PART = 'preview'

/** Renders a message as its readers would get it. @throws AppError `invalid_request` when its text takes too much to convert */
export function createMessagePreview({ render, writer }: { readonly render: RenderMail; readonly writer: Pick<MessageWriter, 'html'> }) {
  return async (
    { subject, body }: { readonly subject: string; readonly body: string },
    lang: Language,
    type: SubscriptionType,
  ): Promise<RenderedMail> => {
    const text = body.toWellFormed()
    const part: MessagePart = { title: subject.toWellFormed().trim(), text, html: await writer.html(text) }
    return render({
      id: PART,
      template: 'message',
      kind: 'message',
      lang,
      units: 'metric',
      timezone: 'UTC',
      data: messageData(PART, type),
      parts: new Map([[PART, part]]),
      unsubscribe: { token: SAMPLE_TOKEN, scope: kindOf(type) },
    })
  }
}
