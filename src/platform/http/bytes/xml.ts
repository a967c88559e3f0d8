const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }
/** Characters that XML 1.0 cannot hold, even as references. */
// oxlint-disable-next-line no-control-regex -- those are meant
const NO_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** The first line of a document. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Text as the content of an element or an attribute, without characters that XML cannot hold. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NO_XML, '')
    .replace(/[&<>"\r]/g, (character) => ENTITIES[character] as string)
}

/** An element with its attributes (text) and its content (markup). Attributes and pieces of content that are null are left out. */
export function writeXmlElement(
  name: string,
  attributes: Readonly<Record<string, string | null>>,
  ...content: readonly (string | null)[]
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) => (value === null ? [] : ` ${key}="${escapeXml(value)}"`))
  const inner = content.filter((piece) => piece !== null).join('')
  return inner === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inner}</${name}>`
}

/** An element of text only; null for null. */
export function writeXmlLeaf(name: string, text: string | null): string | null {
  return text === null ? null : writeXmlElement(name, {}, escapeXml(text))
}
