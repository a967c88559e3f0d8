const UTF_16 = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
] as const

const DECLARED = /^<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z][\w.-]{0,40})["']/
/** In these every byte is some character, so that only a try at UTF-8 shows what it really is. */
const LATIN = /^(?:us-ascii|ascii|iso-8859-1|iso_8859-1|latin1|windows-1252|cp1252)$/i

/**
 * The text of an XML document, without its byte order mark. By its mark; else by its declaration, whose word is not taken for UTF-8 or
 * Latin-1, which senders confuse: valid UTF-8 is UTF-8, and what is not is Latin-1. Null for an encoding that is not known.
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
