const CR = 0x0d
const LF = 0x0a
const SPACE = 0x20
const TAB = 0x09
const DOT = 0x2e
const EQUALS = 0x3d
/** RFC 2045 §6.7: lines of at most 76 characters, the `=` of a soft line break included. */
const MAX_COLUMN = 75
const HEX = Buffer.from('0123456789ABCDEF')

/**
 * Text in UTF-8 as quoted-printable, with CRLF for every kind of line end. Nothing in it can be taken for a line of SMTP or MIME: a dot at
 * the beginning of a line is encoded, and `=_` never occurs, so that it can begin a boundary.
 */
export function quotedPrintable(text: string): Buffer {
  const bytes = Buffer.from(text.toWellFormed().replaceAll(/\r\n?|\n/g, '\r\n'))
  // Three for each byte, and three more for each soft line break after 73 characters or more.
  const out = Buffer.allocUnsafe(bytes.length * 3 + Math.ceil((bytes.length * 3) / 70) * 3 + 3)
  let at = 0
  let column = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (byte === CR) {
      // Only line ends hold one.
      out[at++] = CR
      out[at++] = LF
      column = 0
      i++
      continue
    }
    const isPlain = byte > SPACE ? byte < 0x7f && byte !== EQUALS && (byte !== DOT || column > 0) : isInnerSpace(bytes, i)
    if (column + (isPlain ? 1 : 3) > MAX_COLUMN) {
      out[at++] = EQUALS
      out[at++] = CR
      out[at++] = LF
      column = 0
      if (byte === DOT) {
        // It begins a line now.
        i--
        continue
      }
    }
    if (isPlain) {
      out[at++] = byte
      column += 1
    } else {
      out[at++] = EQUALS
      out[at++] = HEX[byte >> 4] as number
      out[at++] = HEX[byte & 15] as number
      column += 3
    }
  }
  return out.subarray(0, at)
}

/** Spaces and tabs at the end of a line get lost on the way. */
function isInnerSpace(bytes: Buffer, i: number): boolean {
  const byte = bytes[i]
  const next = bytes[i + 1]
  return (byte === SPACE || byte === TAB) && next !== undefined && next !== CR
}
