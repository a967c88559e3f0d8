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
