import { XML_DECLARATION, xmlElement, xmlLeaf, xmlText } from './xml.ts'

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
export function atomOf({ id, title, subtitle, updated, author, language, rights, links, entries }: AtomFeed): string {
  const feed = xmlElement(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language },
    xmlLeaf('id', id),
    xmlLeaf('title', title),
    xmlLeaf('subtitle', subtitle),
    xmlLeaf('updated', updated),
    xmlElement('author', {}, xmlLeaf('name', author)),
    xmlLeaf('rights', rights),
    ...links.map(linkOf),
    ...entries.map(entryOf),
  )
  return `${XML_DECLARATION}${feed}\n`
}

function entryOf({ id, title, updated, author, content, language, category, rights, links }: AtomEntry): string {
  return xmlElement(
    'entry',
    { 'xml:lang': language },
    xmlLeaf('id', id),
    xmlLeaf('title', title),
    xmlLeaf('updated', updated),
    xmlElement('author', {}, xmlLeaf('name', author)),
    category === null ? null : xmlElement('category', { term: category }),
    xmlLeaf('rights', rights),
    ...links.map(linkOf),
    xmlElement('content', { type: 'text' }, xmlText(content)),
  )
}

function linkOf({ rel, href, type }: AtomLink): string {
  return xmlElement('link', { rel, href, type: type ?? null })
}
