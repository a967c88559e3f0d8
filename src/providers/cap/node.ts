import { isObject, type Json, textOf } from '../json.ts'
import { childrenOf, childText, childTexts, type XmlElement } from './xml.ts'

/** A part of a CAP message, from XML or from one of the JSON forms that agencies derive from it. */
export interface CapNode {
  /** The first text of that name, in the form of `textOf`; null if there is none or it is empty. */
  text(name: string): string | null
  /** All texts of that name, trimmed and otherwise as sent. */
  texts(name: string): readonly string[]
  children(name: string): readonly CapNode[]
}

/** A part of a CAP document. */
export function xmlNode(element: XmlElement): CapNode {
  return {
    text: (name) => childText(element, name),
    texts: (name) => childTexts(element, name),
    children: (name) => childrenOf(element, name).map(xmlNode),
  }
}

/** A part of a CAP message as JSON, where a list with one element may be just the element, and a number is not a text. */
export function jsonNode(object: Json): CapNode {
  const listOf = (name: string): readonly unknown[] => {
    const value = object[name]
    return Array.isArray(value) ? value : [value]
  }
  const texts = (name: string): readonly string[] =>
    listOf(name).flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() || [] : []))
  return {
    text: (name) => textOf(texts(name)[0]),
    texts,
    children: (name) => listOf(name).filter(isObject).map(jsonNode),
  }
}
