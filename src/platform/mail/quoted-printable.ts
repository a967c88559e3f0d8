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
 * Encodes text as UTF-8 in quoted-printable, with CRLF for every kind of line end. The result cannot be mistaken for SMTP or MIME syntax: a
 * dot at the beginning of a line is encoded, and `=_`, which begins boundaries, never occurs.
 */
export function encodeQuotedPrintable(text: string): Buffer {
  const bytes = Buffer.from(text.toWellFormed().replaceAll(/\r\n?|\n/g, '\r\n'))
  // Worst case: three bytes per input byte, and three more per soft line break, at least 73 characters apart.
  const out = Buffer.allocUnsafe(bytes.length * 3 + Math.ceil((bytes.length * 3) / 70) * 3 + 3)
  let at = 0
  let column = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (byte === CR) {
      // Every CR is part of a CRLF by now.
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
        // The byte now begins a line, so process it again.
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

/** Whether a space or tab may stay unencoded; at the end of a line it would get lost in transit. */
function isInnerSpace(bytes: Buffer, i: number): boolean {
  const byte = bytes[i]
  const next = bytes[i + 1]
  return (byte === SPACE || byte === TAB) && next !== undefined && next !== CR
}
