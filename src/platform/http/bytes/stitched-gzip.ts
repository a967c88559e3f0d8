import { constants, crc32, deflateRawSync } from 'node:zlib'
import { joinOwnBytes, copyOwnBytes } from '../../own-bytes.ts'

/** Bytes that many responses contain, compressed once. */
export interface CompressedPart {
  readonly plain: Buffer
  /** A raw deflate stream that ends on a byte boundary and is not final, so that more can follow. */
  readonly deflated: Buffer
}

const MAX_STORED = 0xffff
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty stored block with the final bit: ends the deflate stream (RFC 1951 §3.2.4). */
const END = Buffer.from([1, 0, 0, 0xff, 0xff])
const TRAILER_LENGTH = 8
const STORED_HEADER_LENGTH = 5

/** Compresses bytes so that they can appear anywhere in a stitched response. */
export function compressPart(plain: Buffer): CompressedPart {
  return { plain, deflated: copyOwnBytes(deflateRawSync(plain, { level: 6, finishFlush: constants.Z_SYNC_FLUSH })) }
}

/**
 * Joins plain and compressed parts, in order, into one gzip member (RFC 1952) without compressing anything: plain parts become stored
 * blocks, which end on a byte boundary, and a compressed part's blocks never refer back beyond its start.
 */
export function stitchGzip(parts: readonly (Buffer | CompressedPart)[]): Buffer {
  const chunks: Buffer[] = [HEADER]
  let crc = 0
  let length = 0
  for (const part of parts) {
    const plain = Buffer.isBuffer(part) ? part : part.plain
    // Over all bytes, each time: some 3 GB a second.
    crc = crc32(plain, crc)
    length += plain.length
    chunks.push(...(Buffer.isBuffer(part) ? storedBlocks(part) : [part.deflated]))
  }
  const trailer = Buffer.allocUnsafe(TRAILER_LENGTH)
  trailer.writeUInt32LE(crc, 0)
  trailer.writeUInt32LE(length >>> 0, 4)
  return joinOwnBytes([...chunks, END, trailer])
}

function storedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = []
  for (let from = 0; from < bytes.length; from += MAX_STORED) {
    const block = bytes.subarray(from, from + MAX_STORED)
    const header = Buffer.alloc(STORED_HEADER_LENGTH)
    header.writeUInt16LE(block.length, 1)
    header.writeUInt16LE(block.length ^ 0xffff, 3)
    blocks.push(header, block)
  }
  return blocks
}
