import { createRequire } from 'node:module'
import type * as Saxes from 'saxes'
import { readText } from '../json.ts'

const require = createRequire(import.meta.url)

/** One element of a document, without its namespace prefix. */
export interface XmlElement {
  readonly name: string
  /** The namespace URI; empty without one. */
  readonly namespace: string
  /** By local name; attributes with a namespace (`xlink:href`) are omitted. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** Its own text, without that of its children. */
  readonly text: string
}

/** The largest document accepted: four times the largest recorded one (1.7 MB, a warning with the outlines of its zones). */
const MAX_BYTES = 8 * 1024 * 1024
/** CAP has five levels, Atom with embedded XHTML some more. */
const MAX_DEPTH = 24
const MAX_ELEMENTS = 50_000

interface OpenElement extends XmlElement {
  readonly attributes: Record<string, string>
  readonly children: OpenElement[]
  text: string
}

/** Thrown inside the parser, which cannot be stopped in any other way. */
class Unreadable extends Error {}

const refuse = (): never => {
  throw new Unreadable()
}

/**
 * The document's root. Null if it is not a whole, well-formed document: HTML, a truncated body, one with a document type (so that no entity
 * beyond XML's own five is ever expanded), or one over the limits of size (8 MB), depth (24) and elements (50,000).
 */
export function parseXml(bytes: Uint8Array): XmlElement | null {
  if (bytes.length > MAX_BYTES) return null
  const text = decodeXml(bytes)
  if (text === null) return null
  try {
    return readDocument(text)
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

function readDocument(text: string): XmlElement | null {
  // Loaded only when a feed is read.
  const { SaxesParser } = require('saxes') as typeof Saxes
  const parser = new SaxesParser({ xmlns: true, position: false })
  const open: OpenElement[] = []
  let root: OpenElement | null = null
  let elements = 0
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  parser.on('opentag', ({ local, uri, attributes }) => {
    elements += 1
    if (elements > MAX_ELEMENTS || open.length >= MAX_DEPTH) refuse()
    const own = Object.values(attributes).filter(({ prefix }) => prefix === '')
    const element: OpenElement = {
      name: local,
      namespace: uri,
      attributes: Object.fromEntries(own.map((attribute) => [attribute.local, attribute.value])),
      children: [],
      text: '',
    }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  const append = (part: string): void => {
    const element = open.at(-1)
    if (element !== undefined) element.text += part
  }
  parser.on('text', append)
  parser.on('cdata', append)
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  return root
}

/** The children of that name, whatever their namespace: feeds announce CAP 1.1 around CAP 1.2. */
export function listChildElements(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** The trimmed text of the first child of that name, as `readText` gives it; null if there is none or it is empty. */
export function findChildText(element: XmlElement, name: string): string | null {
  return readText(element.children.find((child) => child.name === name && child.text.trim() !== '')?.text)
}

/** The trimmed texts of all children of that name that are not empty, as sent. */
export function listChildTexts(element: XmlElement, name: string): readonly string[] {
  return listChildElements(element, name).flatMap(({ text }) => text.trim() || [])
}

const UTF_16 = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
] as const

const DECLARED = /^<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z][\w.-]{0,40})["']/
/** In these encodings every byte is a valid character, so only decoding as UTF-8 shows whether it is UTF-8. */
const LATIN = /^(?:us-ascii|ascii|iso-8859-1|iso_8859-1|latin1|windows-1252|cp1252)$/i

/**
 * The text of an XML document, without its byte order mark. The encoding is that of the byte order mark, or else the declared one. Senders
 * confuse UTF-8 and Latin-1, so for these the declaration is ignored: valid UTF-8 is UTF-8, anything else Latin-1. Null for an unknown
 * encoding.
 */
export function decodeXml(bytes: Uint8Array): string | null {
  const marked = UTF_16.find(([first, second]) => bytes[0] === first && bytes[1] === second)
  if (marked !== undefined) return new TextDecoder(marked[2]).decode(bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 256)).replace(/^\u00ef\u00bb\u00bf/, '')
  const declared = DECLARED.exec(head.trimStart())?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(declared) && !LATIN.test(declared)) return decodeAs(declared, bytes)
  return decodeAs('utf-8', bytes) ?? new TextDecoder('windows-1252').decode(bytes)
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
