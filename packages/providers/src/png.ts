/** Per pixel, more than an uncompressed picture with an alpha channel has. */
const MAX_PIXEL_BYTES = 4.5
const SIGNATURE_AND_HEADER = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const END = Buffer.from('0000000049454e44ae426082', 'hex')
/** Where the header says how a PNG is interlaced. Maps are not, and a decoder knows how large the others get. */
const INTERLACE_AT = 28

/** Whether the bytes are a PNG (W3C PNG, sections 5.2 and 11.2) of `size` × `size` pixels that is not truncated. */
export function isWholePng(bytes: Uint8Array, size: number): boolean {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (body.length < SIGNATURE_AND_HEADER.length + 8 + END.length || body.length > size * size * MAX_PIXEL_BYTES) return false
  if (!body.subarray(0, SIGNATURE_AND_HEADER.length).equals(SIGNATURE_AND_HEADER)) return false
  const isOfSize = body.readUInt32BE(16) === size && body.readUInt32BE(20) === size && body[INTERLACE_AT] === 0
  return isOfSize && body.subarray(-END.length).equals(END)
}
