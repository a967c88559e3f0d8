import type { RenderedMail } from './mail.ts'
import { type FoundAttribute, readHtml } from './read-html.ts'
import type { MailPart, TemplateFault } from './template.ts'

/** The URLs allowed in a mail rendered from an edited template. */
export interface LinkRules {
  /** Base of our own URLs: PUBLIC_URL with a trailing slash. */
  readonly home: string
  /** Placeholders of the secret links (see hideSecrets). */
  readonly placeholders: readonly string[]
  /** A mail about an account: only our own URLs. */
  readonly ownAddressesOnly: boolean
}

type Found = Omit<TemplateFault, 'line'> & { readonly about: string }

/** Attributes allowed on a secret link: none that tells third parties that it was followed. */
const SECRET_LINK_ATTRIBUTES = /^(?:href|target|rel|class|style|title|lang|dir|role|width|height|align|aria-[a-z]+)$/
const ADDRESSES = new Set(
  'href src srcset background poster action formaction data cite longdesc usemap profile codebase ping manifest lowsrc dynsrc xlink:href'.split(
    ' ',
  ),
)
/** What mail clients recognize as a URL in plain text. */
const ADDRESS_IN_TEXT = /[a-z][a-z0-9+.-]{0,30}:[/\\]{1,2}[^\s"'<>)]*|[/\\]{2}[^\s"'<>)]+|\bwww\.[^\s"'<>)]+|\bmailto:\S+/gi
const LOADING_CSS = /url\s*\(|image(?:-set)?\s*\(|src\s*\(|@import|expression\s*\(|\\/i
const MAX_FAULTS = 20

/**
 * Finds forbidden URLs in a rendered mail. A secret link may occur only as the whole `href` of a link, and as a separate word in the text
 * part: inside any other URL it would be sent to that URL's owner.
 */
export function findLinkFaults({ subject, html, text }: RenderedMail, rules: LinkRules): Found[] {
  const faults: Found[] = []
  const add = (part: MailPart, message: string, about: string): void => {
    if (faults.length < MAX_FAULTS) faults.push({ part, message, about })
  }
  const addForeign = (part: MailPart, address: string): void => {
    // Only the part before the placeholder comes from the editor.
    const written = rules.placeholders.reduce((address, placeholder) => address.split(placeholder, 1)[0] ?? '', address)
    add(part, `“${written.slice(0, 80)}” is not an address of this site. Account emails may only link to this site.`, written)
  }
  const foreign = (value: string): string | undefined =>
    rules.ownAddressesOnly ? (value.match(ADDRESS_IN_TEXT) ?? []).find((address) => !isAllowed(address, rules)) : undefined

  if (rules.placeholders.some((placeholder) => subject.includes(placeholder)))
    add('subject', 'A secret link is not allowed in the subject.', '')
  const inSubject = foreign(subject)
  if (inSubject !== undefined) addForeign('subject', inSubject)

  for (const placeholder of rules.placeholders) {
    for (let at = text.indexOf(placeholder); at >= 0; at = text.indexOf(placeholder, at + 1)) {
      const [before, after] = [text[at - 1] ?? ' ', text[at + placeholder.length] ?? ' ']
      if (/\S/.test(before) || /\S/.test(after)) add('text', 'A secret link must be separated by spaces or on its own line.', '')
    }
  }
  const inText = foreign(text)
  if (inText !== undefined) addForeign('text', inText)

  let secrets = 0
  readHtml(html, {
    refused: (message, about) => add('mjml', message, about),
    text(value) {
      const found = foreign(value)
      if (found !== undefined) addForeign('mjml', found)
    },
    element(name, attributes) {
      const isSecret = name === 'a' && attributes.some(({ name, value }) => name === 'href' && rules.placeholders.includes(value))
      if (isSecret) secrets++
      for (const attribute of attributes) checkAttribute(name, attribute, isSecret)
    },
  })
  // A placeholder anywhere else, as in a comment, title, style or other URL, makes the counts differ; the checks above cannot know every
  // place.
  if (secrets !== rules.placeholders.reduce((sum, placeholder) => sum + html.split(placeholder).length - 1, 0)) {
    add('mjml', 'A secret link must be the whole href of a link or button. Anywhere else it could leak.', '')
  }
  return faults

  function checkAttribute(element: string, { name, value }: FoundAttribute, isSecret: boolean): void {
    if (name.startsWith('on')) return add('mjml', `${name} is not allowed in an email.`, name)
    if (isSecret && !SECRET_LINK_ATTRIBUTES.test(name)) return add('mjml', `${name} is not allowed on a secret link.`, name)
    if (!rules.ownAddressesOnly) return
    if (name === 'style') {
      if (LOADING_CSS.test(value)) add('mjml', 'Styles in account emails must not load anything.', value.slice(0, 40))
    } else if (ADDRESSES.has(name)) {
      const isLink = element === 'a' && name === 'href'
      if (!(isLink || name === 'src') || !isAllowed(value, rules)) addForeign('mjml', value)
    } else if (!name.startsWith('xmlns')) {
      const found = foreign(value)
      if (found !== undefined) addForeign('mjml', found)
    }
  }
}

function isAllowed(address: string, { home, placeholders }: LinkRules): boolean {
  if (placeholders.includes(address)) return true
  if (!URL.canParse(address)) return false
  const [url, own] = [new URL(address), new URL(home)]
  return url.origin === own.origin && url.username === '' && url.password === '' && `${url.pathname}/`.startsWith(own.pathname)
}
