import { randomBytes } from 'node:crypto'
import type { RenderedMail } from '../outbox/index.ts'
import type { MailLinks } from './template.ts'

/**
 * Links of a mail that grant access to anyone who has them, such as a password reset or an unsubscribe link. An edited template never sees
 * them: it is rendered with placeholders, which are replaced once their positions have been checked. Whatever Liquid does to a placeholder
 * reveals nothing.
 */
export interface SecretLinks {
  /** The links of the mail, with placeholders for the secret ones. */
  readonly links: MailLinks
  /** The placeholders issued so far. */
  placeholders(): string[]
  /** Replaces the placeholders by the links. */
  reveal(rendered: RenderedMail): RenderedMail
}

/** `.invalid` is a reserved domain (RFC 2606). The rest cannot be guessed, so that no text of a mail matches it. */
const ORIGIN = `https://secret-link.invalid/${randomBytes(12).toString('hex')}`

/** Wraps the links of one mail so that `secret` returns placeholders. */
export function hideSecrets(links: MailLinks): SecretLinks {
  const hidden = new Map<string, string>()
  const hide = (link: string): string => {
    // As long as the link, so that lines wrap in the same places.
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
