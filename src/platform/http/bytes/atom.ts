import { XML_DECLARATION, writeXmlElement, writeXmlLeaf, escapeXml } from './xml.ts'

export const ATOM_TYPE = 'application/atom+xml; charset=utf-8'

/** A link of a feed or an entry (RFC 4287 §4.2.7). */
export interface AtomLink {
  readonly rel: 'alternate' | 'enclosure' | 'next' | 'related' | 'self' | 'via'
  readonly href: string
  readonly type?: string
}

/** `id` is an IRI that never changes; `updated` an instant. */
export interface AtomEntry {
  readonly id: string
  readonly title: string
  readonly updated: string
  readonly author: string
  /** Text with line breaks. */
  readonly content: string
  readonly language: string | null
  readonly category: string | null
  readonly rights: string | null
  readonly links: readonly AtomLink[]
}

export interface AtomFeed extends Omit<AtomEntry, 'content' | 'category'> {
  readonly subtitle: string | null
  readonly entries: readonly AtomEntry[]
}

/** An Atom feed as XML (RFC 4287). */
export function writeAtomFeed({ id, title, subtitle, updated, author, language, rights, links, entries }: AtomFeed): string {
  const feed = writeXmlElement(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language },
    writeXmlLeaf('id', id),
    writeXmlLeaf('title', title),
    writeXmlLeaf('subtitle', subtitle),
    writeXmlLeaf('updated', updated),
    writeXmlElement('author', {}, writeXmlLeaf('name', author)),
    writeXmlLeaf('rights', rights),
    ...links.map(linkOf),
    ...entries.map(entryOf),
  )
  return `${XML_DECLARATION}${feed}\n`
}

function entryOf({ id, title, updated, author, content, language, category, rights, links }: AtomEntry): string {
  return writeXmlElement(
    'entry',
    { 'xml:lang': language },
    writeXmlLeaf('id', id),
    writeXmlLeaf('title', title),
    writeXmlLeaf('updated', updated),
    writeXmlElement('author', {}, writeXmlLeaf('name', author)),
    category === null ? null : writeXmlElement('category', { term: category }),
    writeXmlLeaf('rights', rights),
    ...links.map(linkOf),
    writeXmlElement('content', { type: 'text' }, escapeXml(content)),
  )
}

function linkOf({ rel, href, type }: AtomLink): string {
  return writeXmlElement('link', { rel, href, type: type ?? null })
}
