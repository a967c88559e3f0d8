import { isObject, type Json, readText } from '../json.ts'
import { listChildElements, findChildText, listChildTexts, type XmlElement } from './xml.ts'

/** A part of a CAP message, from XML or from one of the JSON forms that agencies derive from it. */
export interface CapNode {
  /** The first text of that name, as `readText` gives it; null if there is none or it is empty. */
  text(name: string): string | null
  /** All texts of that name, trimmed and otherwise as sent. */
  texts(name: string): readonly string[]
  children(name: string): readonly CapNode[]
}

/** A part of a CAP document. */
export function wrapXmlElement(element: XmlElement): CapNode {
  return {
    text: (name) => findChildText(element, name),
    texts: (name) => listChildTexts(element, name),
    children: (name) => listChildElements(element, name).map(wrapXmlElement),
  }
}

/** A part of a CAP message as JSON, where a list with one element may be just the element, and a number is not a text. */
export function wrapJsonObject(object: Json): CapNode {
  const listOf = (name: string): readonly unknown[] => {
    const value = object[name]
    return Array.isArray(value) ? value : [value]
  }
  const texts = (name: string): readonly string[] =>
    listOf(name).flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() || [] : []))
  return {
    text: (name) => readText(texts(name)[0]),
    texts,
    children: (name) => listOf(name).filter(isObject).map(wrapJsonObject),
  }
}
