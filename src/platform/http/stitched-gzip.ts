import { crc32, deflateRawSync } from 'node:zlib'
import { crc32Combine, crc32Shift } from './crc32-combine.ts'

/** Bytes that many answers end with, compressed once. */
export interface KeptTail {
  readonly plain: Buffer
  /** One raw deflate stream, final block included. */
  readonly deflated: Buffer
  readonly crc: number
  readonly crcShift: number
}

const MAX_STORED = 0xffff
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const TRAILER_LENGTH = 8

/** Compresses a tail so that any number of heads can be put before it. */
export function keepTail(plain: Buffer, level = 6): KeptTail {
  return { plain, deflated: deflateRawSync(plain, { level }), crc: crc32(plain), crcShift: crc32Shift(plain.length) }
}

/**
 * One gzip member (RFC 1952) of head and tail, without compressing anything: the head goes into stored blocks (RFC 1951 §3.2.4),
 * which end on a byte, and the tail's own deflate stream, which never looks back beyond its start, follows.
 */
export function stitchGzip(head: Buffer, tail: KeptTail): Buffer {
  const blocks = Math.ceil(head.length / MAX_STORED)
  const out = Buffer.allocUnsafe(HEADER.length + blocks * 5 + head.length + tail.deflated.length + TRAILER_LENGTH)
  HEADER.copy(out)
  let at = HEADER.length
  for (let from = 0; from < head.length; from += MAX_STORED) {
    const length = Math.min(MAX_STORED, head.length - from)
    out[at] = 0
    out.writeUInt16LE(length, at + 1)
    out.writeUInt16LE(length ^ 0xffff, at + 3)
    head.copy(out, at + 5, from, from + length)
    at += 5 + length
  }
  tail.deflated.copy(out, at)
  at += tail.deflated.length
  out.writeUInt32LE(crc32Combine(crc32(head), tail.crc, tail.crcShift), at)
  out.writeUInt32LE((head.length + tail.plain.length) >>> 0, at + 4)
  return out
}
