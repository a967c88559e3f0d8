import { constants, crc32, deflateRawSync } from 'node:zlib'
import { joinOwnBytes, ownBytes } from '../../own-bytes.ts'
import { crc32Combine, crc32Shift } from './crc32-combine.ts'

/** Bytes that many responses contain, compressed once. */
export interface KeptPart {
  readonly plain: Buffer
  /** A raw deflate stream that ends on a byte boundary and is not final, so that more can follow. */
  readonly deflated: Buffer
  readonly crc: number
  readonly crcShift: number
}

const MAX_STORED = 0xffff
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty stored block with the final bit: ends the deflate stream (RFC 1951 §3.2.4). */
const END = Buffer.from([1, 0, 0, 0xff, 0xff])
export const GZIP_HEADER_LENGTH = HEADER.length
export const GZIP_TRAILER_LENGTH = 8
export const STORED_HEADER_LENGTH = 5

/** Compresses bytes so that they can appear anywhere in a stitched response. */
export function keepPart(plain: Buffer, level = 6): KeptPart {
  const deflated = ownBytes(deflateRawSync(plain, { level, finishFlush: constants.Z_SYNC_FLUSH }))
  return { plain, deflated, crc: crc32(plain), crcShift: crc32Shift(plain.length) }
}

/**
 * Joins plain and kept parts, in order, into one gzip member (RFC 1952) without compressing anything: plain parts become stored blocks,
 * which end on a byte boundary, and a kept part's blocks never refer back beyond its start.
 */
export function stitchGzip(parts: readonly (Buffer | KeptPart)[]): Buffer {
  const chunks: Buffer[] = [HEADER]
  let crc = 0
  let length = 0
  for (const part of parts) {
    if (Buffer.isBuffer(part)) {
      for (let from = 0; from < part.length; from += MAX_STORED) chunks.push(...storedBlock(part.subarray(from, from + MAX_STORED)))
      crc = crc32(part, crc)
      length += part.length
    } else {
      chunks.push(part.deflated)
      crc = crc32Combine(crc, part.crc, part.crcShift)
      length += part.plain.length
    }
  }
  const trailer = Buffer.allocUnsafe(GZIP_TRAILER_LENGTH)
  trailer.writeUInt32LE(crc, 0)
  trailer.writeUInt32LE(length >>> 0, 4)
  return joinOwnBytes([...chunks, END, trailer])
}

function storedBlock(bytes: Buffer): [header: Buffer, bytes: Buffer] {
  const header = Buffer.allocUnsafe(STORED_HEADER_LENGTH)
  header[0] = 0
  header.writeUInt16LE(bytes.length, 1)
  header.writeUInt16LE(bytes.length ^ 0xffff, 3)
  return [header, bytes]
}
