import { type CapMessage, toCapMessage } from './message.ts'
import { wrapXmlElement } from './node.ts'
import { parseXml, type XmlElement } from './xml.ts'

/** CAP 1.0 used a different namespace scheme. */
const CAP = /^(?:urn:oasis:names:tc:emergency:cap:1\.\d|http:\/\/www\.incident\.com\/cap\/1\.0)$/

/**
 * The message of a CAP document of any version. Null if it is truncated, not well-formed, over the limits of `parseXml`, not CAP, or
 * without a sender or a time. `zone` as in `toCapMessage`.
 */
export function readCapDocument(bytes: Uint8Array, zone: string | null): CapMessage | null {
  const root = parseXml(bytes)
  return root === null || !isCap(root) ? null : toCapMessage(wrapXmlElement(root), zone)
}

/** Whether the element is a CAP message. */
export function isCap({ name, namespace }: XmlElement): boolean {
  return name === 'alert' && CAP.test(namespace)
}
