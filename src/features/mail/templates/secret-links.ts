import { randomBytes } from 'node:crypto'
import type { RenderedMail } from '../outbox/index.ts'
import type { MailLinks } from './template.ts'

/**
 * Links of a mail that open something for whoever has them: a password's reset, an unsubscription. A template that was edited never sees
 * them: it is rendered with placeholders, and the links take their places once it is known where each of those stands. Whatever Liquid does to
 * a placeholder, nothing can be learned from it.
 */
export interface SecretLinks {
  /** The links of the mail, with placeholders for the secret ones. */
  readonly links: MailLinks
  /** Those that were given out so far. */
  placeholders(): string[]
  /** Puts the links in the places of their placeholders. */
  reveal(rendered: RenderedMail): RenderedMail
}

/** `.invalid` is nobody's domain (RFC 2606). The rest cannot be guessed, so that no text of a mail is taken for one. */
const ORIGIN = `https://secret-link.invalid/${randomBytes(12).toString('hex')}`

export function hideSecrets(links: MailLinks): SecretLinks {
  const hidden = new Map<string, string>()
  const hide = (link: string): string => {
    // As long as the link, so that lines are wrapped as they would be.
    const placeholder = `${ORIGIN}/${hidden.size}/`.padEnd(link.length, 'x')
    hidden.set(placeholder, link)
    return placeholder
  }
  return {
    links: {
      ...links,
      unsubscribe: links.unsubscribe === null ? null : hide(links.unsubscribe),
      preferences: links.preferences === null ? null : hide(links.preferences),
      secret: (path, parameters) => hide(links.secret(path, parameters)),
    },
    placeholders: () => [...hidden.keys()],
    reveal({ subject, html, text }) {
      let [revealedHtml, revealedText] = [html, text]
      for (const [placeholder, link] of hidden) {
        revealedHtml = revealedHtml.replaceAll(placeholder, () => link.replaceAll('&', '&amp;'))
        revealedText = revealedText.replaceAll(placeholder, () => link)
      }
      return { subject, html: revealedHtml, text: revealedText }
    },
  }
}
