import fc from 'fast-check'

/** Any code point but a lone surrogate, as a unit of `fc.string`. fast-check's own `binary` first lists all of them, which takes a second. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800))
