/**
 * CRC-32 of two concatenated byte strings from the CRC-32 of each: zlib's `crc32_combine_gen` and `crc32_combine_op` (Mark Adler, crc32.c).
 * Polynomials over GF(2) are 32-bit words, bit-reversed, modulo the CRC-32 polynomial.
 */
const POLYNOMIAL = 0xedb88320

/** The shift by `length` bytes, x^(8·length) mod P. Computed once per kept tail; it then works for any head. */
export function crc32Shift(length: number): number {
  let power = 1 << 31
  let square = 1 << 23
  for (let rest = length; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = crc32Product(square, power)
    square = crc32Product(square, square)
  }
  return power
}

/** CRC-32 of head followed by tail; `shift` is `crc32Shift` of the tail's length. */
export function crc32Combine(headCrc: number, tailCrc: number, shift: number): number {
  return (crc32Product(shift, headCrc) ^ tailCrc) >>> 0
}

/** The product of two polynomials modulo the CRC-32 polynomial, as a signed word. */
export function crc32Product(a: number, b: number): number {
  let factor = b
  let product = 0
  for (let bit = 1 << 31; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ POLYNOMIAL
  }
  return product
}
