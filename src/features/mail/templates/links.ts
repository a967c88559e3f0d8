import { writeCityPath } from '@isobar/weather'
import type { MailToRender } from './mail.ts'
import type { MailContext, MailLinks, MailParts, MailTemplate, MailView } from './template.ts'

/** The URL that a mail's header List-Unsubscribe names: it ends subscriptions at once, so no body may link to it. */
export function formatOneClickUrl(publicUrl: URL, { token, scope }: NonNullable<MailToRender['unsubscribe']>): string {
  return `${publicUrl.href.replace(/\/$/, '')}/api/unsubscribe?${new URLSearchParams({ token, ...(scope === null ? {} : { scope }) }).toString()}`
}

/**
 * The URLs that the body of a mail may link to: all under PUBLIC_URL. Scanners of mails open every link, so opening one changes nothing: what
 * it is for needs a button on its page.
 */
export function buildMailLinks(publicUrl: URL, unsubscribe: MailToRender['unsubscribe']): MailLinks {
  const base = publicUrl.href.replace(/\/$/, '')
  const page: MailLinks['page'] = (path, parameters) =>
    `${base}${path}${parameters === undefined ? '' : `?${new URLSearchParams(parameters).toString()}`}`
  return {
    home: `${base}/`,
    unsubscribe:
      unsubscribe === null
        ? null
        : page('/unsubscribe', {
            token: unsubscribe.token,
            ...(unsubscribe.scope === null ? {} : { scope: unsubscribe.scope }),
          }),
    preferences: unsubscribe === null ? null : page('/preferences', { token: unsubscribe.token }),
    weather: ({ name, lat, lon }) => page(writeCityPath({ name: name ?? '', lat, lon })),
    page,
    secret: page,
  }
}

/** The variables of every template besides those of its view. `subject` is added once it is rendered. */
interface FrameView {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** The sides where lines begin and end, for attributes and styles that know only left and right. */
  readonly start: 'left' | 'right'
  readonly end: 'left' | 'right'
  /** The name that signs mails. */
  readonly service: string
  readonly home: string
  readonly unsubscribe: string | null
  readonly preferences: string | null
}

/** All variables of a mail. @throws what the template's view throws */
export function buildMailView(template: MailTemplate, data: object, parts: MailParts, context: MailContext): MailView & FrameView {
  const { words, links, service } = context
  const isRtl = words.direction === 'rtl'
  return {
    ...template.view(data, parts, context),
    lang: words.language,
    dir: words.direction,
    start: isRtl ? 'right' : 'left',
    end: isRtl ? 'left' : 'right',
    service,
    home: links.home,
    unsubscribe: links.unsubscribe,
    preferences: links.preferences,
  }
}
