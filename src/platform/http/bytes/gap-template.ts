import { crc32 } from 'node:zlib'
import { ownBytes } from '../../own-bytes.ts'
import { crc32Product, crc32Shift } from './crc32-combine.ts'
import { GZIP_HEADER_LENGTH, GZIP_TRAILER_LENGTH, keepPart, STORED_HEADER_LENGTH, stitchGzip } from './stitched-gzip.ts'

/** A text with gaps of one length, all filled alike in each response, as with a nonce. */
export interface GapTemplate {
  readonly plain: (filling: string) => Buffer
  /** One gzip member. */
  readonly gzip: (filling: string) => Buffer
  /** The memory that it takes. */
  readonly bytes: number
}

/**
 * Prepares `texts`, between which the gaps are, so that a response costs one copy and no compression. Fillings must be `gapLength` latin1
 * characters long, 1 to 65,535.
 */
export function createGapTemplate(texts: readonly string[], gapLength: number): GapTemplate {
  const pieces = texts.map((text) => Buffer.from(text))
  const parts = pieces.map((piece) => keepPart(piece))
  const empty = Buffer.alloc(gapLength)
  const plain = ownBytes(Buffer.concat(pieces.flatMap((piece, i) => (i === 0 ? [piece] : [empty, piece]))))
  const gzip = stitchGzip(parts.flatMap((part, i) => (i === 0 ? [part] : [empty, part])))
  const inPlain = offsetsBetween(
    pieces.map(({ length }) => length),
    gapLength,
  )
  const inGzip = offsetsBetween(
    parts.map(({ deflated }, i) => deflated.length + (i === 0 ? GZIP_HEADER_LENGTH : 0) + STORED_HEADER_LENGTH),
    gapLength,
  )
  // A CRC is linear in the bits of a gap, so what a filling adds to it is the same polynomial times one factor for all gaps together.
  const emptyCrc = crc32(empty)
  const factor = inPlain.reduce((sum, offset) => sum ^ crc32Shift(plain.length - offset - gapLength), 0)
  const crcAt = gzip.length - GZIP_TRAILER_LENGTH
  const crcOfEmpty = gzip.readUInt32LE(crcAt)

  function fill(template: Buffer, offsets: readonly number[], filling: string): Buffer {
    if (filling.length !== gapLength) throw new RangeError(`a gap has ${gapLength} bytes, not ${filling.length}`)
    const bytes = Buffer.from(template)
    for (const offset of offsets) bytes.write(filling, offset, 'latin1')
    return bytes
  }

  return {
    bytes: plain.length + gzip.length,
    plain: (filling) => fill(plain, inPlain, filling),
    gzip(filling) {
      const bytes = fill(gzip, inGzip, filling)
      const crc = crcOfEmpty ^ crc32Product(factor, crc32(Buffer.from(filling, 'latin1')) ^ emptyCrc)
      bytes.writeUInt32LE(crc >>> 0, crcAt)
      return bytes
    },
  }
}

/** Where each gap between pieces of these lengths begins. */
function offsetsBetween(lengths: readonly number[], gapLength: number): number[] {
  const offsets: number[] = []
  let at = 0
  for (const length of lengths.slice(0, -1)) {
    offsets.push(at + length)
    at += length + gapLength
  }
  return offsets
}
