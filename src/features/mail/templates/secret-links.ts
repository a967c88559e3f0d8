import { randomBytes } from 'node:crypto'
import type { RenderedMail } from './mail.ts'
import type { MailLinks } from './template.ts'

/** `.invalid` is a reserved domain (RFC 2606). The rest cannot be guessed, so that no text of a mail matches it. */
const ORIGIN = `https://secret-link.invalid/${randomBytes(12).toString('hex')}`

/**
 * Hides the links of a mail that grant access to anyone who has them, such as a password reset or an unsubscribe link. An edited template
 * never sees them: it is rendered with placeholders, which are replaced once their positions have been checked. Whatever Liquid does to a
 * placeholder reveals nothing.
 */
export function hideSecrets(links: MailLinks) {
  const hidden = new Map<string, string>()
  const hide = (link: string): string => {
    // As long as the link, so that lines wrap in the same places.
    const placeholder = `${ORIGIN}/${hidden.size}/`.padEnd(link.length, 'x')
    hidden.set(placeholder, link)
    return placeholder
  }
  return {
    /** The links of the mail, with placeholders for the secret ones. */
    links: {
      ...links,
      unsubscribe: links.unsubscribe === null ? null : hide(links.unsubscribe),
      preferences: links.preferences === null ? null : hide(links.preferences),
      secret: (path, parameters) => hide(links.secret(path, parameters)),
    } satisfies MailLinks,
    /** The placeholders issued so far. */
    placeholders: (): string[] => [...hidden.keys()],
    /** Replaces the placeholders by the links. */
    reveal({ subject, html, text }: RenderedMail): RenderedMail {
      let [revealedHtml, revealedText] = [html, text]
      for (const [placeholder, link] of hidden) {
        revealedHtml = revealedHtml.replaceAll(placeholder, () => link.replaceAll('&', '&amp;'))
        revealedText = revealedText.replaceAll(placeholder, () => link)
      }
      return { subject, html: revealedHtml, text: revealedText }
    },
  }
}
